import { randomUUID } from 'node:crypto'
import { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import { Fleet } from '@forecourt/contracts/fleet.ts'
import type { APIRequestContext, Page } from '@playwright/test'
import * as z from 'zod/mini'
import type { LicenceFile, Renter } from './portal.ts'

/** The demo tenant (decisions: the demo tenant). */
export const harbour = {
  slug: 'harbour-hire',
  name: 'Harbour Hire',
  contactEmail: 'hello@harbour-hire.example',
  staff: { email: 'staff@harbour-hire.example', password: 'harbour-demo-2026' },
} as const

/** The other, smaller one. */
export const northern = {
  slug: 'northern-wheels',
  name: 'Northern Wheels',
  staff: { email: 'staff@northern-wheels.example', password: 'northern-demo-2026' },
} as const

/** For tests that the service worker has no part in: to install it takes a quarter of their processor time. */
export const withoutWorker = { serviceWorkers: 'block' } as const

/** Somebody nobody has seen before. */
export function someone(): Renter {
  const mark = randomUUID().slice(0, 8)
  return {
    name: `Ada ${mark}`,
    email: `ada.${mark}@example.com`,
    phone: '07700900123',
    address: '12 Harbour Street, Bristol',
  }
}

/** The day so many days from now where the businesses are, `YYYY-MM-DD`. */
export const dayIn = (days: number) => after(today(), days)

/** A stay that nobody has yet. */
export interface Stay {
  /** From today to the pickup, so that a calendar can be paged to it. */
  readonly months: number
  readonly pickup: string
  readonly dropoff: string
}

/** Finds two free days of a vehicle, some months ahead; the demo's own bookings are nearer than that. */
export async function freeStay(request: APIRequestContext, car: string): Promise<Stay> {
  const booked = await bookedDatesOf(request, car)
  for (let months = 4; ; months += 1) {
    const pickup = inMonths(months)
    const dropoff = after(pickup, 2)
    const taken = booked.some((other) => other.pickupDate <= dropoff && after(pickup, -1) < other.dropoffDate)
    if (!taken) return { months, pickup, dropoff }
  }
}

/** The days on which a vehicle is booked, as any visitor is told them: a moment after they were decided about. */
export async function bookedDatesOf(request: APIRequestContext, car: string): Promise<BookedDates> {
  const fleet = await request.get('/api/cars', { params: { businessSlug: harbour.slug } })
  const id = z.parse(Fleet, await fleet.json()).find(({ name }) => name === car)?.id
  return z.parse(BookedDates, await (await request.get(`/api/cars/${id}/booked-dates`)).json())
}

/** The day so many days after another, `YYYY-MM-DD`. */
export const after = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date())

/** The same day of a later month, or the month's last one when it is shorter. */
function inMonths(months: number): string {
  const [year = 0, month = 1, day = 1] = today().split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** A picture of what the browser shows stands for a photograph of a licence. */
export async function licencePicture(page: Page): Promise<LicenceFile> {
  return { name: 'licence.png', mimeType: 'image/png', buffer: await page.screenshot() }
}

export const phone = { width: 390, height: 844 }
/** A tablet that is held upright. */
export const upright = { width: 768, height: 1024 }
export const desk = { width: 1440, height: 900 }
