import { randomUUID } from 'node:crypto'
import { addDays, type CivilDate, DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { mintLicencePath } from '@forecourt/kit/object-path.ts'
import { type Client, idOf, type Sending } from '../../tests/system/support/client.ts'
import type { Platform } from '../../tests/system/support/platform.ts'
import type { Desk } from './site.ts'

/** Milliseconds that each call took. */
export type Timings = Map<string, number[]>

/** Days of a hire that is asked for here, far enough ahead of the history. */
const AHEAD_DAYS = 40
const HIRE_DAYS = 3

/**
 * A round's writes: at every desk a stranger asks for a vehicle, and staff approve it. One caller at a time, so that what is
 * measured is how long a call takes and not how long it waits for others.
 */
export async function askAndApprove(
  platform: Platform,
  desks: readonly Desk[],
  round: number,
  timings: Timings,
): Promise<void> {
  const pickupDate = addDays(today(), AHEAD_DAYS + round * HIRE_DAYS)
  for (const [number, { business, staff }] of desks.entries()) {
    const body = {
      carId: business.fleet[round % business.fleet.length]?.vehicleId,
      pickupDate,
      dropoffDate: addDays(pickupDate, HIRE_DAYS),
      customerName: 'Ada Byron',
      customerEmail: `ada-${round}-${number}@renters.example`,
      customerPhone: '07700900123',
      customerAddress: '12 Harbour Street',
      licenseImageUrl: mintLicencePath(keyFromBase64(platform.lookupKey), randomUUID()),
    }
    const request = { method: 'POST', path: '/api/bookings', body } as const
    const requested = await timed(platform.client(), request, urlOf(platform, 'command'), 'booking request', timings)
    const path = `/api/admin/bookings/${idOf(requested)}`
    const approval = { method: 'PUT', path, body: { status: 'approved' } } as const
    await timed(staff, approval, urlOf(platform, 'command'), 'approval', timings)
  }
}

/** A round's reads, each of what has changed since it was read last: no answer is kept from before. */
export async function readAll(
  platform: Platform,
  desks: readonly Desk[],
  round: number,
  timings: Timings,
): Promise<void> {
  const query = urlOf(platform, 'query')
  for (const { business, staff } of desks) {
    const vehicleId = business.fleet[round % business.fleet.length]?.vehicleId ?? ''
    const visitor = platform.client()
    const [year, month] = [Number(today().slice(0, 4)), Number(today().slice(5, 7)) - 1]
    const reads: readonly (readonly [name: string, client: Client, path: string])[] = [
      ['fleet', visitor, `/api/cars?businessSlug=${business.slug}`],
      ['booked dates', visitor, `/api/cars/${vehicleId}/booked-dates`],
      ['bookings page', staff, '/api/admin/bookings?limit=50'],
      ['stats', staff, `/api/admin/stats?year=${year}&month=${month}`],
      ['performance', staff, '/api/admin/car-performance'],
      ['customers', staff, '/api/admin/customers?limit=50'],
      ['search', staff, '/api/admin/bookings?limit=50&q=hart'],
    ]
    // Whoever has just written waits for their own change first; how long that takes is another figure.
    await staff.send({ method: 'GET', path: '/api/auth/user' }, query)
    for (const [name, client, path] of reads) await timed(client, { method: 'GET', path }, query, name, timings)
  }
}

async function timed(client: Client, sending: Sending, url: string, name: string, timings: Timings) {
  const began = performance.now()
  const answer = await client.send(sending, url)
  const took = performance.now() - began
  if (answer.status >= 300) throw new Error(`${name} is answered with ${answer.status}: ${answer.text}`)
  const known = timings.get(name)
  if (known === undefined) timings.set(name, [took])
  else known.push(took)
  return answer
}

const today = (): CivilDate => todayIn(DEFAULT_TIME_ZONE, instantOf(Date.now()))

function urlOf(platform: Platform, name: 'command' | 'query'): string {
  const url = platform.all(name)[0]?.url
  if (url === undefined) throw new Error(`${name} is not up\n${platform.lastWords()}`)
  return url
}
