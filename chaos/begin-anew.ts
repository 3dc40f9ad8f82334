import { setTimeout as delay } from 'node:timers/promises'
import { notBack } from './not-back.ts'
import type { Process } from './platform/processes.ts'

/** In milliseconds; a process takes far longer to start. */
const BETWEEN_LOOKS = 20

/**
 * Ends processes, which are started again: whatever they have kept in memory is gone.
 * @param within how long they may take, in milliseconds
 * @param stop ends the waiting
 * @returns the names of those that were not ready by then
 */
export async function beginAnew(
  processes: readonly Pick<Process, 'name' | 'url' | 'signal'>[],
  within: number,
  stop: AbortSignal,
): Promise<string[]> {
  const end = async ({ url, signal }: Pick<Process, 'url' | 'signal'>): Promise<void> => {
    const before = url()
    if (!signal('SIGKILL')) return
    while (url() === before && !stop.aborted) await delay(BETWEEN_LOOKS)
  }
  await Promise.all(processes.map(end))
  return await notBack(processes, within, stop)
}
