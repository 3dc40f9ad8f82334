import * as z from 'zod/mini'
import type { BookingDraft } from './draft.ts'

type Choice = Pick<BookingDraft, 'carId' | 'pickupDate' | 'dropoffDate'>

/** A price that is another one than the person saw when they sent the form. Decimal pounds, two places. */
export interface PriceChange {
  readonly was: string
  readonly now: string
}

/** What the server has said of the price of a vehicle for some days. */
export interface Told extends Choice {
  readonly total: string
  /** The price by the fleet as it was known then: once the fleet says another one, that is newer. */
  readonly insteadOf: string | undefined
}

const Sent = z.object({ carId: z.string(), pickupDate: z.string(), dropoffDate: z.string(), totalAmount: z.string() })

/** Whether the fleet has said something of that price since. @param quoted the price by the fleet as it was last loaded */
export const isOutdated = (told: Told, draft: BookingDraft, quoted: string | undefined): boolean =>
  isOfSame(told, draft) && told.insteadOf !== quoted

/**
 * What it costs by all that is known: the fleet may have been loaded before the server said something else.
 * @param quoted the price by the fleet as it was last loaded
 */
export const priceNow = (
  draft: BookingDraft,
  told: Told | undefined,
  quoted: string | undefined,
): string | undefined =>
  told !== undefined && isOfSame(told, draft) && !isOutdated(told, draft, quoted) ? told.total : quoted

/**
 * Whether what was sent costs something else by now, so that it has to be agreed to before it is sent again. Of other days or
 * another vehicle no price has been agreed to yet: theirs is simply shown.
 */
export function priceChange(draft: BookingDraft, now: string | undefined): PriceChange | undefined {
  const sent = z.safeParse(Sent, draft.attempt === null ? undefined : JSON.parse(draft.attempt.body)).data
  if (sent === undefined || !isOfSame(sent, draft)) return undefined
  return now === undefined || now === sent.totalAmount ? undefined : { was: sent.totalAmount, now }
}

const isOfSame = (one: Choice, other: Choice) =>
  one.carId === other.carId && one.pickupDate === other.pickupDate && one.dropoffDate === other.dropoffDate
