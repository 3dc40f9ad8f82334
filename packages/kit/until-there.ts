import { setTimeout as delay } from 'node:timers/promises'

/** What is not there when a process starts is waited for so long, in milliseconds: a restart does not take longer. */
const COMES_BACK = 60_000
const BETWEEN_TRIES = 250

/**
 * Does what a process cannot start without, again and again while what it needs is away: one that is started while its database
 * is being started must not end for that.
 * @param begin may be called any number of times
 * @param isAway whether this was thrown because somebody is not there; anything else is thrown on at once
 * @throws what `begin` throws, when that is something else or there is nobody for a minute
 */
export async function untilThere<T>(begin: () => Promise<T>, isAway: (error: unknown) => boolean): Promise<T> {
  const giveUp = performance.now() + COMES_BACK
  for (;;) {
    try {
      return await begin()
    } catch (error) {
      if (!isAway(error) || performance.now() > giveUp) throw error
      await delay(BETWEEN_TRIES)
    }
  }
}
