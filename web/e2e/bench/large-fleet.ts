import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { AdminFleet } from '@forecourt/contracts/vehicle.ts'
import type { BrowserContext } from '@playwright/test'
import * as z from 'zod/mini'
import { after, dayIn } from '../pages/world.ts'

/** Each vehicle is let for so many days of every so many, and worked on in between. */
const LET = 4
const EVERY = 7

/** Makes the business's fleet so many vehicles, each let and worked on in every week of the next 90 days, with requests. */
export async function makeLargeFleet(context: BrowserContext, vehicles: number): Promise<void> {
  const days = Array.from({ length: Math.floor(90 / EVERY) }, (_, week) => dayIn(week * EVERY))
  await context.route('**/api/admin/cars', async (route) => {
    const answer = await route.fetch()
    const own = z.parse(AdminFleet, await answer.json())
    const many = Array.from({ length: vehicles }, (_, place) => ({
      ...own[place % own.length],
      id: `vehicle-${place}`,
      name: `Vehicle ${String(place).padStart(3, '0')}`,
    }))
    await route.fulfill({ json: many })
  })
  await context.route(/\/api\/admin\/bookings\?/, (route) => route.fulfill({ json: [] }))
  await context.route(/\/api\/admin\/bookings$/, async (route) => {
    const answer = await route.fetch()
    const [one] = z.parse(AdminBookings, await answer.json())
    const many = Array.from({ length: vehicles }, (_, place) => place).flatMap((place) =>
      days.map((day, week) => ({
        ...one,
        id: `booking-${place}-${week}`,
        carId: `vehicle-${place}`,
        status: (place + week) % 3 === 0 ? 'pending' : 'approved',
        pickupDate: after(day, place % 3),
        dropoffDate: after(day, (place % 3) + LET),
      })),
    )
    await route.fulfill({ json: many })
  })
  await context.route(/\/api\/admin\/maintenance\?/, (route) =>
    route.fulfill({
      json: Array.from({ length: vehicles }, (_, place) => ({
        id: `works-${place}`,
        carId: `vehicle-${place}`,
        from: after(dayIn(EVERY), (place % 3) + LET),
        to: after(dayIn(EVERY), (place % 3) + LET + 2),
        kind: 'service',
        note: null,
        requests: [],
        createdAt: '2026-10-01T08:00:00.000Z',
        updatedAt: '2026-10-01T08:00:00.000Z',
      })),
    }),
  )
}
