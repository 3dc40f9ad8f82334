import type { BookingRequest } from '@forecourt/contracts/booking.ts'
import { addDays, DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { mintLicencePath } from '@forecourt/kit/object-path.ts'
import type { Requests } from './load.ts'

const today = todayIn(DEFAULT_TIME_ZONE, instantOf(Date.now()))

/** The vehicle that the request of this number is for. */
const vehicleOf = ({ vehicles, inARow = 1 }: Requests, number: number): string =>
  vehicles[Math.floor(number / inARow) % vehicles.length] ?? ''

/** How many requests of lower numbers are for the same vehicle. */
const timesBefore = ({ vehicles, inARow = 1 }: Requests, number: number): number =>
  Math.floor(number / (vehicles.length * inARow)) * inARow + (number % inARow)

/**
 * Two rows in one: every so many-th is one of the few, as long as there are any.
 * @returns how many of the few are among the first so many of all
 */
export const fewAmong = (first: number, { every, few }: { readonly every: number; readonly few: number }): number =>
  Math.min(few, Math.floor(first / every))

/** The request that comes after so many of these. */
export function requestAfter(requests: Requests, used: number): BookingRequest {
  const { first, besides } = requests
  if (besides === undefined) return bookingOf(requests, first + used)
  const mix = { every: besides.every, few: besides.requests.count ?? Number.POSITIVE_INFINITY }
  const before = fewAmong(used, mix)
  return fewAmong(used + 1, mix) > before
    ? bookingOf(besides.requests, besides.requests.first + before)
    : bookingOf(requests, first + used - before)
}

/** The request of this number: each vehicle is asked for day after day, with a day between, each time by somebody new. */
export function bookingOf(requests: Requests, number: number): BookingRequest {
  const { name, lookupKey } = requests
  const pickupDate = addDays(today, 2 + 2 * timesBefore(requests, number))
  return {
    carId: vehicleOf(requests, number),
    pickupDate,
    dropoffDate: addDays(pickupDate, 1),
    customerName: `Renter ${number}`,
    customerEmail: `renter-${number}@${name}.example`,
    customerPhone: '07700900123',
    customerAddress: '12 Harbour Street, Harbour Town',
    licenseImageUrl: mintLicencePath(keyFromBase64(lookupKey), `${name} ${number}`),
    totalAmount: '45.00',
    reference: `BR-${name.toUpperCase()}${String(number).padStart(8, '0')}`,
    notes: 'Please add a child seat',
  }
}
