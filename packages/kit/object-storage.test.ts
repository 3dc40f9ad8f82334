import { once } from 'node:events'
import { createServer } from 'node:http'
import { startTestObjectStorage, type TestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createObjectStorage, type ObjectStorage, ObjectTooLarge } from './object-storage.ts'

let server: TestObjectStorage
let storage: ObjectStorage

beforeAll(async () => {
  server = await startTestObjectStorage()
  storage = createObjectStorage(server.config)
})

afterAll(async () => {
  storage.close()
  await server.stop()
})

const PNG = { contentType: 'image/png' }

test('the bucket is made when it is not there, and that may be asked again', async () => {
  expect(await storage.isReady()).toBe(false)
  await storage.ensureBucket()
  await storage.ensureBucket()
  expect(await storage.isReady()).toBe(true)
})

test('an object comes back, as bytes, as a stream, and by its head', async () => {
  await storage.put('a/1', Buffer.from('one'), PNG)
  expect(await storage.read('a/1', 3)).toEqual({ bytes: Buffer.from('one'), size: 3, contentType: 'image/png' })
  expect(await storage.head('a/1')).toEqual({ size: 3, contentType: 'image/png' })
  const stream = await storage.get('a/1')
  expect(Buffer.concat((await stream?.body.toArray()) ?? []).toString()).toBe('one')
})

test('what is not there is undefined, and deleting it is no trouble', async () => {
  expect(await storage.read('nope', 3)).toBeUndefined()
  expect(await storage.head('nope')).toBeUndefined()
  expect(await storage.get('nope')).toBeUndefined()
  await storage.delete('nope')
})

test('an absent bucket is not an absent object', async () => {
  const elsewhere = createObjectStorage({ ...server.config, bucket: 'no-such-bucket' })
  await expect(elsewhere.read('a/1', 3)).rejects.toThrow('bucket')
  elsewhere.close()
})

test('onlyIfAbsent keeps what is there', async () => {
  expect(await storage.put('once', Buffer.from('first'), { ...PNG, onlyIfAbsent: true })).toBe(true)
  expect(await storage.put('once', Buffer.from('second'), { ...PNG, onlyIfAbsent: true })).toBe(false)
  expect((await storage.read('once', 10))?.bytes.toString()).toBe('first')
})

test('no more is read than the reader can take', async () => {
  await storage.put('long', Buffer.alloc(1000), PNG)
  await expect(storage.read('long', 999)).rejects.toThrow(ObjectTooLarge)
})

test('a list goes on over pages', async () => {
  for (let i = 0; i < 3; i++) await storage.put(`list/${i}`, Buffer.alloc(i), PNG)
  const found = []
  for await (const { key, size } of storage.list('list/')) found.push([key, size])
  expect(found).toEqual([
    ['list/0', 0],
    ['list/1', 1],
    ['list/2', 2],
  ])
})

test('a browser uploads what was signed and nothing else', async () => {
  const url = await storage.presignPut({ key: 'up/1', contentType: 'image/png', size: 4, expiresIn: 60 })
  const put = async (body: string, type: string) =>
    (await fetch(url, { method: 'PUT', body, headers: { 'content-type': type } })).status
  expect(await put('too long', 'image/png')).toBe(403)
  expect(await put('good', 'text/html')).toBe(403)
  expect(await put('good', 'image/png')).toBe(200)
  expect((await storage.read('up/1', 4))?.bytes.toString()).toBe('good')
})

test('an upload of unknown type and length is signed for its place alone', async () => {
  const url = await storage.presignPut({ key: 'up/2', expiresIn: 60 })
  expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('host')
  expect((await fetch(url, { method: 'PUT', body: 'anything' })).status).toBe(200)
})

test('addresses for browsers are signed for the host that browsers see', async () => {
  const seen = createObjectStorage({ ...server.config, publicEndpoint: 'https://files.example' })
  const url = await seen.presignPut({ key: 'incoming/x', expiresIn: 60 })
  expect(url).toMatch(/^https:\/\/files\.example\/forecourt\/incoming\/x\?/)
  expect(seen.keyOfPresigned(url)).toBe('incoming/x')
  for (const foreign of [
    url.replace('files.example', 'files.example.evil.example'),
    url.replace('https://', 'https://evil@'),
    url.replace('https://', 'http://'),
    url.replace('/forecourt/', '/forecourt/../other/'),
    url.replace('/forecourt/', '/other/'),
    url.replace('incoming/x', 'incoming%2Fx'),
    'not an address',
    '',
  ]) {
    expect(seen.keyOfPresigned(foreign)).toBeUndefined()
  }
  seen.close()
})

test('whose clock was set right signs with the right time at once', async () => {
  const CLOCK_SKEW = 900_000
  let isSetRight = false
  const skewed = createServer(({ headers }, response) => {
    const [, ...parts] = /^(....)(..)(..)T(..)(..)(..)Z$/.exec(String(headers['x-amz-date'])) ?? []
    const [year = 0, month = 0, ...rest] = parts.map(Number)
    const now = Date.now() + (isSetRight ? 0 : 3_600_000)
    const isOff = Math.abs(now - Date.UTC(year, month - 1, ...rest)) > CLOCK_SKEW
    response.writeHead(isOff ? 403 : 200, { date: new Date(now).toUTCString(), 'content-length': 3 }).end()
  }).listen(0, '127.0.0.1')
  await once(skewed, 'listening')
  const address = skewed.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const ours = createObjectStorage({ ...server.config, endpoint: `http://127.0.0.1:${port}` })
  expect(await ours.head('a/1'), 'it learns what time it is there').toMatchObject({ size: 3 })
  isSetRight = true
  expect(await ours.head('a/1'), 'and that it is another one').toMatchObject({ size: 3 })
  ours.close()
  skewed.close()
})

test('a storage that does not answer fails the call in good time', { timeout: 240_000 }, async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const stalled = createObjectStorage({ ...server.config, endpoint: `http://127.0.0.1:${port}` })
  expect(await stalled.isReady()).toBe(false)
  stalled.close()
  silent.closeAllConnections()
  silent.close()
})
