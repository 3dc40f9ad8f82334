import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { collect, freshStream, idsOf, newEvents, only, startFollowing } from '../contract/setup.ts'
import { type EventLog, type Expected, type NewEvent, Unavailable } from '../port.ts'
import { createEventStoreEventLog } from './eventstore-event-log.ts'
import { fakeServer } from './testing/fake-server.ts'
import { onRealServer } from './testing/on-real-server.ts'
import type { ServerUnderTest } from './testing/server-under-test.ts'

const WRITERS = 16
const WITHIN = { timeout: 60_000, interval: 50 }

survivesKills('faked', () => fakeServer(2310), { kills: 8, between: 150, away: 50 })

await onRealServer('An event store under kills', (name, start) =>
  survivesKills(name, start, { kills: 6, between: 2_000, away: 500 }),
)

interface Pace {
  readonly kills: number
  /** Milliseconds that the server lives, and is away, each time. */
  readonly between: number
  readonly away: number
}

function survivesKills(name: string, start: () => Promise<ServerUnderTest>, { kills, between, away }: Pace): void {
  describe(`An event store, ${name}, that is killed ${kills} times under ${WRITERS} writers`, () => {
    it('loses and doubles nothing that was acknowledged, and followers are given everything once, in order', async ({
      skip,
    }) => {
      await using server = await disposable(start)
      const { process } = server
      if (process === undefined) skip('the server is not ours to kill: set EVENTSTORE_COMMAND')
      const open = () => createEventStoreEventLog({ connectionString: server.url })
      const [log, reader] = [open(), open()]
      const streams = Array.from({ length: WRITERS }, () => freshStream('killed'))
      const ending = new AbortController()
      const follower = startFollowing(reader, 'start', only(...streams))
      const writers = streams.map((stream, n) => write(log, stream, n % 4 === 0 ? 'any' : 'exact', ending.signal))

      for (let n = 0; n < kills; n += 1) {
        await delay(between * (0.5 + Math.random()))
        await process?.kill()
        await delay(away)
        await process?.start()
      }
      await delay(between)
      ending.abort()
      const acknowledged = (await Promise.all(writers)).flat()

      const stored = await collect(reader.readAll('start', only(...streams)))
      const ids = idsOf(stored)
      expect(new Set(ids).size, 'an event is stored twice').toBe(ids.length)
      expect(ids.toSorted(), 'what is stored is what was acknowledged').toEqual(acknowledged.toSorted())
      await expect.poll(() => follower.events().length, WITHIN).toBe(ids.length)
      expect(idsOf(follower.events())).toEqual(ids)
      await follower.stop()
      await Promise.all([log.close(), reader.close()])
      console.log(`${name}: ${kills} kills, ${acknowledged.length} events acknowledged, 0 lost, 0 doubled`)
    }, 240_000)
  })
}

/** Appends one after another until it is told to stop; gives the ids that were acknowledged. */
async function write(log: EventLog, stream: string, how: 'any' | 'exact', stop: AbortSignal): Promise<string[]> {
  const acknowledged: string[] = []
  while (!stop.aborted) {
    const events = newEvents(1 + (acknowledged.length % 3))
    const exact = acknowledged.length === 0 ? 'noStream' : BigInt(acknowledged.length - 1)
    await untilStored(log, stream, how === 'any' ? 'any' : exact, events)
    acknowledged.push(...idsOf(events))
  }
  return acknowledged
}

/** The only thing that may follow an unknown outcome: the identical call. */
async function untilStored(
  log: EventLog,
  stream: string,
  expected: Expected,
  events: readonly NewEvent[],
): Promise<void> {
  for (;;) {
    const outcome = await log.append(stream, expected, events).catch((error: unknown) => error)
    if (!(outcome instanceof Error)) return
    if (!(outcome instanceof Unavailable)) throw outcome
  }
}

async function disposable(start: () => Promise<ServerUnderTest>): Promise<ServerUnderTest & AsyncDisposable> {
  const server = await start()
  return { ...server, [Symbol.asyncDispose]: () => server.close() }
}
