import { CalendarFeed } from '@forecourt/contracts/calendar-feed.ts'
import { BookingId } from '@forecourt/domain/ids.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { mintBookingToken } from '@forecourt/kit/booking-link.ts'
import { vi } from 'vitest'
import { z } from 'zod'
import { idOf } from '../client.ts'
import type { Platform } from '../platform.ts'
import { uploadLicence } from '../portal.ts'
import { daysFromToday, onboard, requestFor, type Tenant } from '../tenant.ts'
import type { Actor, Known } from './requests.ts'
import type { Received, Wire } from './wire.ts'

const BOOKINGS = 6
const VEHICLES = 3
/** Stands in the name of each customer of a business, and nowhere in what is sent afterwards. */
export const canaryOf = ({ slug }: Tenant) => `canary-of-${slug}`

export interface Resident {
  readonly tenant: Tenant
  readonly actor: Actor
}

/** A business with vehicles, bookings, customers and a licence, all of which it tells the fuzzer of. */
export async function settle(platform: Platform, wire: Wire, known: Known): Promise<Resident> {
  const tenant = await onboard(platform, VEHICLES)
  const renter = platform.client()
  const licence = await uploadLicence(renter)
  for (let made = 0; made < BOOKINGS; made += 1) {
    const vehicle = tenant.vehicles[made % VEHICLES]
    if (vehicle === undefined) throw new Error('there is no vehicle')
    const asked = requestFor(platform, vehicle, { from: 400 + 10 * made, count: 3 })
    const licenseImageUrl = made === 0 ? licence : asked.licenseImageUrl
    const body = { ...asked, customerName: canaryOf(tenant), licenseImageUrl }
    const answer = await renter.insist({ method: 'POST', path: '/api/bookings', body })
    const bookingId = BookingId.parse(idOf(answer))
    known.bookings.push(bookingId)
    const { businessId } = tenant
    known.links.push(mintBookingToken(keyFromBase64(platform.lookupKey), { bookingId, businessId, version: 0 }))
  }
  const staff = await tenant.staff()
  for (const vehicle of tenant.vehicles) {
    const body = { ...daysFromToday(350, 2), kind: 'service', note: null }
    const path = `/api/admin/cars/${vehicle}/maintenance`
    known.maintenance.push(idOf(await staff.insist({ method: 'POST', path, body })))
  }
  for (const carId of [null, ...tenant.vehicles]) {
    const made = await staff.insist({ method: 'POST', path: '/api/admin/calendar-feeds', body: { carId } })
    const { id, url } = CalendarFeed.parse(made.body)
    known['calendar-feeds'].push(id)
    known.calendar.push(url.split('/').at(-1) ?? '')
  }
  const actor = { name: tenant.slug, cookie: await signedIn(platform, wire, tenant) }
  known.cars.push(...tenant.vehicles)
  known.business.push(tenant.slug)
  known.licences.push(licence.split('/').at(-1) ?? '')
  // Each booking was somebody else's; the rows come a moment later.
  const customers = await vi.waitFor(async () => {
    const found = await customersOf(platform, wire, actor)
    if (found.length < BOOKINGS) throw new Error(`there are ${found.length} customers`)
    return found
  }, 60_000)
  known.customers.push(...customers)
  return { tenant, actor }
}

async function signedIn(platform: Platform, wire: Wire, { credentials }: Tenant): Promise<string> {
  const { slug: businessSlug, ...rest } = credentials
  const body = Buffer.from(JSON.stringify({ ...rest, businessSlug }))
  const { headers, status } = await wire.send(addressOf(platform, 'command'), {
    method: 'POST',
    target: '/api/auth/login',
    headers: { 'sec-fetch-site': 'none', 'content-type': 'application/json', 'content-length': String(body.length) },
    body,
  })
  if (status !== 200) throw new Error(`cannot sign in: ${status}`)
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

async function customersOf(platform: Platform, wire: Wire, { cookie = '' }: Actor): Promise<string[]> {
  const received: Received = await wire.send(addressOf(platform, 'query'), {
    method: 'GET',
    target: '/api/admin/customers',
    headers: { cookie },
  })
  const customers = z.array(z.object({ id: z.string() })).parse(JSON.parse(received.text ?? ''))
  return customers.map(({ id }) => id)
}

/** @throws when the service is down */
export function addressOf(platform: Platform, name: 'command' | 'query'): string {
  const url = platform.all(name)[0]?.url
  if (url === undefined) throw new Error(`${name} is down\n${platform.lastWords()}`)
  return url
}
