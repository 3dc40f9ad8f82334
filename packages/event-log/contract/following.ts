import { describe, expect, it } from 'vitest'
import { freshStream, idsOf, newEvents, only, startFollowing, type Under } from './setup.ts'

const WITHIN = { timeout: 60_000, interval: 20 }

/** Readers that stay. */
export function following(under: Under): void {
  describe('whoever follows the log', () => {
    it('is given what is there, is told that it has caught up, and then what comes', async () => {
      const { log, another } = under()
      const stream = freshStream()
      const [old, fresh] = [newEvents(3), newEvents(2)]
      await log.append(stream, 'noStream', old)
      const follower = startFollowing(log, 'start', only(stream))
      await expect.poll(() => follower.items.some(({ kind }) => kind === 'caughtUp'), WITHIN).toBe(true)
      expect(idsOf(follower.events())).toEqual(idsOf(old))
      await another.append(stream, 2n, fresh)
      await expect.poll(() => idsOf(follower.events()), WITHIN).toEqual(idsOf([...old, ...fresh]))
      await follower.stop()
    })

    it('is told so again and again while nothing happens, and while others keep writing', async () => {
      const { log, another } = under()
      const stream = freshStream()
      const follower = startFollowing(log, await log.head(), only(stream))
      const told = () => follower.items.filter(({ kind }) => kind === 'caughtUp').length
      await expect.poll(told, WITHIN).toBeGreaterThan(2)
      expect(follower.events()).toEqual([])
      const before = told()
      const wanted = async () => {
        await another.append(stream, 'any', newEvents(1))
        return told()
      }
      await expect.poll(wanted, WITHIN).toBeGreaterThan(before + 2)
      await follower.stop()
    })

    it('begins after the position it names', async () => {
      const { log } = under()
      const stream = freshStream()
      const { position } = await log.append(stream, 'noStream', newEvents(2))
      const rest = newEvents(2)
      await log.append(stream, 1n, rest)
      const follower = startFollowing(log, position, only(stream))
      await expect.poll(() => idsOf(follower.events()), WITHIN).toEqual(idsOf(rest))
      await follower.stop()
    })

    it('moves on by checkpoints when others write what it does not want', async () => {
      const { log } = under()
      const start = await log.head()
      const follower = startFollowing(log, start, only(freshStream('wanted')))
      await expect.poll(() => follower.items.some(({ kind }) => kind === 'caughtUp'), WITHIN).toBe(true)
      const { position } = await log.append(freshStream('unwanted'), 'noStream', newEvents(2))
      // EventStoreDB gives checkpoints after a number of events, so others keep writing.
      await expect
        .poll(async () => {
          await log.append(freshStream('unwanted'), 'noStream', newEvents(40))
          return follower.items.some((item) => item.kind === 'checkpoint' && item.position >= position)
        }, WITHIN)
        .toBe(true)
      expect(follower.events()).toEqual([])
      await follower.stop()
    })

    it('never learns of a checkpoint before the events in front of it', async () => {
      const { log } = under()
      const start = await log.head()
      const stream = freshStream()
      const follower = startFollowing(log, start, only(stream))
      for (let n = 0; n < 30; n += 1) {
        await Promise.all([log.append(stream, 'any', newEvents(2)), log.append(freshStream(), 'any', newEvents(3))])
      }
      await expect.poll(() => follower.events().length, WITHIN).toBe(60)
      const positions = follower.items.flatMap((item) => (item.kind === 'caughtUp' ? [] : [item.position]))
      expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      await follower.stop()
    })

    it('ends when it is told to, also while nothing happens, and not before', async () => {
      const { log } = under()
      const follower = startFollowing(log, await log.head())
      await expect.poll(() => follower.items.some(({ kind }) => kind === 'caughtUp'), WITHIN).toBe(true)
      await follower.stop()
    })

    it('and stops reading in the middle leaves nothing behind', async () => {
      const { log } = under()
      const stream = freshStream()
      await log.append(stream, 'noStream', newEvents(50))
      const ending = new AbortController()
      let taken = 0
      for await (const item of log.follow('start', only(stream), ending.signal)) {
        if (item.kind === 'event') taken += 1
        if (taken === 3) break
      }
      expect(taken).toBe(3)
      await log.append(stream, 49n, newEvents(1))
    })
  })
}
