import type { Ask, Browser } from './browser.ts'
import { untilAnswered } from './until-answered.ts'

/** Anybody asks for the vehicles of a business. */
export const fleetOf = (slug: string): Ask => ({
  call: 'fleet',
  method: 'GET',
  path: `/api/cars?businessSlug=${slug}`,
})

/** Anybody asks when a vehicle cannot be had. */
export const bookedDatesOf = (vehicle: string): Ask => ({
  call: 'bookedDates',
  method: 'GET',
  path: `/api/cars/${vehicle}/booked-dates`,
  asked: { id: vehicle },
})

/** When all has followed, a visitor looks at all of a business's portal: at its fleet, and at the calendar of each vehicle. */
export async function readPortal(
  browser: Browser,
  { slug, vehicles }: { readonly slug: string; readonly vehicles: readonly string[] },
): Promise<void> {
  for (const ask of [fleetOf(slug), ...vehicles.map(bookedDatesOf)])
    await untilAnswered(() => browser.ask({ ...ask, asked: { ...ask.asked, atTheEnd: true } }))
}
