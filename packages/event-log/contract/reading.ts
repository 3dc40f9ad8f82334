import { describe, expect, it } from 'vitest'
import { EVENT_LIMIT } from '../check-append.ts'
import { EVERYTHING, parsePosition } from '../port.ts'
import { collect, freshStream, idsOf, newEvent, newEvents, only, type Under } from './setup.ts'

const TEXTS = [
  ['spaces and the order of members', '{ "b" :1,\t"a":  2 , "a": 3 }'],
  ['numbers as they were written', '{"n":[1.10,1e2,-0,12345678901234567890]}'],
  ['text of all scripts', '{"name":"Zoë Ünal 李雷 \u{1f697} e\u0301 \u2028"}'],
  ['escapes', String.raw`{"text":"\u0000 \ud83d\ude97 \" \\ \/ \n"}`],
  ['200 KB', JSON.stringify({ text: 'é'.repeat(100_000) })],
  ['the largest event', JSON.stringify({ text: 'x'.repeat(EVENT_LIMIT - 200) })],
] as const

/** Streams, the whole log, and what comes back of an event. */
export function reading(under: Under): void {
  describe('what was appended comes back', () => {
    it('a stream that is not there yields nothing', async () => {
      expect(await collect(under().log.read(freshStream()))).toEqual([])
    })

    it('an event comes back with its id, type, metadata, place and time', async () => {
      const { log, another } = under()
      const stream = freshStream()
      const events = newEvents(2)
      const before = Date.now()
      const { position } = await log.append(stream, 'noStream', events)
      const [, second] = await collect(another.read(stream))
      expect(second).toEqual({
        ...events[1],
        kind: 'event',
        stream,
        revision: 1n,
        position,
        recordedAt: expect.any(Date),
      })
      expect(Math.abs((second?.recordedAt.getTime() ?? 0) - before)).toBeLessThan(60_000)
    })

    for (const [what, text] of TEXTS) {
      it(`the exact text comes back: ${what}`, async () => {
        const { log } = under()
        const stream = freshStream()
        await log.append(stream, 'noStream', [newEvent(text)])
        const [stored] = await collect(log.read(stream))
        expect(stored?.data === text).toBe(true)
      })
    }

    it('a stream is read from a revision on, that one included', async () => {
      const { log } = under()
      const stream = freshStream()
      await log.append(stream, 'noStream', newEvents(5))
      expect((await collect(log.read(stream, 3n))).map(({ revision }) => revision)).toEqual([3n, 4n])
      expect(await collect(log.read(stream, 5n))).toEqual([])
    })

    it('a stream longer than a page is read to its end, in order', async () => {
      const { log } = under()
      const stream = freshStream()
      const events = newEvents(2_300)
      for (let n = 0; n < events.length; n += 460) await log.append(stream, 'any', events.slice(n, n + 460))
      expect(idsOf(await collect(log.read(stream)))).toEqual(idsOf(events))
    })
  })

  describe('the whole log has one order', () => {
    it('a position is that of the last event appended, grows with every append, and can be printed and read', async () => {
      const { log, another } = under()
      const first = await log.append(freshStream(), 'noStream', newEvents(2))
      const second = await another.append(freshStream(), 'noStream', newEvents(1))
      expect(second.position > first.position).toBe(true)
      expect(parsePosition(String(second.position))).toBe(second.position)
      expect((await log.head()) >= second.position).toBe(true)
    })

    it('everything after a position is read, that one excluded, in the order of positions', async () => {
      const { log } = under()
      const [one, two] = [freshStream(), freshStream()]
      const start = await log.append(one, 'noStream', newEvents(1))
      const events = newEvents(3)
      for (const [n, event] of events.entries()) await log.append(n === 1 ? one : two, 'any', [event])
      const read = await collect(log.readAll(start.position, only(one, two)))
      expect(idsOf(read)).toEqual(idsOf(events))
      expect(read.map(({ position }) => position)).toEqual(read.map(({ position }) => position).toSorted(ascending))
      expect(await collect(log.readAll(read.at(-1)?.position ?? 'start', only(one, two)))).toEqual([])
    })

    it('only streams that begin with one of the prefixes are read', async () => {
      const { log } = under()
      const start = await log.head()
      const [mine, other] = [freshStream('mine'), freshStream('other')]
      await log.append(mine, 'noStream', newEvents(2))
      await log.append(other, 'noStream', newEvents(2))
      const streams = async (...prefixes: string[]) =>
        (await collect(log.readAll(start, { prefixes }))).map(({ stream }) => stream)
      expect(await streams('rent.mine-')).toEqual([mine, mine])
      expect(await streams(mine, other)).toEqual([mine, mine, other, other])
      expect(await streams('ent.mine-', 'rent.mine-%', 'RENT.')).toEqual([])
    })

    it('the log is read from its start, over many pages, and then it ends', async () => {
      const { log } = under()
      const stream = freshStream()
      const events = newEvents(2_100)
      for (let n = 0; n < events.length; n += 300) await log.append(stream, 'any', events.slice(n, n + 300))
      const mine = (await collect(log.readAll('start', EVERYTHING))).filter((event) => event.stream === stream)
      expect(idsOf(mine)).toEqual(idsOf(events))
    })
  })
}

const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
