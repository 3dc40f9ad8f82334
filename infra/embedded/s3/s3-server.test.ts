import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Trailers, unchunk } from './aws-chunked.ts'
import { createS3Server, type S3Server } from './server.ts'
import { createObjectStore } from './store.ts'

let dir: string
let server: S3Server
let s3: S3Client

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 's3-server-'))
  await start()
})

afterEach(async () => {
  s3.destroy()
  await server.close()
  await rm(dir, { recursive: true })
})

async function start() {
  server = createS3Server({ dir, keys: { key: 'secret' }, buckets: ['files'], maxBytes: 1_000_000 })
  s3 = new S3Client({
    endpoint: await server.listen(),
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  })
}

const put = (Key: string, Body: string | Buffer, more: object = {}) =>
  s3.send(new PutObjectCommand({ Bucket: 'files', Key, Body, ...more }))
const get = async (Key: string) =>
  (await s3.send(new GetObjectCommand({ Bucket: 'files', Key }))).Body?.transformToString()

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

test('objects outlive the server, and what a crash left unfinished does not', async () => {
  await put('kept', 'bytes')
  s3.destroy()
  await server.close()
  await writeFile(path.join(dir, 'files', 'half-written.part'), 'half')
  await start()
  expect(await get('kept')).toBe('bytes')
  expect((await readdir(path.join(dir, 'files'))).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('no key leads out of the folder', async () => {
  await put('../../../escaped', 'x')
  await put('..', 'y')
  expect(await get('../../../escaped')).toBe('x')
  expect(await readdir(dir)).toEqual(['files'])
  const bucket = s3.send(new PutObjectCommand({ Bucket: '..', Key: 'x', Body: 'x' }))
  await expect(bucket).rejects.toMatchObject({ name: 'InvalidBucketName' })
})

test('an object that is longer than allowed is refused with an answer, and leaves nothing', async () => {
  await expect(put('big', Buffer.alloc(1_000_001))).rejects.toMatchObject({ name: 'EntityTooLarge' })
  expect(await readdir(path.join(dir, 'files'))).toEqual([])
})

test('a body that is not the one announced is refused and leaves nothing', async () => {
  await expect(put('digest', 'abc', { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' })).rejects.toMatchObject({
    name: 'BadDigest',
  })
  await expect(put('crc', 'abc', { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({ name: 'BadDigest' })
  expect(await readdir(path.join(dir, 'files'))).toEqual([])
})

test('a reader keeps the object that it began to read while another takes its place', async () => {
  const store = createObjectStore(dir)
  const write = (text: string) =>
    store.write('files', { key: 'k', body: pieces(text), headers: () => ({}), onlyIfAbsent: false })
  await write('old')
  await using object = await store.open('files', 'k')
  await write('newer')
  const read: string[] = []
  for await (const piece of object.stream(0, object.description.size - 1)) read.push(piece.toString())
  expect(read.join('')).toBe('old')
  expect(await get('k')).toBe('newer')
})

test('file names on disk say nothing of the keys', async () => {
  await put('licences/secret-name', 'x')
  const [name = ''] = await readdir(path.join(dir, 'files'))
  expect(name).toMatch(/^[0-9a-f]{64}$/)
  expect((await readFile(path.join(dir, 'files', name))).subarray(0, 1).toString()).toBe('x')
})

test('an aws-chunked body may be cut anywhere on its way', async () => {
  const text = '5\r\nhello\r\n6;ext=1\r\n world\r\n0\r\nx-amz-checksum-crc32: DUoRhQ==\r\n\r\n'
  for (let size = 1; size <= text.length; size++) {
    const trailers: Trailers = new Map()
    const out: Buffer[] = []
    const cut = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
    for await (const piece of unchunk(pieces(...cut), trailers)) out.push(piece)
    expect(Buffer.concat(out).toString()).toBe('hello world')
    expect([...trailers]).toEqual([['x-amz-checksum-crc32', 'DUoRhQ==']])
  }
})

test.each(['5\r\nhel', 'zz\r\n', '5\r\nhelloX\r\n0\r\n\r\n', '5\r\nhello\r\n', '', `${'1'.repeat(9)}\r\n`])(
  'an aws-chunked body that breaks its own rules is refused: %j',
  async (text) => {
    const read = async () => {
      for await (const _ of unchunk(pieces(text), new Map()));
    }
    await expect(read()).rejects.toMatchObject({ code: 'IncompleteBody' })
  },
)
