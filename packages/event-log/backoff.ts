import { setTimeout as delay } from 'node:timers/promises'

/** Waits between tries: from 0.2 s, doubling, with jitter so that many processes do not come back at once. */
export interface Backoff {
  /** Waits for the next turn. Returns early, without an error, when the signal aborts. */
  wait(signal?: AbortSignal): Promise<void>
  /** The last try worked: the next wait is a short one again. */
  reset(): void
}

const FIRST_MS = 200
/** Whoever follows the log comes back no sooner: longer waits would spare PostgreSQL nothing, as readers ask it each second anyway. */
const LONGEST_MS = 2_000

/** @param longest longest wait, in milliseconds */
export function createBackoff(longest: number = LONGEST_MS): Backoff {
  let next = FIRST_MS
  return {
    async wait(signal) {
      const pause = next * (0.5 + Math.random() / 2)
      next = Math.min(next * 2, longest)
      await delay(pause, undefined, signal === undefined ? {} : { signal }).catch(() => {})
    },
    reset() {
      next = FIRST_MS
    },
  }
}
