import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createS3Server } from './server.ts'

/**
 * What the product needs of object storage. Runs on the embedded server, and on a real service when S3_ENDPOINT,
 * S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY name one.
 */
const real = process.env.S3_ENDPOINT
const accessKeyId = (real && process.env.S3_ACCESS_KEY_ID) || 'contract'
const secretAccessKey = (real && process.env.S3_SECRET_ACCESS_KEY) || 'contract-secret'
const region = process.env.S3_REGION ?? 'us-east-1'
const bucket = `contract-${randomUUID()}`
const OUR_ORIGIN = 'http://portal.example'
const SIGNED = new Set(['content-type', 'content-length', 'host'])

const picture = randomBytes(100_000)
const awkwardKey = "a/../b c/ünï+('!*)&<>%2F.jpg"

let endpoint: string
let stop = async () => {}
let s3: S3Client
let forger: S3Client

beforeAll(async () => {
  if (real === undefined || real === '') {
    const dir = await mkdtemp(path.join(tmpdir(), 's3-contract-'))
    const server = createS3Server({ dir, keys: { [accessKeyId]: secretAccessKey }, origins: [OUR_ORIGIN] })
    endpoint = await server.listen()
    stop = async () => {
      await server.close()
      await rm(dir, { recursive: true })
    }
  } else endpoint = real
  s3 = client(secretAccessKey)
  forger = client('a secret of somebody else')
  await s3.send(new CreateBucketCommand({ Bucket: bucket }))
  if (real) {
    const rule = { AllowedOrigins: [OUR_ORIGIN], AllowedMethods: ['GET', 'PUT', 'HEAD'], AllowedHeaders: ['*'] }
    await s3.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }))
  }
})

afterAll(async () => {
  if (real) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }))
    for (const { Key } of Contents) await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
    await s3.send(new DeleteBucketCommand({ Bucket: bucket }))
  }
  s3.destroy()
  forger.destroy()
  await stop()
})

function client(secret: string): S3Client {
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey: secret },
    requestChecksumCalculation: 'WHEN_SUPPORTED',
  })
}

const store = (key: string, body: Buffer | string = picture, type = 'image/jpeg') =>
  s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: type }))

async function contentOf(key: string, range?: string) {
  const answer = await s3.send(
    new GetObjectCommand({ Bucket: bucket, Key: key, ...(range === undefined ? {} : { Range: range }) }),
  )
  return { ...answer, bytes: Buffer.from((await answer.Body?.transformToByteArray()) ?? []) }
}

/** An address to upload the picture to, with length and type signed; presigning as the product does it. */
async function presigned(key: string, secret = secretAccessKey, expiresIn = 300): Promise<string> {
  const presigner = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey: secret },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    ContentType: 'image/jpeg',
    ContentLength: picture.length,
  })
  return getSignedUrl(presigner, command, { expiresIn, signableHeaders: SIGNED })
}

interface Sent {
  readonly method?: string
  readonly body?: Buffer
  readonly headers?: Record<string, string>
}

/** Sends exactly these bytes: `fetch` would resolve `..` in paths and choose headers of its own. */
function send(url: string, { method = 'PUT', body, headers = {} }: Sent) {
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

const JPEG = { 'content-type': 'image/jpeg' }

describe('objects', () => {
  test('an object comes back with its bytes, type and metadata', async () => {
    const put = new PutObjectCommand({
      Bucket: bucket,
      Key: awkwardKey,
      Body: picture,
      ContentType: 'image/jpeg',
      CacheControl: 'no-store',
      Metadata: { owner: 'x1' },
    })
    await s3.send(put)
    const got = await contentOf(awkwardKey)
    expect(got.bytes.equals(picture)).toBe(true)
    expect(got).toMatchObject({ ContentType: 'image/jpeg', CacheControl: 'no-store', Metadata: { owner: 'x1' } })
    const head = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: awkwardKey }))
    expect(head).toMatchObject({ ContentLength: picture.length, ContentType: 'image/jpeg', ETag: got.ETag })
  })

  test('a stream (aws-chunked, checksum in the trailer) is stored unpacked', async () => {
    const body = Readable.from([picture.subarray(0, 1), picture.subarray(1, 70_000), picture.subarray(70_000)])
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'stream', Body: body, ContentLength: picture.length }))
    const got = await contentOf('stream')
    expect(got.bytes.equals(picture)).toBe(true)
    expect(got.ContentEncoding).not.toBe('aws-chunked')
  })

  test('an empty object is an object', async () => {
    await store('empty', '')
    expect((await contentOf('empty')).bytes).toHaveLength(0)
  })

  test('ranges: first bytes, last bytes, none', async () => {
    await store('ranges')
    const first = await contentOf('ranges', 'bytes=10-19')
    expect(first.$metadata.httpStatusCode).toBe(206)
    expect(first.ContentRange).toBe('bytes 10-19/100000')
    expect(first.bytes.equals(picture.subarray(10, 20))).toBe(true)
    expect((await contentOf('ranges', 'bytes=-5')).bytes.equals(picture.subarray(-5))).toBe(true)
    await expect(contentOf('ranges', 'bytes=100000-')).rejects.toMatchObject({ name: 'InvalidRange' })
  })

  test('If-None-Match * never replaces, and of racing writers one wins', async () => {
    const tries = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((Body) =>
        s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'once', Body, IfNoneMatch: '*' })),
      ),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const late = s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'once', Body: 'z', IfNoneMatch: '*' }))
    await expect(late).rejects.toMatchObject({ name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } })
  })

  test('what is not there is NoSuchKey, NotFound to HEAD, and no trouble to delete', async () => {
    await expect(contentOf('nope')).rejects.toMatchObject({ name: 'NoSuchKey' })
    await expect(s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'nope' }))).rejects.toMatchObject({
      name: 'NotFound',
    })
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'nope' }))
    await expect(s3.send(new HeadObjectCommand({ Bucket: 'no-such-bucket-here', Key: 'x' }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 404 },
    })
  })

  test('a copy has the bytes and type; deleting removes one or many', async () => {
    await store('source')
    await s3.send(new CopyObjectCommand({ Bucket: bucket, Key: 'copy', CopySource: `${bucket}/source` }))
    const copy = await contentOf('copy')
    expect(copy.bytes.equals(picture)).toBe(true)
    expect(copy.ContentType).toBe('image/jpeg')
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'copy' }))
    await expect(contentOf('copy')).rejects.toMatchObject({ name: 'NoSuchKey' })

    await store('many/<&>', 'x')
    const Delete = { Objects: [{ Key: 'source' }, { Key: 'many/<&>' }, { Key: 'was never there' }] }
    const deleted = await s3.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }))
    expect(deleted.Deleted).toHaveLength(3)
    await expect(contentOf('many/<&>')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })
})

describe('lists', () => {
  test('by prefix, in order, in pages', async () => {
    const keys = ['list/1', 'list/2', 'list/3', 'list/<&">', 'list/ü']
    for (const key of [...keys, 'lisu/x']) await store(key, 'x')
    const found: (string | undefined)[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await s3.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: 'list/',
          MaxKeys: 2,
          ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
        }),
      )
      expect(page.Contents?.length).toBeLessThanOrEqual(2)
      found.push(...(page.Contents ?? []).map(({ Key }) => Key))
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
    expect(found).toEqual(keys)
  })

  test('nothing below a prefix is an empty list', async () => {
    const page = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'nothing/' }))
    expect(page.Contents ?? []).toEqual([])
    expect(page.IsTruncated).toBe(false)
  })
})

describe('presigned uploads', () => {
  test('type, length and host are signed, and the upload works as signed', async () => {
    const url = await presigned('up/signed.jpg')
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host')
    expect((await send(url, { body: picture, headers: JPEG })).status).toBe(200)
    expect((await contentOf('up/signed.jpg')).bytes.equals(picture)).toBe(true)
  })

  const refused: readonly (readonly [string, (url: string) => Promise<{ status: number }>])[] = [
    ['another type', (url) => send(url, { body: picture, headers: { 'content-type': 'text/html' } })],
    ['no type', (url) => send(url, { body: picture })],
    ['a longer body', (url) => send(url, { body: Buffer.alloc(200_000), headers: JPEG })],
    ['a shorter body', (url) => send(url, { body: picture.subarray(1), headers: JPEG })],
    ['another key', (url) => send(url.replace('victim', 'victim2'), { body: picture, headers: JPEG })],
    ['another method', (url) => send(url, { method: 'GET', headers: JPEG })],
    ['another host', (url) => send(url, { body: picture, headers: { ...JPEG, host: 'elsewhere.example' } })],
    ['a later expiry', (url) => send(url.replace('Expires=300', 'Expires=3000'), { body: picture, headers: JPEG })],
    [
      'a header that copies a stranger’s object',
      (url) => send(url, { body: picture, headers: { ...JPEG, 'x-amz-copy-source': `/${bucket}/secret` } }),
    ],
  ]
  test.each(refused)('%s than signed is refused', async (_what, attempt) => {
    expect((await attempt(await presigned('up/victim'))).status).toBe(403)
    await expect(contentOf('up/victim')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  test('a wrong secret and no signature at all are refused', async () => {
    const forged = await presigned('up/forged', 'another secret')
    expect((await send(forged, { body: picture, headers: JPEG })).status).toBe(403)
    await expect(forger.send(new ListObjectsV2Command({ Bucket: bucket }))).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    })
    await store('private')
    expect((await send(`${endpoint}/${bucket}/private`, { method: 'GET' })).status).toBe(403)
  })

  test('an address ends with its time', async () => {
    const url = await presigned('up/late', secretAccessKey, 1)
    const attempt = async () => (await send(url, { body: picture, headers: JPEG })).status
    await expect.poll(attempt, { timeout: 5000, interval: 300 }).toBe(403)
  })

  test('a presigned download may name the file it is saved as', async () => {
    await store('down')
    const ResponseContentDisposition = 'attachment; filename="licence.jpg"'
    const url = await getSignedUrl(
      s3,
      new GetObjectCommand({ Bucket: bucket, Key: 'down', ResponseContentDisposition }),
    )
    const answer = await send(url, { method: 'GET' })
    expect(answer.headers['content-disposition']).toBe(ResponseContentDisposition)
    expect(answer.body.equals(picture)).toBe(true)
    expect((await send(url.replace('licence', 'x'), { method: 'GET' })).status).toBe(403)
  })
})

/** What a browser asks before a cross-origin upload. */
const asks = (origin: string) => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
})

describe('browsers', () => {
  test('our own origin may upload, another may not', async () => {
    const url = await presigned('up/cors')
    const ours = await send(url, asks(OUR_ORIGIN))
    expect(ours.status).toBe(200)
    expect(ours.headers['access-control-allow-origin']).toBe(OUR_ORIGIN)
    expect(ours.headers['access-control-allow-methods']).toContain('PUT')
    expect((await send(url, asks('http://evil.example'))).status).toBe(403)
    const put = await send(url, { body: picture, headers: { ...JPEG, origin: OUR_ORIGIN } })
    expect(put.headers['access-control-allow-origin']).toBe(OUR_ORIGIN)
  })
})
