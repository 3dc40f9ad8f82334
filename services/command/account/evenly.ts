import { setTimeout as pause } from 'node:timers/promises'

/** More than the work takes that is not to be seen from outside, in milliseconds. */
const TICK = 250

/**
 * Does something whose time would tell what nobody is to know: it is over a whole number of ticks after it began, whether it
 * had little to do or much, and also when it failed.
 */
export async function evenly(work: () => Promise<void>, tick = TICK): Promise<void> {
  const began = performance.now()
  try {
    await work()
  } finally {
    const took = performance.now() - began
    await pause(Math.ceil(took / tick) * tick - took)
  }
}
