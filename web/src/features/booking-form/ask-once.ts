import { ApiError, mayPass } from '../../lib/api.ts'
import type { Attempt } from './draft.ts'

/** Refusals that say nothing of the request itself: whoever sends it may not. */
const OF_THE_SENDER: ReadonlySet<number> = new Set([401, 403])

/** Whether a request, or one under its key, may have arrived though nobody has said so. */
const isInDoubt = (error: unknown): boolean =>
  mayPass(error) || (error instanceof ApiError && OF_THE_SENDER.has(error.status))

interface Asking<Receipt> {
  /** Sends one body under the attempt's key. */
  readonly ask: (attempt: Attempt) => Promise<Receipt>
  /** Keeps what is known of the attempt; before anything leaves the device, too. */
  readonly note: (attempt: Attempt) => Promise<void>
}

/**
 * Asks for a booking, once: when the form was changed after a request of which nobody knows whether it arrived, both go under
 * one key. The server says when that was used with another body; then the first one has arrived, and its receipt is got.
 * @returns the receipt, and whether it is of the form as it was before the change
 * @throws {ApiError | NoAnswer} what `ask` throws
 */
export async function askOnce<Receipt>(
  attempt: Attempt,
  { ask, note }: Asking<Receipt>,
): Promise<{ readonly receipt: Receipt; readonly isAsFirstSent: boolean }> {
  await note({ ...attempt, inDoubt: true })
  try {
    return { receipt: await ask(attempt), isAsFirstSent: false }
  } catch (error) {
    const first = hasArrivedBefore(error) ? await receiptOf(attempt, ask) : undefined
    if (first !== undefined) return { receipt: first, isAsFirstSent: true }
    // With that answer nothing has arrived under this key.
    const { before: _, ...refused } = attempt
    if (!isInDoubt(error)) await note({ ...refused, inDoubt: false })
    throw error
  }
}

/** Whether the key of a request was used with another body. */
export const hasArrivedBefore = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'idempotency-key-reused'

/** The receipt of what has arrived under the attempt's key; undefined when none of its bodies has. */
async function receiptOf<Receipt>(
  { before = [], ...attempt }: Attempt,
  ask: Asking<Receipt>['ask'],
): Promise<Receipt | undefined> {
  for (const body of before) {
    try {
      return await ask({ ...attempt, body })
    } catch (error) {
      if (!hasArrivedBefore(error)) throw error
    }
  }
  return undefined
}
