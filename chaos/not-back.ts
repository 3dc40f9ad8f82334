import { setTimeout as delay } from 'node:timers/promises'
import type { Process } from './platform/processes.ts'

/** In milliseconds. One answer that never comes, of a process that was frozen or killed meanwhile, is not all that is waited for. */
const PATIENCE = 3_000
const BETWEEN_LOOKS = 100
/** The time is waited for in so many pieces: a machine that stands still for seconds costs one of them. */
const PIECES = 20

/**
 * Waits until each process says that it can work, asked by itself and past all proxies: of those that nobody asks for anything,
 * or that another one stands in for, no answer tells.
 * @param within how long, in milliseconds; as it was measured, so hardly ever a whole number
 * @param stop ends the waiting: then nobody is known to be missing
 * @returns the names of those that were not ready by then
 */
export async function notBack(
  processes: readonly Pick<Process, 'name' | 'url'>[],
  within: number,
  stop: AbortSignal,
): Promise<string[]> {
  const over = new AbortController()
  const late = AbortSignal.any([stop, over.signal])
  const waiting = overAfter(within, over, stop)
  const isBack = async ({ url }: Pick<Process, 'url'>): Promise<boolean> => {
    do {
      const address = url()
      if (address !== undefined) {
        const answer = await fetch(`${address}/readyz`, {
          signal: AbortSignal.any([late, AbortSignal.timeout(PATIENCE)]),
        }).catch(() => undefined)
        await answer?.body?.cancel().catch(() => {})
        if (answer?.ok === true) return true
      }
      await delay(BETWEEN_LOOKS, undefined, { signal: late }).catch(() => {})
    } while (!late.aborted)
    return false
  }
  const back = await Promise.all(processes.map(isBack))
  over.abort()
  await waiting
  if (stop.aborted) return []
  return processes.filter((_process, index) => back[index] === false).map(({ name }) => name)
}

async function overAfter(milliseconds: number, over: AbortController, stop: AbortSignal): Promise<void> {
  const ended = AbortSignal.any([over.signal, stop])
  for (let left = PIECES; left > 0 && !ended.aborted; left -= 1)
    await delay(Math.ceil(milliseconds / PIECES), undefined, { signal: ended }).catch(() => {})
  over.abort()
}
