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
}

const Sent = z.object({ carId: z.string(), pickupDate: z.string(), dropoffDate: z.string(), totalAmount: z.string() })

/**
 * Whether what was sent costs something else by now, so that it has to be agreed to before it is sent again. Of other days or
 * another vehicle no price has been agreed to yet: theirs is simply shown.
 * @param quoted the price by the fleet as it was last loaded
 */
export function priceChange(
  draft: BookingDraft,
  told: Told | undefined,
  quoted: string | undefined,
): PriceChange | undefined {
  const sent = z.safeParse(Sent, draft.attempt === null ? undefined : JSON.parse(draft.attempt.body)).data
  if (sent === undefined || !isOfSame(sent, draft)) return undefined
  const now = told !== undefined && isOfSame(told, draft) ? told.total : quoted
  return now === undefined || now === sent.totalAmount ? undefined : { was: sent.totalAmount, now }
}

const isOfSame = (one: Choice, other: Choice) =>
  one.carId === other.carId && one.pickupDate === other.pickupDate && one.dropoffDate === other.dropoffDate
