import { BOOKING_TOKEN_HEADER, RenterCancelled } from '@forecourt/contracts/renter-booking.ts'
import { BookingId, BusinessId } from '@forecourt/domain/ids.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { mintBookingToken } from '@forecourt/kit/booking-link.ts'
import { parse } from 'zod/v4/core'
import type { Ask } from './browser.ts'
import type { Renter } from './renter.ts'
import { heard } from './town.ts'

/** A renter looks at the page of their booking, by the link that they were mailed, or does not want the booking any more. */
export async function visitOwnBooking({ platform, business, browser, chance, isDoubled }: Renter): Promise<void> {
  const [id] = chance.oneOf([...business.renters]) ?? []
  if (id === undefined) return
  const bearing = bearerOf(platform, business.tenant.businessId, id)
  if (chance.happens(0.5)) return void (await browser.ask(ownBooking(id, bearing)))
  const ask = cancelling(id, bearing)
  const answer = await (isDoubled() ? browser.commandTwice(ask) : browser.command(ask))
  if (answer?.status !== 200) return
  const { outcome } = parse(RenterCancelled, answer.body)
  if (outcome === 'cancelled') heard(business, id, 'rejected')
  else business.askedToCancel.push(id)
}

/** What a renter's link lets them in by. @param id of a booking whose link is still its first */
export function bearerOf({ lookupKey }: Renter['platform'], businessId: string, id: string): Ask['headers'] {
  const link = { bookingId: BookingId.parse(id), businessId: BusinessId.parse(businessId), version: 0 }
  return { [BOOKING_TOKEN_HEADER]: mintBookingToken(keyFromBase64(lookupKey), link) }
}

/** Somebody's own booking, as they see it. */
export const ownBooking = (id: string, headers: Ask['headers']): Ask => ({
  call: 'myBooking',
  method: 'GET',
  path: '/api/my-booking',
  headers,
  asked: { id },
})

/** Somebody does not want their booking any more. */
export const cancelling = (id: string, headers: Ask['headers']): Ask => ({
  call: 'cancelMyBooking',
  method: 'POST',
  path: '/api/my-booking/cancellation',
  headers,
  asked: { id },
})

/** Staff hold a renter to their booking. */
export const declining = (id: string): Ask => ({
  call: 'declineCancellation',
  method: 'POST',
  path: `/api/admin/bookings/${id}/cancellation-request/decline`,
  asked: { id },
})
