import type { BookingReceipt, BookingRequest, BookingStatus } from '@forecourt/contracts/booking.ts'
import { CivilDate, daysBetween } from '@forecourt/domain/civil-date.ts'
import { Pence, penceToPounds, poundsToPence } from '@forecourt/domain/money.ts'
import { LONGEST_DAYS } from '@forecourt/domain/schedule/request.ts'
import { notFound, notSignedIn, Problem } from '@forecourt/kit/problem.ts'

/** What is written of a request, with everything that can be said of it before the database is asked. */
export interface Asked {
  readonly carId: string
  readonly pickupDate: string
  readonly dropoffDate: string
  readonly days: number
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly address: string
  readonly licence: string
  readonly notes: string | null
  readonly reference: string
  readonly totalAmount: number | null
}

/** How the database answers a request. Amounts are pence, as text. */
export interface Requested {
  readonly outcome: string
  readonly id: string | null
  readonly daily_rate: string | null
  readonly total_amount: string | null
  readonly created_at: Date | null
}

/** How the database answers a change. */
export interface Changed {
  readonly outcome: string
  readonly status: BookingStatus | null
}

/**
 * What is written of a request: days counted, one spelling of the address, pence.
 * @throws {Problem} 422 dates that no rental can have
 */
export function askedFor(request: BookingRequest): Asked {
  const { pickupDate, dropoffDate, reference, totalAmount, notes } = request
  const days = daysBetween(CivilDate.parse(pickupDate), CivilDate.parse(dropoffDate))
  if (days <= 0 || days > LONGEST_DAYS) throw refusal(days <= 0 ? 'invalid-dates' : 'too-long')
  return {
    carId: request.carId,
    pickupDate,
    dropoffDate,
    days,
    name: request.customerName,
    // One address, however it is written, is one customer.
    email: request.customerEmail.trim().toLowerCase().normalize('NFC'),
    phone: request.customerPhone,
    address: request.customerAddress,
    licence: request.licenseImageUrl,
    notes: notes === '' ? null : (notes ?? null),
    reference: reference ?? `BR-${Date.now()}`,
    totalAmount: totalAmount === undefined ? null : (poundsToPence(totalAmount) ?? null),
  }
}

/**
 * The answer to a request that was made.
 * @param made what the database answered
 * @throws {Problem} when the request was refused
 */
export function receiptOf(asked: Asked, made: Requested): BookingReceipt {
  const { outcome, id, daily_rate: dailyRate, total_amount: totalAmount, created_at: createdAt } = made
  if (id === null || dailyRate === null || totalAmount === null || createdAt === null) throw refusal(outcome)
  return {
    id,
    reference: asked.reference,
    status: 'pending',
    carId: asked.carId,
    pickupDate: asked.pickupDate,
    dropoffDate: asked.dropoffDate,
    days: asked.days,
    dailyRate: pounds(dailyRate),
    totalAmount: pounds(totalAmount),
    createdAt: createdAt.toISOString(),
  }
}

/** An amount that the driver gave as text, in pounds. */
export const pounds = (pence: string): string => penceToPounds(Pence.parse(Number(pence)))

/** The answer to a request or change that the rules do not allow. */
export function refusal(code: string): Problem {
  if (code === 'not-found') return notFound()
  if (code === 'not-signed-in') return notSignedIn()
  if (code === 'car-not-found') return new Problem(404, code, 'This vehicle is not there')
  const isDates = ['invalid-dates', 'too-long', 'too-far-ahead', 'pickup-in-the-past'].includes(code)
  return new Problem(isDates ? 422 : code === 'too-many-pending' ? 429 : 409, code, 'This is not possible')
}

/** What staff can make of a booking, by what it is. */
export const TRANSITIONS: Readonly<Record<BookingStatus, readonly BookingStatus[]>> = {
  pending: ['approved', 'rejected'],
  approved: ['rejected', 'completed'],
  completed: ['approved'],
  rejected: [],
}
