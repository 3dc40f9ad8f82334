import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ContractStorage, openContractStorage, PICTURE } from './contract-storage.ts'

/** What the product needs of object storage, whichever it is: objects and lists. */

const AWKWARD_KEY = "a/../b c/ünï+('!*)&<>%2F.jpg"

let storage: ContractStorage

beforeAll(async () => {
  storage = await openContractStorage()
})

afterAll(() => storage.stop())

describe('objects', () => {
  test('an object comes back with its bytes, type and metadata', async () => {
    const put = new PutObjectCommand({
      Bucket: storage.bucket,
      Key: AWKWARD_KEY,
      Body: PICTURE,
      ContentType: 'image/jpeg',
      CacheControl: 'no-store',
      Metadata: { owner: 'x1' },
    })
    await storage.s3.send(put)
    const got = await storage.s3.send(new GetObjectCommand({ Bucket: storage.bucket, Key: AWKWARD_KEY }))
    expect(PICTURE.equals((await got.Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true)
    expect(got).toMatchObject({ ContentType: 'image/jpeg', CacheControl: 'no-store', Metadata: { owner: 'x1' } })
    const head = await storage.s3.send(new HeadObjectCommand({ Bucket: storage.bucket, Key: AWKWARD_KEY }))
    expect(head).toMatchObject({ ContentLength: PICTURE.length, ContentType: 'image/jpeg', ETag: got.ETag })
  })

  test('a stream (aws-chunked, checksum in the trailer) is stored unpacked', async () => {
    const body = Readable.from([PICTURE.subarray(0, 1), PICTURE.subarray(1, 70_000), PICTURE.subarray(70_000)])
    await storage.s3.send(
      new PutObjectCommand({ Bucket: storage.bucket, Key: 'stream', Body: body, ContentLength: PICTURE.length }),
    )
    const got = await storage.contentOf('stream')
    expect(got.bytes.equals(PICTURE)).toBe(true)
    const head = await storage.s3.send(new HeadObjectCommand({ Bucket: storage.bucket, Key: 'stream' }))
    expect(head.ContentEncoding).not.toBe('aws-chunked')
  })

  test('an empty object is an object', async () => {
    await storage.store('empty', '')
    expect((await storage.contentOf('empty')).bytes).toHaveLength(0)
  })

  test('ranges: first bytes, last bytes, none', async () => {
    await storage.store('ranges')
    const first = await storage.contentOf('ranges', 'bytes=10-19')
    expect(first.status).toBe(206)
    expect(first.range).toBe('bytes 10-19/100000')
    expect(first.bytes.equals(PICTURE.subarray(10, 20))).toBe(true)
    expect((await storage.contentOf('ranges', 'bytes=-5')).bytes.equals(PICTURE.subarray(-5))).toBe(true)
    await expect(storage.contentOf('ranges', 'bytes=100000-')).rejects.toMatchObject({ name: 'InvalidRange' })
  })

  test('If-None-Match * never replaces, and of racing writers one wins', async () => {
    const tries = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((Body) =>
        storage.s3.send(new PutObjectCommand({ Bucket: storage.bucket, Key: 'once', Body, IfNoneMatch: '*' })),
      ),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const late = storage.s3.send(
      new PutObjectCommand({ Bucket: storage.bucket, Key: 'once', Body: 'z', IfNoneMatch: '*' }),
    )
    await expect(late).rejects.toMatchObject({ name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } })
  })

  test('what is not there is NoSuchKey, NotFound to HEAD, and no trouble to delete', async () => {
    await expect(storage.contentOf('nope')).rejects.toMatchObject({ name: 'NoSuchKey' })
    await expect(storage.s3.send(new HeadObjectCommand({ Bucket: storage.bucket, Key: 'nope' }))).rejects.toMatchObject(
      {
        name: 'NotFound',
      },
    )
    await storage.s3.send(new DeleteObjectCommand({ Bucket: storage.bucket, Key: 'nope' }))
    await expect(
      storage.s3.send(new HeadObjectCommand({ Bucket: 'no-such-bucket-here', Key: 'x' })),
    ).rejects.toMatchObject({
      $metadata: { httpStatusCode: 404 },
    })
  })

  test('a copy has the bytes and type; deleting removes one or many', async () => {
    await storage.store('source')
    await storage.s3.send(
      new CopyObjectCommand({ Bucket: storage.bucket, Key: 'copy', CopySource: `${storage.bucket}/source` }),
    )
    const copy = await storage.contentOf('copy')
    expect(copy.bytes.equals(PICTURE)).toBe(true)
    expect(copy.type).toBe('image/jpeg')
    await storage.s3.send(new DeleteObjectCommand({ Bucket: storage.bucket, Key: 'copy' }))
    await expect(storage.contentOf('copy')).rejects.toMatchObject({ name: 'NoSuchKey' })

    await storage.store('many/<&>', 'x')
    const Delete = { Objects: [{ Key: 'source' }, { Key: 'many/<&>' }, { Key: 'was never there' }] }
    const deleted = await storage.s3.send(new DeleteObjectsCommand({ Bucket: storage.bucket, Delete }))
    expect(deleted.Deleted).toHaveLength(3)
    await expect(storage.contentOf('many/<&>')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })
})

describe('lists', () => {
  test('by prefix, in order, in pages', async () => {
    const keys = ['list/1', 'list/2', 'list/3', 'list/<&">', 'list/ü']
    for (const key of [...keys, 'lisu/x']) await storage.store(key, 'x')
    const found: (string | undefined)[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await storage.s3.send(
        new ListObjectsV2Command({
          Bucket: storage.bucket,
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
    const page = await storage.s3.send(new ListObjectsV2Command({ Bucket: storage.bucket, Prefix: 'nothing/' }))
    expect(page.Contents ?? []).toEqual([])
    expect(page.IsTruncated).toBe(false)
  })
})
