import { describe, expect, it } from 'vitest'
import type { Desk } from '../testing/desk.ts'
import { opened } from '../testing/open.ts'
import { packedFor } from './packed.ts'

const LIST = '/api/admin/bookings'

const given = opened(async (world, desk) => {
  const { story } = world
  const harbour = await story.business('Harbour Hire')
  const northern = await story.business('Northern Wheels')
  const car = await story.vehicle(harbour, 'Ford Fiesta')
  for (let day = 1; day < 9; day += 1) await story.request(car, `2026-07-0${day}`, `2026-07-0${day + 1}`)
  await world.caughtUp()
  return { staff: await desk.signIn(harbour), strangers: await desk.signIn(northern) }
})

/** How a list travels to somebody who says so much of what they take, and under which tag. */
async function ask(desk: Desk, session: string, acceptEncoding: string, path = LIST) {
  const { status, text, headers } = await desk.get(path, { session, headers: { 'accept-encoding': acceptEncoding } })
  return {
    status,
    text,
    encoding: headers.get('content-encoding'),
    length: Number(headers.get('content-length')),
    tag: headers.get('etag') ?? '',
    vary: headers.get('vary'),
  }
}

describe('a long answer', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.1, gzip', 'gzip'],
    ['*', 'br'],
  ])('travels packed to whoever takes %s, and is the same', async (takes, encoding) => {
    const { desk, staff } = given()
    const plain = await ask(desk, staff, 'identity')
    const packed = await ask(desk, staff, takes)
    expect(packed).toMatchObject({ status: 200, encoding, text: plain.text })
    expect(packed.length).toBeLessThan(plain.length / 2)
  })

  it.each(['identity', 'deflate, zstd', 'br;q=0, gzip;q=0', 'identity, br;q=0.1'])(
    'travels as it is to whoever takes %s',
    async (takes) => {
      const { desk, staff } = given()
      expect(await ask(desk, staff, takes)).toMatchObject({ status: 200, encoding: null })
    },
  )

  it('has one tag, a weak one where it was packed, and either is answered with 304 and called as it was', async () => {
    const { desk, staff } = given()
    const plain = await ask(desk, staff, 'identity')
    const packed = await ask(desk, staff, 'br')
    expect(packed.tag).toBe(`W/${plain.tag}`)
    for (const etag of [plain.tag, packed.tag]) {
      const again = await desk.get(LIST, { session: staff, etag, headers: { 'accept-encoding': 'br' } })
      expect([again.status, again.headers.get('etag'), again.headers.get('content-encoding')]).toEqual([
        304,
        etag,
        null,
      ])
    }
  })

  it('says that it differs by what is taken, also where it is not packed', async () => {
    const { desk, staff } = given()
    for (const takes of ['br', 'identity']) expect((await ask(desk, staff, takes)).vary).toMatch(/accept-encoding/i)
  })

  it('keeps no more memory than it is long', async () => {
    const takesBrotli = { get: () => 'br', acceptsEncodings: () => 'br' }
    const { bytes } = (await packedFor(takesBrotli, Buffer.from('a line of text '.repeat(1_000)))) ?? {}
    expect(bytes?.buffer.byteLength).toBe(bytes?.length)
  })

  it('is as long as its head says to whoever asks for the head alone', async () => {
    const { desk, staff } = given()
    const whole = await ask(desk, staff, 'gzip')
    const head = await desk.get(LIST, { session: staff, method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    expect([head.text, Number(head.headers.get('content-length'))]).toEqual(['', whole.length])
  })
})

it('a short answer is not packed', async () => {
  const { desk, strangers } = given()
  expect(await ask(desk, strangers, 'br')).toMatchObject({ text: '[]', encoding: null })
})

it('a picture is not packed: it is already', async () => {
  const { desk } = given()
  const path = '/harbour-hire/portal/icon.png?w=512'
  const { status, headers } = await desk.get(path, { headers: { 'accept-encoding': 'br, gzip' } })
  expect([status, headers.get('content-encoding'), headers.get('vary')]).toEqual([200, null, null])
})
