import { addAbortSignal, Readable } from 'node:stream'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

/** Files of the product, in one bucket of an S3 service. */
export interface ObjectStorage {
  /** Stores an object; with `onlyIfAbsent` answers false, and changes nothing, when there is one. */
  put(key: string, body: Uint8Array, options: PutOptions): Promise<boolean>
  /** The object as a stream that fails when the storage stalls; undefined when there is none. */
  get(key: string): Promise<StoredStream | undefined>
  /**
   * The object's bytes; undefined when there is none.
   * @throws {ObjectTooLarge} when it has more than `maxBytes`; no more than that is read
   */
  read(key: string, maxBytes: number): Promise<StoredBytes | undefined>
  /** What is known of the object; undefined when there is none. */
  head(key: string): Promise<StoredObject | undefined>
  /** Removes the object; no matter if there is none. */
  delete(key: string): Promise<void>
  /** All objects whose key begins so, in the order of keys. */
  list(prefix: string): AsyncIterable<ListedObject>
  /** An address to which a browser may PUT this one object. */
  presignPut(upload: PresignedUpload): Promise<string>
  /** The key of an address that `presignPut` gave; undefined when the address is of another place. */
  keyOfPresigned(url: string): string | undefined
  /** Whether the storage answers and the bucket is there. */
  isReady(): Promise<boolean>
  /** Makes the bucket when it is not there: for the embedded run and tests. */
  ensureBucket(): Promise<void>
  close(): void
}

export interface ObjectStorageConfig {
  readonly endpoint: string
  /** The storage as browsers reach it; `endpoint` when absent. */
  readonly publicEndpoint?: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly bucket: string
}

export interface PutOptions {
  readonly contentType: string
  readonly onlyIfAbsent?: boolean
}

export interface StoredObject {
  readonly contentType: string
  /** Bytes. */
  readonly size: number
}

export interface StoredStream extends StoredObject {
  readonly body: Readable
}

export interface StoredBytes extends StoredObject {
  readonly bytes: Buffer
}

export interface ListedObject {
  readonly key: string
  readonly size: number
  readonly modifiedAt: Date
}

export interface PresignedUpload {
  readonly key: string
  /** Signed when given: the upload must have exactly this type. */
  readonly contentType?: string | undefined
  /** Bytes; signed when given: the upload must be exactly so long. */
  readonly size?: number | undefined
  /** Seconds. */
  readonly expiresIn: number
}

/** An object is longer than its reader can take. */
export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge'
}

const CALL_MS = 10_000
const TRANSFER_MS = 30_000
const CONNECT_MS = 2_000

/** Connects to the storage; nothing is sent before the first call. Each call fails after 10 s, a transfer after 30 s. */
export function createObjectStorage(config: ObjectStorageConfig): ObjectStorage {
  const { bucket, endpoint, publicEndpoint = endpoint } = config
  const client = clientFor(endpoint, config)
  // The host is part of the signature, so addresses for browsers are signed for the host that browsers see.
  const presigner = clientFor(publicEndpoint, config)
  const publicPrefix = `${publicEndpoint.replace(/\/+$/, '')}/${bucket}/`

  const get = async (key: string): Promise<StoredStream | undefined> => {
    const answer = await client
      .send(new GetObjectCommand({ Bucket: bucket, Key: key }), endedAfter(CALL_MS))
      .catch(absentAsUndefined)
    if (!(answer?.Body instanceof Readable)) return undefined
    return { ...described(answer), body: addAbortSignal(AbortSignal.timeout(TRANSFER_MS), answer.Body) }
  }

  return {
    get,

    async put(key, body, { contentType, onlyIfAbsent = false }) {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: body,
        ContentType: contentType,
        ...(onlyIfAbsent ? { IfNoneMatch: '*' } : {}),
      })
      try {
        await client.send(command, endedAfter(TRANSFER_MS))
        return true
      } catch (error) {
        // 409 is a real service's word for "somebody else is writing it this moment".
        if (onlyIfAbsent && (statusOf(error) === 412 || statusOf(error) === 409)) return false
        throw error
      }
    },

    async read(key, maxBytes) {
      const found = await get(key)
      if (found === undefined) return undefined
      const { body, ...object } = found
      const pieces: Buffer[] = []
      let size = 0
      for await (const piece of body) {
        const bytes = Buffer.from(piece)
        size += bytes.length
        if (size > maxBytes) throw new ObjectTooLarge(`an object has more than ${maxBytes} bytes`)
        pieces.push(bytes)
      }
      return { ...object, bytes: Buffer.concat(pieces) }
    },

    async head(key) {
      const command = new HeadObjectCommand({ Bucket: bucket, Key: key })
      const answer = await client.send(command, endedAfter(CALL_MS)).catch(absentAsUndefined)
      return answer && described(answer)
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), endedAfter(CALL_MS))
    },

    async *list(prefix) {
      let token: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
          endedAfter(CALL_MS),
        )
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key !== undefined) yield { key: Key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) }
        }
        token = page.NextContinuationToken
      } while (token !== undefined)
    },

    presignPut({ key, contentType, size, expiresIn }) {
      const command = new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType, ContentLength: size })
      // Named one by one: the SDK would sign a type of its own choice when none is given.
      const signableHeaders = new Set(['host'])
      if (contentType !== undefined) signableHeaders.add('content-type')
      if (size !== undefined) signableHeaders.add('content-length')
      return getSignedUrl(presigner, command, { expiresIn, signableHeaders })
    },

    keyOfPresigned(url) {
      // Compared as text, not as a parsed address: what a parser would tidy up is not what we gave out.
      const [address = ''] = url.split('?', 1)
      if (!address.startsWith(publicPrefix)) return undefined
      const key = address.slice(publicPrefix.length)
      return /^(?!.*\.\.)[A-Za-z0-9/_.-]{1,512}$/.test(key) ? key : undefined
    },

    async isReady() {
      const answer = await client
        .send(new HeadBucketCommand({ Bucket: bucket }), endedAfter(CONNECT_MS))
        .catch(() => undefined)
      return answer !== undefined
    },

    async ensureBucket() {
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket }), endedAfter(CALL_MS))
      } catch (error) {
        if (statusOf(error) !== 404) throw error
        await client.send(new CreateBucketCommand({ Bucket: bucket }), endedAfter(CALL_MS)).catch(acceptExisting)
      }
    },

    close() {
      client.destroy()
      presigner.destroy()
    },
  }
}

function clientFor(endpoint: string, { region, accessKeyId, secretAccessKey }: ObjectStorageConfig): S3Client {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 3,
    // Else the presigner puts the checksum of an empty body into the address, and no upload would match it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: CALL_MS },
  })
  client.middlewareStack.add(
    (next) => async (call) => {
      try {
        return await next(call)
      } catch (error) {
        // By now the client knows what time it is there. It asks again by itself only where its own clock is wrong, and not
        // where that was set right and what it had learned is wrong.
        if (statusOf(error) !== 403) throw error
        return await next(call)
      }
    },
    { step: 'initialize' },
  )
  return client
}

const endedAfter = (ms: number) => ({ abortSignal: AbortSignal.timeout(ms) })

function described(answer: { ContentType?: string | undefined; ContentLength?: number | undefined }): StoredObject {
  return { contentType: answer.ContentType ?? 'application/octet-stream', size: answer.ContentLength ?? 0 }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

/** Absent objects are a value; an absent bucket is somebody's mistake. */
function absentAsUndefined(error: unknown): undefined {
  if (error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return undefined
  throw error
}

/** Two processes may start at once. */
function acceptExisting(error: unknown): void {
  if (statusOf(error) !== 409) throw error
}
