import { afterEach, describe, expect, it, vi } from 'vitest'
import { collect, freshStream, idsOf, newEvents, startFollowing } from '../contract/setup.ts'
import { EVERYTHING, type EventLog, Unavailable, WrongRevision } from '../port.ts'
import { asPosition } from './record.ts'
import { eachInTrouble, type Trouble, WITHIN } from './testing/trouble.ts'

describe('Appends and reads, when the server misbehaves', () => {
  let server: Trouble['server']
  let log: EventLog
  let open: Trouble['open']
  eachInTrouble((trouble) => {
    ;({ server, log, open } = trouble)
  })
  const stored = async (stream: string) => idsOf(await collect(log.read(stream)))

  describe('an append whose outcome is unknown is stored once', () => {
    for (const fault of [
      'hang',
      'hangAfterStoring',
      'failBeforeStoring',
      'failAfterStoring',
      'late',
      'noPosition',
    ] as const) {
      for (const expected of [0n, 'any', 'exists'] as const) {
        it(`${fault}, expected ${expected}`, async () => {
          const stream = freshStream()
          const [first, events] = [newEvents(1), newEvents(2)]
          await log.append(stream, 'noStream', first)
          server.faults.appends.push(fault)
          const answer = await log.append(stream, expected, events)
          expect(answer).toMatchObject({ revision: 2n, position: await log.head() })
          server.faults.releaseLate()
          await vi.waitUntil(() => server.faults.lateAnswers === (fault === 'late' ? 1 : 0), WITHIN)
          expect(await stored(stream)).toEqual(idsOf([...first, ...events]))
        })
      }
    }

    it('failAfterStoring, expected any, and the server is killed and forgets the ids', async () => {
      const stream = freshStream()
      const events = newEvents(2)
      server.faults.appends.push('hangAfterStoring')
      const appending = log.append(stream, 'any', events)
      await expect.poll(() => server.log.stream(stream).length, WITHIN).toBe(2)
      await server.kill()
      await server.start()
      expect(await appending).toMatchObject({ revision: 1n })
      expect(await stored(stream)).toEqual(idsOf(events))
    })

    it('and is answered when it is seen in the log, long before the server loses its patience', async () => {
      const stream = freshStream()
      const events = newEvents(2)
      const own = open({ call: 600_000, total: 600_000 })
      server.faults.appends.push('hangAfterStoring')
      expect(await own.append(stream, 'noStream', events)).toMatchObject({ revision: 1n, position: await log.head() })
      expect(await stored(stream)).toEqual(idsOf(events))
      await own.close()
    }, 20_000)

    it('while another writer moves the stream on', async () => {
      const stream = freshStream()
      const [mine, other] = [newEvents(2), newEvents(3)]
      server.faults.appends.push('hangAfterStoring')
      const appending = log.append(stream, 'noStream', mine)
      await expect.poll(() => server.log.stream(stream).length, WITHIN).toBe(2)
      const another = open()
      await another.append(stream, 1n, other)
      await another.close()
      expect(await appending).toMatchObject({ revision: 1n })
      expect(await stored(stream)).toEqual(idsOf([...mine, ...other]))
    })

    it('and is refused when another writer took its place, also if the lost call is served at last', async () => {
      const stream = freshStream()
      const other = newEvents(1)
      server.faults.appends.push('late')
      const appending = log.append(stream, 'noStream', newEvents(2)).catch((error: unknown) => error)
      await expect.poll(() => server.faults.appends.length, WITHIN).toBe(0)
      const another = open()
      await another.append(stream, 'noStream', other)
      await another.close()
      expect(await appending).toBeInstanceOf(WrongRevision)
      server.faults.releaseLate()
      await expect.poll(() => server.faults.lateAnswers, WITHIN).toBe(1)
      expect(await stored(stream)).toEqual(idsOf(other))
    })

    it('and is Unavailable when the time is over; the identical call then answers as the first time', async () => {
      const stream = freshStream()
      const events = newEvents(2)
      const own = open({ total: 500 })
      server.faults.appends.push('hangAfterStoring')
      server.freeze()
      const refusal = await own.append(stream, 'noStream', events).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(Unavailable)
      server.thaw()
      const appended = await own.append(stream, 'noStream', events)
      expect(appended.revision).toBe(1n)
      expect(await stored(stream)).toEqual(idsOf(events))
      await own.close()
    })
  })

  it('appends that wait for each other are Unavailable at the same time, and identical calls then keep their order', async () => {
    const stream = freshStream()
    const own = open({ total: 2_000 })
    const groups = Array.from({ length: 8 }, () => newEvents(2))
    server.freeze()
    const settled: number[] = []
    const began = performance.now()
    const refusals = await Promise.all(
      groups.map((events) =>
        own
          .append(stream, 'any', events)
          .catch((error: unknown) => error)
          .finally(() => settled.push(performance.now() - began)),
      ),
    )
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(Unavailable)
    // One after the other they would be fourteen seconds apart.
    expect(Math.max(...settled) - Math.min(...settled)).toBeLessThan(7_000)
    server.thaw()
    await Promise.all(groups.map((events) => own.append(stream, 'any', events)))
    expect(await stored(stream)).toEqual(idsOf(groups.flat()))
    await own.close()
  })

  describe('a clock that is put back while the server is silent makes nobody wait longer', () => {
    afterEach(() => {
      vi.useRealTimers()
    })
    const calls: readonly (readonly [string, (own: EventLog) => Promise<unknown>])[] = [
      ['a read of a stream', async (own) => await collect(own.read(freshStream()))],
      ['a read of the log', async (own) => await collect(own.readAll('start', EVERYTHING))],
      ['a look at the head', async (own) => await own.head()],
      ['an append', async (own) => await own.append(freshStream(), 'noStream', newEvents(1))],
      ['appends that wait for each other', twice],
    ]
    it.each(calls)('%s', async (_what, call) => {
      const own = open({ total: 500 })
      server.freeze()
      const outcome = call(own).catch((error: unknown) => error)
      putBack()
      expect(await outcome).toBeInstanceOf(Unavailable)
      await own.close()
    })
  })

  describe('a read', () => {
    for (const fault of ['hang', 'fail', 'endEarly'] as const) {
      it(`of the log: ${fault} in the middle is made good, and nothing comes twice`, async () => {
        const stream = freshStream()
        const events = newEvents(20)
        await log.append(stream, 'noStream', events)
        server.faults.reads.push(undefined, fault) // the look at the end comes first
        expect(idsOf(await collect(log.readAll('start', EVERYTHING)))).toEqual(idsOf(events))
        expect(server.faults.reads).toEqual([])
      })
    }

    for (const fault of ['hang', 'fail'] as const) {
      it(`of a stream: ${fault} in the middle is made good, and nothing comes twice`, async () => {
        const stream = freshStream()
        const events = newEvents(20)
        await log.append(stream, 'noStream', events)
        server.faults.reads.push(fault)
        expect(await stored(stream)).toEqual(idsOf(events))
      })
    }

    it('of a server that stays away ends as Unavailable', async () => {
      const own = open({ total: 300 })
      await server.kill()
      await expect(collect(own.read(freshStream()))).rejects.toBeInstanceOf(Unavailable)
      await expect(own.head()).rejects.toBeInstanceOf(Unavailable)
      await expect(collect(own.readAll('start', EVERYTHING))).rejects.toBeInstanceOf(Unavailable)
      await own.close()
    })

    it('after a position at which no event starts gives what is after it', async () => {
      const [before, after] = [newEvents(2), newEvents(2)]
      const { position } = await log.append(freshStream(), 'noStream', before)
      await log.append(freshStream(), 'noStream', after)
      const between = asPosition(position + 1n)
      expect(idsOf(await collect(log.readAll(between, EVERYTHING)))).toEqual(idsOf(after))
    })
  })

  it('appends take the unary call: the batch append can stay pending for ever and end the process', async () => {
    await log.append(freshStream(), 'noStream', newEvents(3))
    await log.append(freshStream(), 'any', newEvents(3))
    expect(server.batchAppends()).toBe(0)
  })

  it('close waits for appends under way, ends followers, and refuses what comes after', async () => {
    const stream = freshStream()
    server.faults.appends.push('late')
    const appending = log.append(stream, 'noStream', newEvents(1))
    const follower = startFollowing(log, 'start')
    await Promise.all([log.close(), appending, expect(follower.stop()).resolves.toBeUndefined()])
    await expect(log.append(stream, 0n, newEvents(1))).rejects.toThrow('closed')
  })
})

/** The second waits until the first is answered. */
async function twice(log: EventLog): Promise<unknown> {
  const stream = freshStream()
  return await Promise.all([log.append(stream, 'any', newEvents(1)), log.append(stream, 'any', newEvents(1))])
}

/** The clock of this machine is set right: by an hour. */
const putBack = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
