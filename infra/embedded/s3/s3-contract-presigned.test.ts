import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ContractStorage, OUR_ORIGIN, openContractStorage, PICTURE, send } from './contract-storage.ts'

/** What the product needs of object storage, whichever it is: addresses that browsers upload to. */

let storage: ContractStorage

beforeAll(async () => {
  storage = await openContractStorage()
})

afterAll(() => storage.stop())

const JPEG = { 'content-type': 'image/jpeg' }

describe('presigned uploads', () => {
  test('type, length and host are signed, and the upload works as signed', async () => {
    const url = await storage.presigned('up/signed.jpg')
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host')
    expect((await send(url, { body: PICTURE, headers: JPEG })).status).toBe(200)
    expect((await storage.contentOf('up/signed.jpg')).bytes.equals(PICTURE)).toBe(true)
  })

  const refused: readonly (readonly [string, (url: string) => Promise<{ status: number }>])[] = [
    ['another type', (url) => send(url, { body: PICTURE, headers: { 'content-type': 'text/html' } })],
    ['no type', (url) => send(url, { body: PICTURE })],
    ['a longer body', (url) => send(url, { body: Buffer.alloc(200_000), headers: JPEG })],
    ['a shorter body', (url) => send(url, { body: PICTURE.subarray(1), headers: JPEG })],
    ['another key', (url) => send(url.replace('victim', 'victim2'), { body: PICTURE, headers: JPEG })],
    ['another method', (url) => send(url, { method: 'GET', headers: JPEG })],
    ['another host', (url) => send(url, { body: PICTURE, headers: { ...JPEG, host: 'elsewhere.example' } })],
    ['a later expiry', (url) => send(url.replace('Expires=300', 'Expires=3000'), { body: PICTURE, headers: JPEG })],
    [
      'a header that copies a stranger’s object',
      (url) => send(url, { body: PICTURE, headers: { ...JPEG, 'x-amz-copy-source': `/${storage.bucket}/secret` } }),
    ],
  ]
  test.each(refused)('%s than signed is refused', async (_what, attempt) => {
    expect((await attempt(await storage.presigned('up/victim'))).status).toBe(403)
    await expect(storage.contentOf('up/victim')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  test('a wrong secret and no signature at all are refused', async () => {
    const forged = await storage.presigned('up/forged', { secret: 'another secret' })
    expect((await send(forged, { body: PICTURE, headers: JPEG })).status).toBe(403)
    await expect(storage.forger.send(new ListObjectsV2Command({ Bucket: storage.bucket }))).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    })
    await storage.store('private')
    expect((await send(`${storage.endpoint}/${storage.bucket}/private`, { method: 'GET' })).status).toBe(403)
  })

  test('an address ends with its time', async () => {
    const url = await storage.presigned('up/late', { expiresIn: 1 })
    const attempt = async () => (await send(url, { body: PICTURE, headers: JPEG })).status
    await expect.poll(attempt, { timeout: 60_000, interval: 300 }).toBe(403)
  })

  test('a presigned download may name the file it is saved as', async () => {
    await storage.store('down')
    const ResponseContentDisposition = 'attachment; filename="licence.jpg"'
    const url = await getSignedUrl(
      storage.s3,
      new GetObjectCommand({ Bucket: storage.bucket, Key: 'down', ResponseContentDisposition }),
    )
    const answer = await send(url, { method: 'GET' })
    expect(answer.headers['content-disposition']).toBe(ResponseContentDisposition)
    expect(answer.body.equals(PICTURE)).toBe(true)
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
    const url = await storage.presigned('up/cors')
    const ours = await send(url, asks(OUR_ORIGIN))
    expect(ours.status).toBe(200)
    expect(ours.headers['access-control-allow-origin']).toBe(OUR_ORIGIN)
    expect(ours.headers['access-control-allow-methods']).toContain('PUT')
    expect((await send(url, asks('http://evil.example'))).status).toBe(403)
    const put = await send(url, { body: PICTURE, headers: { ...JPEG, origin: OUR_ORIGIN } })
    expect(put.headers['access-control-allow-origin']).toBe(OUR_ORIGIN)
  })
})
