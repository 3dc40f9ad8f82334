import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { createS3Server } from './server.ts'

/**
 * A storage to try the contract on: the embedded server, or a real service when S3_ENDPOINT, S3_ACCESS_KEY_ID and
 * S3_SECRET_ACCESS_KEY name one. It has one bucket, which is removed at the end.
 */
export interface ContractStorage {
  readonly endpoint: string
  readonly bucket: string
  readonly s3: S3Client
  /** Of somebody who knows the access key id and not its secret. */
  readonly forger: S3Client
  store(key: string, body?: Buffer | string): Promise<void>
  contentOf(key: string, range?: string): Promise<{ bytes: Buffer; type?: string; status?: number; range?: string }>
  /** An address to upload `PICTURE` to, with length and type signed; made as the product makes it. */
  presigned(key: string, options?: { readonly secret?: string; readonly expiresIn?: number }): Promise<string>
  stop(): Promise<void>
}

/** What is stored in most tests: no picture really, but as long as a small one. */
export const PICTURE = randomBytes(100_000)

/** The origin whose scripts may upload. */
export const OUR_ORIGIN = 'http://portal.example'

export async function openContractStorage(): Promise<ContractStorage> {
  const { endpoint, accessKeyId, secretAccessKey, isReal, close } = await storageToTry()
  const bucket = `contract-${randomUUID()}`
  const client = (secret: string, checksums: 'WHEN_SUPPORTED' | 'WHEN_REQUIRED' = 'WHEN_SUPPORTED') =>
    new S3Client({
      endpoint,
      region: process.env.S3_REGION ?? 'us-east-1',
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { accessKeyId, secretAccessKey: secret },
      requestChecksumCalculation: checksums,
    })
  const s3 = client(secretAccessKey)
  const forger = client('a secret of somebody else')
  await s3.send(new CreateBucketCommand({ Bucket: bucket }))
  if (isReal) {
    const rule = { AllowedOrigins: [OUR_ORIGIN], AllowedMethods: ['GET', 'PUT', 'HEAD'], AllowedHeaders: ['*'] }
    await s3.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }))
  }

  return {
    endpoint,
    bucket,
    s3,
    forger,

    async store(key, body = PICTURE) {
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: 'image/jpeg' }))
    },

    async contentOf(key, range) {
      const answer = await s3.send(
        new GetObjectCommand({ Bucket: bucket, Key: key, ...(range === undefined ? {} : { Range: range }) }),
      )
      return {
        bytes: Buffer.from((await answer.Body?.transformToByteArray()) ?? []),
        ...(answer.ContentType === undefined ? {} : { type: answer.ContentType }),
        ...(answer.ContentRange === undefined ? {} : { range: answer.ContentRange }),
        ...(answer.$metadata.httpStatusCode === undefined ? {} : { status: answer.$metadata.httpStatusCode }),
      }
    },

    presigned(key, { secret = secretAccessKey, expiresIn = 300 } = {}) {
      const upload = { Bucket: bucket, Key: key, ContentType: 'image/jpeg', ContentLength: PICTURE.length }
      const signableHeaders = new Set(['content-type', 'content-length', 'host'])
      const presigner = client(secret, 'WHEN_REQUIRED')
      return getSignedUrl(presigner, new PutObjectCommand(upload), { expiresIn, signableHeaders })
    },

    async stop() {
      if (isReal) {
        const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }))
        for (const { Key } of Contents) await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
        await s3.send(new DeleteBucketCommand({ Bucket: bucket }))
      }
      s3.destroy()
      forger.destroy()
      await close()
    },
  }
}

async function storageToTry() {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = process.env
  if (endpoint && accessKeyId && secretAccessKey) {
    return { endpoint, accessKeyId, secretAccessKey, isReal: true, close: async () => {} }
  }
  const dir = await mkdtemp(path.join(tmpdir(), 's3-contract-'))
  const own = { accessKeyId: 'contract', secretAccessKey: 'contract-secret' }
  const server = createS3Server({ dir, keys: { [own.accessKeyId]: own.secretAccessKey }, origins: [OUR_ORIGIN] })
  return {
    ...own,
    endpoint: await server.listen(),
    isReal: false,
    close: async () => {
      await server.close()
      await rm(dir, { recursive: true })
    },
  }
}

interface Sent {
  readonly method?: string
  readonly body?: Buffer
  readonly headers?: Record<string, string>
}

/** Sends exactly these bytes: `fetch` would resolve `..` in paths and choose headers of its own. */
export function send(url: string, { method = 'PUT', body, headers = {} }: Sent) {
  const { hostname, port, origin } = new URL(url)
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path: url.slice(origin.length),
        method,
        headers: { 'content-length': body?.length ?? 0, ...headers },
      },
      (answer) => {
        const pieces: Buffer[] = []
        answer
          .on('data', (piece: Buffer) => pieces.push(piece))
          .on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }),
          )
      },
    )
    sent.on('error', reject).end(body)
  })
}
