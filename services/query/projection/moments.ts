import { type BookingMoment, TimelineEntry } from '@forecourt/contracts/renter-booking.ts'
import { Instant } from '@forecourt/domain/instant.ts'
import * as z from 'zod/mini'
import type { FactType, ToldFact } from './facts.ts'
import type { BookingRow } from './rows.ts'

/**
 * What happened to a booking, as its renter is told: kept in the booking's row as the text of the answer's own member, for it
 * is read and written whole. What staff note down, hide or send again is not the renter's affair.
 */
const MOMENTS: Partial<Readonly<Record<FactType, BookingMoment>>> = {
  BookingRequested: 'requested',
  BookingApproved: 'approved',
  BookingRejected: 'rejected',
  BookingCancelled: 'cancelled',
  BookingWithdrawn: 'cancelled',
  BookingCompleted: 'completed',
  BookingReinstated: 'reinstated',
  BookingLicenceReplaced: 'licence-replaced',
  CancellationRequested: 'cancellation-asked',
  CancellationDeclined: 'cancellation-declined',
  ContractGenerated: 'contract-made',
  ContractSigned: 'contract-signed',
  ContractUploaded: 'contract-signed',
}

export const NO_MOMENTS = '[]'

const Moments = z.array(TimelineEntry)

/** The moments as a row holds them. */
export function readMoments(text: string): z.infer<typeof Moments> {
  return Moments.parse(JSON.parse(text))
}

/** When this happened to the booking for the last time; undefined when it never did. */
export function lastMoment({ moments }: BookingRow, what: BookingMoment): Instant | undefined {
  // Most have none, which is seen without reading them.
  if (!moments.includes(`"${what}"`)) return undefined
  const last = readMoments(moments).findLast((moment) => moment.what === what)
  return last && Instant.parse(last.at)
}

/** The booking with what has just happened to it, when its renter is told of that. */
export function withMoment(booking: BookingRow, { type, at }: Pick<ToldFact, 'type' | 'at'>): BookingRow {
  const what = MOMENTS[type]
  if (what === undefined) return booking
  const { moments } = booking
  const moment = JSON.stringify({ at, what })
  // Behind the others, which need not be read for that.
  return { ...booking, moments: moments === NO_MOMENTS ? `[${moment}]` : `${moments.slice(0, -1)},${moment}]` }
}
