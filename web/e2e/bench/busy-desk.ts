import { AdminBookings } from '@forecourt/contracts/booking.ts'
import type { BrowserContext } from '@playwright/test'
import * as z from 'zod/mini'

/** Bookings in one answer (decisions: bookings). */
const PAGE = 500

/**
 * Makes the desk that of a busy business: the server's own bookings are repeated until there are so many, page by page;
 * half of them wait for a decision, and each decision is accepted.
 * @param total a multiple of 500
 */
export async function makeBusy(context: BrowserContext, total: number): Promise<void> {
  await context.route(/\/api\/admin\/bookings(\?cursor=\d+)?$/, async (route) => {
    const url = new URL(route.request().url())
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const answer = await route.fetch({ url: `${url.origin}${url.pathname}` })
    const own = z.parse(AdminBookings, await answer.json())
    const many = Array.from({ length: PAGE }, (_, row) => from + row).map((place) => ({
      ...own[place % own.length],
      id: `seeded-${place}`,
      reference: `BR-${1_700_000_000_000 + place}`,
      status: place % 2 === 0 ? 'pending' : 'approved',
      hiddenFromBookingsPage: false,
      createdAt: new Date(Date.UTC(2026, 9, 1) - place * 60_000).toISOString(),
    }))
    const next = from + PAGE
    const link = next < total ? { Link: `<${url.pathname}?cursor=${next}>; rel="next"` } : {}
    await route.fulfill({ headers: link, json: many })
  })
  await context.route('**/api/admin/bookings/*', (route) => {
    const id = route.request().url().split('/').at(-1)
    return route.request().method() === 'PUT' ? route.fulfill({ json: { id, status: 'rejected' } }) : route.fallback()
  })
}
