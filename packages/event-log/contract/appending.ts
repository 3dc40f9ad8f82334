import { describe, expect, it } from 'vitest'
import { APPEND_LIMIT, EVENT_LIMIT } from '../check-append.ts'
import { WrongRevision } from '../port.ts'
import { collect, freshStream, idsOf, newEvent, newEvents, type Under } from './setup.ts'

/** Retries, races and limits. */
export function appending(under: Under): void {
  describe('an append is all or nothing, and once', () => {
    it('a retry of the identical append answers as the first time and writes nothing', async () => {
      const { log, another } = under()
      const stream = freshStream()
      const events = newEvents(3)
      const first = await log.append(stream, 'noStream', events)
      expect(first).toMatchObject({ revision: 2n, repeated: false })
      for (const retry of [log, another, log]) {
        expect(await retry.append(stream, 'noStream', events)).toMatchObject({
          revision: first.revision,
          position: first.position,
        })
      }
      expect(idsOf(await collect(log.read(stream)))).toEqual(idsOf(events))
    })

    it('a retry still answers as the first time when the stream has moved on', async () => {
      const { log } = under()
      const stream = freshStream()
      const events = newEvents(2)
      const first = await log.append(stream, 'noStream', events)
      await log.append(stream, 1n, newEvents(5))
      expect(await log.append(stream, 'noStream', events)).toMatchObject({ revision: 1n, position: first.position })
    })

    it('the same append handed in twice at once is stored once', async () => {
      const { log, another } = under()
      const stream = freshStream()
      const events = newEvents(2)
      const answers = await Promise.all([log, log, another, log].map((each) => each.append(stream, 'noStream', events)))
      expect(new Set(answers.map(({ position }) => position)).size).toBe(1)
      expect(idsOf(await collect(log.read(stream)))).toEqual(idsOf(events))
    })

    it('of 12 writers who create the same stream one wins, twenty times over', async () => {
      const { log, another } = under()
      for (let round = 0; round < 20; round += 1) {
        const stream = freshStream('claim')
        const tries = Array.from({ length: 12 }, (_, n) =>
          (n % 2 === 0 ? log : another).append(stream, 'noStream', newEvents(1)),
        )
        const outcomes = await Promise.allSettled(tries)
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        const refusals = outcomes.flatMap((outcome) =>
          outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
        )
        expect(refusals.every((refusal) => refusal instanceof WrongRevision && refusal.actual === 0n)).toBe(true)
        expect(await collect(log.read(stream))).toHaveLength(1)
      }
    })

    it('of writers who saw the same revision one wins; the others read again and then win in turn', async () => {
      const { log, another } = under()
      const stream = freshStream()
      await log.append(stream, 'noStream', newEvents(1))
      const writer = async (mine: typeof log): Promise<void> => {
        for (;;) {
          const seen = (await collect(mine.read(stream))).at(-1)?.revision ?? 0n
          const answer = await mine.append(stream, seen, newEvents(1)).catch((error: unknown) => error)
          if (!(answer instanceof WrongRevision)) return
        }
      }
      await Promise.all(Array.from({ length: 8 }, (_, n) => writer(n % 2 === 0 ? log : another)))
      expect((await collect(log.read(stream))).map(({ revision }) => revision)).toEqual([
        0n,
        1n,
        2n,
        3n,
        4n,
        5n,
        6n,
        7n,
        8n,
      ])
    })

    it('appends to one stream that expect anything keep the order in which they were handed in', async () => {
      const { log } = under()
      const stream = freshStream()
      await log.append(stream, 'noStream', newEvents(1))
      const groups = [newEvents(1), newEvents(3), newEvents(2)]
      const answers = await Promise.all(groups.map((events) => log.append(stream, 'any', events)))
      expect(answers.map(({ revision }) => revision)).toEqual([1n, 4n, 6n])
      expect(idsOf((await collect(log.read(stream))).slice(1))).toEqual(idsOf(groups.flat()))
    })

    it('one refused append does not hold back those handed in with it', async () => {
      const { log } = under()
      const streams = Array.from({ length: 9 }, () => freshStream())
      const outcomes = await Promise.allSettled(
        streams.map((stream, n) => log.append(stream, n === 4 ? 8n : 'noStream', newEvents(2))),
      )
      expect(outcomes.map(({ status }) => status)).toEqual(streams.map((_, n) => (n === 4 ? 'rejected' : 'fulfilled')))
      const lengths = await Promise.all(streams.map(async (stream) => (await collect(log.read(stream))).length))
      expect(lengths).toEqual([2, 2, 2, 2, 0, 2, 2, 2, 2])
    })
  })

  describe('what no program may send is refused before anything is written', () => {
    const mistakes = [
      ['an append of no events', []],
      ['an append with the same id twice', ((event) => [event, event])(newEvent())],
      ['an event of more than 256 KiB', [newEvent(JSON.stringify({ text: 'x'.repeat(EVENT_LIMIT) }))]],
      [
        'an append of more than 1 MiB',
        Array.from({ length: 5 }, () => newEvent(JSON.stringify({ text: 'x'.repeat(APPEND_LIMIT / 5) }))),
      ],
      ['text that is not well-formed', [newEvent('{"text":"\ud800"}')]],
    ] as const
    for (const [mistake, events] of mistakes) {
      it(`refused: ${mistake}`, async () => {
        const { log } = under()
        const stream = freshStream()
        const refusal = await log.append(stream, 'any', events).catch((error: unknown) => error)
        expect(refusal).toBeInstanceOf(Error)
        expect(refusal).not.toBeInstanceOf(WrongRevision)
        expect(await collect(log.read(stream))).toEqual([])
      })
    }
  })
}
