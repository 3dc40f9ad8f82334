import { setTimeout as pause } from 'node:timers/promises'
import type { MailQueue } from './mail-queue.ts'

/**
 * So many jobs may be ready in the queue before more are put in: several seconds of work. What else is due waits in the
 * log or in the reactor's book, where it costs nothing: putting a job into a queue does.
 */
export const ROOM = 500
/**
 * Milliseconds between two looks at a queue that is full. Each counts all jobs and what the table still holds of those that
 * are gone: five a second were a fortieth of what a busy machine did. In that time workers take out less than what is there, or
 * while they rest about as much.
 */
const BETWEEN_LOOKS = 1_000

/**
 * Waits until fewer jobs are ready than there is room for.
 * @param room how many that is by now
 * @returns how many are
 * @throws when the signal aborts, or the queue's error
 */
export async function untilRoom(
  queue: Pick<MailQueue, 'ready'>,
  room: () => number,
  signal: AbortSignal,
): Promise<number> {
  for (;;) {
    const ready = await queue.ready()
    if (ready < room()) return ready
    await pause(BETWEEN_LOOKS, undefined, { signal })
  }
}
