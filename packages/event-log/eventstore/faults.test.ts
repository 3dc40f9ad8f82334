import { getEventListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { collect, freshStream, idsOf, newEvent, newEvents, only, startFollowing } from '../contract/setup.ts'
import { EVERYTHING, type EventLog, Unavailable, WrongRevision } from '../port.ts'
import type { Deadlines } from './deadlines.ts'
import { createEventStoreEventLog } from './eventstore-event-log.ts'
import type { SubscriptionFault } from './fake/faults.ts'
import { type FakeServer, startFakeServer } from './fake/server.ts'
import { asPosition } from './record.ts'

const SHORT: Deadlines = { call: 300, total: 3_000, backoff: 400, silence: 50 }
const WITHIN = { timeout: 10_000, interval: 20 }

describe('The EventStoreDB adapter, when the server misbehaves', () => {
  let server: FakeServer
  let log: EventLog
  const drops: unknown[] = []
  const open = (deadlines: Partial<Deadlines> = {}) =>
    createEventStoreEventLog({
      connectionString: server.url,
      deadlines: { ...SHORT, ...deadlines },
      onDrop: (reason) => drops.push(reason),
    })
  beforeEach(async () => {
    server = await startFakeServer()
    log = open()
    drops.length = 0
  })
  afterEach(async () => {
    await log.close()
    await server.close()
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
      await log.close()
      log = open({ total: 500 })
      server.faults.appends.push('hangAfterStoring')
      server.freeze()
      const refusal = await log.append(stream, 'noStream', events).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(Unavailable)
      server.thaw()
      const appended = await log.append(stream, 'noStream', events)
      expect(appended.revision).toBe(1n)
      expect(await stored(stream)).toEqual(idsOf(events))
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
      await log.close()
      log = open({ total: 300 })
      await server.kill()
      await expect(collect(log.read(freshStream()))).rejects.toBeInstanceOf(Unavailable)
      await expect(log.head()).rejects.toBeInstanceOf(Unavailable)
      await expect(collect(log.readAll('start', EVERYTHING))).rejects.toBeInstanceOf(Unavailable)
    })

    it('after a position at which no event starts gives what is after it', async () => {
      const [before, after] = [newEvents(2), newEvents(2)]
      const { position } = await log.append(freshStream(), 'noStream', before)
      await log.append(freshStream(), 'noStream', after)
      const between = asPosition(position + 1n)
      expect(idsOf(await collect(log.readAll(between, EVERYTHING)))).toEqual(idsOf(after))
    })
  })

  describe('whoever follows is given everything once, in order', () => {
    const troubles: readonly (readonly [string, () => Promise<void>])[] = [
      ['after a graceful end of the server', async () => server.faults.drop('end')],
      ['after an error', async () => server.faults.drop('error')],
      [
        'after a kill',
        async () => {
          await server.kill()
          await server.start()
        },
      ],
      ['when the new subscription is never confirmed', () => badStart(server, 'unconfirmed')],
      ['when the new subscription is silent', () => badStart(server, 'silent')],
      ['when the new subscription is refused', () => badStart(server, 'refuse')],
    ]
    for (const [name, trouble] of troubles) {
      it(`also ${name}`, async () => {
        const stream = freshStream()
        const sent = newEvents(30)
        await log.append(stream, 'noStream', sent.slice(0, 10))
        const follower = startFollowing(log, 'start', only(stream))
        await expect.poll(() => follower.events().length, WITHIN).toBe(10)
        await trouble()
        for (const [n, event] of sent.slice(10).entries()) await log.append(stream, BigInt(n + 9), [event])
        await expect.poll(() => follower.events().length, WITHIN).toBe(30)
        expect(idsOf(follower.events())).toEqual(idsOf(sent))
        await follower.stop()
      })
    }

    it('when it lags and is thrown out', async () => {
      const stream = freshStream()
      const sent = Array.from({ length: 400 }, () => newEvent(JSON.stringify({ text: 'x'.repeat(20_000) })))
      const follower = slowFollower(log, stream)
      await expect.poll(() => follower.caughtUp(), WITHIN).toBe(true)
      server.faults.lagLimit = 20
      for (let n = 0; n < sent.length; n += 40) await log.append(stream, 'any', sent.slice(n, n + 40))
      await expect.poll(() => drops.map(String), WITHIN).toContainEqual(expect.stringContaining('Consumer too slow'))
      server.faults.lagLimit = Number.POSITIVE_INFINITY
      follower.hurry()
      await expect.poll(() => follower.ids().length, WITHIN).toBe(sent.length)
      expect(follower.ids()).toEqual(idsOf(sent))
      await follower.stop()
    })

    it('after a position at which no event starts', async () => {
      const stream = freshStream()
      const [before, after] = [newEvents(3), newEvents(3)]
      const { position } = await log.append(stream, 'noStream', before)
      await log.append(stream, 'any', after)
      const follower = startFollowing(log, asPosition(position + 1n), only(stream))
      await expect.poll(() => idsOf(follower.events()), WITHIN).toEqual(idsOf(after))
      await follower.stop()
    })

    it('after a position beyond the end', async () => {
      const stream = freshStream()
      const { position } = await log.append(stream, 'noStream', newEvents(3))
      const follower = startFollowing(log, asPosition(position + 10n), only(stream))
      await expect.poll(() => follower.items.map(({ kind }) => kind), WITHIN).toEqual(['caughtUp'])
      const later = newEvents(2)
      await log.append(stream, 'any', later)
      await expect.poll(() => idsOf(follower.events()), WITHIN).toEqual(idsOf(later))
      await follower.stop()
    })
  })

  it('a checkpoint never comes before the events in front of it, however slow the consumer', async () => {
    const stream = freshStream('wanted')
    for (let n = 0; n < 20; n += 1) {
      await log.append(stream, n === 0 ? 'noStream' : BigInt(n * 100 - 1), newEvents(100))
      await log.append(freshStream('unwanted'), 'noStream', newEvents(100))
    }
    const positions: bigint[] = []
    const ending = new AbortController()
    for await (const item of log.follow('start', only(stream), ending.signal)) {
      if (item.kind === 'caughtUp') break
      positions.push(item.position)
      await nextTurn()
    }
    expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(positions.length).toBeGreaterThan(2_000)
  })

  for (const saysCaughtUp of [true, false]) {
    it(`foreign events at the end do not keep a follower from arriving (server ${saysCaughtUp ? '23.10' : '22.10'})`, async () => {
      server.faults.saysCaughtUp = saysCaughtUp
      const stream = freshStream()
      await log.append(stream, 'noStream', newEvents(2))
      const { position } = await log.append(freshStream('foreign'), 'noStream', newEvents(7))
      const follower = startFollowing(log, 'start', only(stream))
      await expect.poll(() => follower.items.some(({ kind }) => kind === 'caughtUp'), WITHIN).toBe(true)
      expect(follower.items.at(-2)).toEqual({ kind: 'checkpoint', position })
      const live = await log.append(freshStream('foreign'), 'noStream', newEvents(3))
      await expect.poll(() => follower.items.at(-1), WITHIN).toEqual({ kind: 'checkpoint', position: live.position })
      await follower.stop()
    })
  }

  describe('an abort ends a follower promptly and leaves no listener behind', () => {
    const situations: readonly (readonly [string, () => Promise<void>])[] = [
      ['while it is live', async () => {}],
      ['while the server is frozen', async () => server.freeze()],
      ['while the server is away and it waits for its turn', () => server.kill()],
    ]
    for (const [situation, trouble] of situations) {
      it(`also ${situation}`, async () => {
        await log.close()
        log = open({ call: 60_000, backoff: 60_000 })
        await log.append(freshStream(), 'noStream', newEvents(1))
        const ending = new AbortController()
        const kinds: string[] = []
        const run = (async () => {
          for await (const { kind } of log.follow('start', EVERYTHING, ending.signal)) kinds.push(kind)
        })()
        await expect.poll(() => kinds, WITHIN).toContain('caughtUp')
        await trouble()
        ending.abort()
        await run
        expect(getEventListeners(ending.signal, 'abort')).toEqual([])
        server.thaw()
      })
    }

    it('before it began', async () => {
      expect(await collect(log.follow('start', EVERYTHING, AbortSignal.abort()))).toEqual([])
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

/** All subscriptions drop, and the next one begins badly. */
async function badStart({ faults }: FakeServer, fault: SubscriptionFault): Promise<void> {
  faults.subscriptions.push(fault, undefined, fault)
  faults.drop('error')
}

/** Takes an event only now and then, until it is told to hurry. */
function slowFollower(log: EventLog, stream: string) {
  const ending = new AbortController()
  const ids: string[] = []
  let caughtUp = false
  const { promise: inNoHurry, resolve: hurry } = Promise.withResolvers<void>()
  const run = (async () => {
    for await (const item of log.follow('start', only(stream), ending.signal)) {
      if (item.kind === 'caughtUp') caughtUp = true
      if (item.kind !== 'event') continue
      ids.push(item.id)
      await inNoHurry
    }
  })()
  return {
    ids: () => ids,
    caughtUp: () => caughtUp,
    hurry,
    stop: () => {
      ending.abort()
      return run
    },
  }
}
