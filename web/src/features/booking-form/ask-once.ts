import { ApiError, mayPass } from '../../lib/api.ts'
import type { Attempt } from './draft.ts'

/** Refusals that say nothing of the request itself: whoever sends it may not. */
const OF_THE_SENDER: ReadonlySet<number> = new Set([401, 403])

/** Whether a request, or one under its key, may have arrived though nobody has said so. */
const isInDoubt = (error: unknown): boolean =>
  mayPass(error) || (error instanceof ApiError && OF_THE_SENDER.has(error.status))

interface Asking<Receipt> {
  /** Sends one body under one key. */
  readonly ask: (attempt: Attempt) => Promise<Receipt>
  /** Keeps what is known of the attempt; before anything leaves the device, too. */
  readonly note?: (attempt: Attempt) => Promise<void>
}

interface Asked<Receipt> {
  readonly receipt: Receipt
  /** It is the request as it was before the form was changed: that one had arrived. */
  readonly isAsFirstSent: boolean
}

/**
 * Asks for a booking, once, also when the form was changed after a request of which nobody knows whether it arrived. For the same
 * vehicle both go under one key, and the server says when that was used with another body. Of another vehicle it is asked first
 * whether its key was used. What has arrived counts, and its receipt is got.
 * @throws {ApiError | NoAnswer} what `ask` throws
 */
export async function askOnce<Receipt>(
  attempt: Attempt,
  { ask, note = async () => {} }: Asking<Receipt>,
): Promise<Asked<Receipt>> {
  const { before = [], ...own } = attempt
  const others = before.filter(({ key }) => key !== own.key)
  // Until that is known, this one has not been sent.
  if (others.length > 0) await note({ ...attempt, inDoubt: false })
  for (const { key, body } of others) {
    if (!(await wasUsed({ ...own, key, body }, ask))) continue
    const receipt = await receiptOf(own, sentUnder(key, others), ask)
    if (receipt !== undefined) return { receipt, isAsFirstSent: true }
  }
  const earlier = sentUnder(own.key, before)
  await note({ ...own, ...(earlier.length > 0 ? { before: earlier } : {}), inDoubt: true })
  try {
    return { receipt: await ask(own), isAsFirstSent: false }
  } catch (error) {
    const receipt = wasUsedOtherwise(error) ? await receiptOf(own, earlier, ask) : undefined
    if (receipt !== undefined) return { receipt, isAsFirstSent: true }
    // With that answer nothing has arrived under this key.
    if (!isInDoubt(error)) await note({ ...own, inDoubt: false })
    throw error
  }
}

const sentUnder = (key: string, sent: NonNullable<Attempt['before']>) => sent.filter((one) => one.key === key)

const wasUsedOtherwise = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'idempotency-key-reused'

/** No booking has this price, so that a request at it is refused whatever else is right. */
const NO_PRICE = '99999999.99'

/** Whether a key was used, which the server says of a body that it would refuse otherwise. @throws what says nothing of it */
async function wasUsed<Receipt>(sent: Attempt, ask: Asking<Receipt>['ask']): Promise<boolean> {
  try {
    await ask({ ...sent, body: JSON.stringify({ ...JSON.parse(sent.body), totalAmount: NO_PRICE }) })
    return true
  } catch (error) {
    if (isInDoubt(error)) throw error
    return wasUsedOtherwise(error)
  }
}

/** The receipt of what has arrived of these, under a key that was used; undefined when none has. */
async function receiptOf<Receipt>(
  own: Attempt,
  sent: NonNullable<Attempt['before']>,
  ask: Asking<Receipt>['ask'],
): Promise<Receipt | undefined> {
  for (const one of sent) {
    try {
      return await ask({ ...own, ...one })
    } catch (error) {
      if (!wasUsedOtherwise(error)) throw error
    }
  }
  return undefined
}
