import { getEventListeners } from 'node:events'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { collect, freshStream, idsOf, newEvent, newEvents, only, startFollowing } from '../contract/setup.ts'
import { EVERYTHING, type EventLog } from '../port.ts'
import type { SubscriptionFault } from './fake/faults.ts'
import type { FakeServer } from './fake/server.ts'
import { asPosition } from './record.ts'
import { eachInTrouble, SHORT, type Trouble, WITHIN } from './testing/trouble.ts'

describe('Following, when the server misbehaves', () => {
  let server: Trouble['server']
  let log: EventLog
  let open: Trouble['open']
  let drops: Trouble['drops']
  eachInTrouble((trouble) => {
    ;({ server, log, open, drops } = trouble)
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
      await expect.poll(() => follower.items.map(({ kind }) => kind), WITHIN).toContain('caughtUp')
      const later = newEvents(2)
      await log.append(stream, 'any', later)
      await expect.poll(() => idsOf(follower.events()), WITHIN).toEqual(idsOf(later))
      await follower.stop()
    })
  })

  it('nobody is told that they have heard of everything while the server is frozen', async () => {
    const own = open({ call: 60_000 })
    const follower = startFollowing(own, await own.head())
    const told = () => follower.items.filter(({ kind }) => kind === 'caughtUp').length
    await expect.poll(told, WITHIN).toBeGreaterThan(1)
    server.freeze()
    // One that was answered before may still be on its way.
    await delay(SHORT.look)
    const before = told()
    await delay(3 * SHORT.look)
    expect(told()).toBe(before)
    server.thaw()
    await expect.poll(told, WITHIN).toBeGreaterThan(before)
    await follower.stop()
    await own.close()
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
      const checkpoint = () => follower.items.findLast(({ kind }) => kind === 'checkpoint')
      expect(checkpoint()).toEqual({ kind: 'checkpoint', position })
      const live = await log.append(freshStream('foreign'), 'noStream', newEvents(3))
      await expect.poll(checkpoint, WITHIN).toEqual({ kind: 'checkpoint', position: live.position })
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
        const own = open({ call: 60_000, backoff: 60_000 })
        await own.append(freshStream(), 'noStream', newEvents(1))
        const ending = new AbortController()
        const kinds: string[] = []
        const run = (async () => {
          for await (const { kind } of own.follow('start', EVERYTHING, ending.signal)) kinds.push(kind)
        })()
        await expect.poll(() => kinds, WITHIN).toContain('caughtUp')
        await trouble()
        ending.abort()
        await run
        expect(getEventListeners(ending.signal, 'abort')).toEqual([])
        server.thaw()
        await own.close()
      })
    }

    it('before it began', async () => {
      expect(await collect(log.follow('start', EVERYTHING, AbortSignal.abort()))).toEqual([])
    })
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
