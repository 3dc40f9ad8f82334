import { describe, expect, it, vi } from 'vitest'
import type { EventLog } from '../port.ts'
import { collect, freshStream, idsOf, newEvents, only, startFollowing, type Under } from './setup.ts'

const WITHIN = { timeout: 60_000, interval: 20 }

/** What must hold when connections are cut under load. */
export function lostConnections(under: Under): void {
  describe('when connections are lost', () => {
    it('whoever follows comes back by itself, skips nothing and is told nothing twice', async () => {
      const { log, another, dropConnections } = under()
      const stream = freshStream()
      const follower = startFollowing(log, await log.head(), only(stream))
      const sent: string[] = []
      for (let round = 0; round < 6; round += 1) {
        const events = newEvents(5)
        sent.push(...idsOf(events))
        await another.append(stream, 'any', events)
        await dropConnections()
        // Every other cut meets a reader who is still behind.
        await vi.waitUntil(() => round % 2 === 0 || follower.events().length === sent.length, WITHIN)
      }
      await expect.poll(() => idsOf(follower.events()), WITHIN).toEqual(sent)
      await follower.stop()
    })

    it('what was acknowledged is in the log once, whatever was retried', async () => {
      const { log, another, dropConnections } = under()
      const start = await log.head()
      const streams = Array.from({ length: 8 }, () => freshStream())
      const follower = startFollowing(another, start, only(...streams))
      const writers = Promise.all(streams.map((stream, n) => writeInTurn(n % 2 === 0 ? log : another, stream, 25)))
      for (let drops = 0; drops < 6; drops += 1) {
        const seen = follower.events().length
        await dropConnections()
        // The next cut comes when something has been written since, or all has been.
        await Promise.race([writers, vi.waitUntil(() => follower.events().length > seen, WITHIN)])
      }
      const acknowledged = (await writers).flat()
      const stored = idsOf(await collect(log.readAll(start, only(...streams))))
      expect(stored.toSorted()).toEqual(acknowledged.toSorted())
      await expect.poll(() => idsOf(follower.events()), WITHIN).toEqual(stored)
      await follower.stop()
    })
  })
}

/** Appends one after another, each upon the last; gives the ids that were acknowledged. */
async function writeInTurn(log: EventLog, stream: string, appends: number): Promise<string[]> {
  const acknowledged: string[] = []
  for (let n = 0; n < appends; n += 1) {
    const events = newEvents(1 + (n % 3))
    const expected = acknowledged.length === 0 ? 'noStream' : BigInt(acknowledged.length) - 1n
    await log.append(stream, expected, events)
    acknowledged.push(...idsOf(events))
  }
  return acknowledged
}
