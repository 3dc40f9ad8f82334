import { AdminBookings } from '@forecourt/contracts/booking.ts'
import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { colleagueDecides, said, somebodyAsks } from './request.ts'
import { fail, first, inView, press, type Stage, type State, tab } from './stage.ts'

/** The Bookings tab in all that happens at a desk. */

const bookings = first(tab('bookings', 'Bookings'), ({ page }) =>
  page
    .getByRole('button', { name: /^View details of / })
    .first()
    .waitFor(),
)
const search =
  (text: string) =>
  async ({ page }: Stage) => {
    await page.getByRole('searchbox', { name: 'Search bookings' }).fill(text)
  }
/** Until every booking that is listed has the text in it. */
const allWith =
  (text: string) =>
  async ({ page }: Stage) => {
    await page.waitForFunction((wanted) => {
      const rows = [...document.querySelectorAll('main [data-row]')]
      return rows.length > 0 && rows.every(({ textContent }) => textContent?.toLowerCase().includes(wanted))
    }, text)
  }
const dialog = ({ page }: Stage) => page.getByRole('dialog').first().waitFor()
/** Opens the newest booking with a status, by its number in the address. */
const details =
  (status: string) =>
  async (stage: Stage): Promise<void> => {
    const { page, business, colleague } = stage
    const all = z.parse(AdminBookings, await said(colleague.get('/api/admin/bookings')))
    const id = all.find((one) => one.status === status)?.id
    await page.goto(`/${business.slug}/admin?tab=bookings&booking=${id}`)
    await page.getByText('Booking Information').waitFor()
  }
const calendar = first(bookings, press('Calendar View'), ({ page }) =>
  page.getByText('Showing only approved bookings').waitFor(),
)
const status = (page: Page, words: RegExp) =>
  page.getByRole('banner').getByRole('status').filter({ hasText: words }).waitFor()

/** Two clerks decide about one request, one of them without a network. */
async function conflict(stage: Stage): Promise<void> {
  const { page, context } = stage
  const { id, name } = await somebodyAsks(stage)
  await bookings(stage)
  await page
    .getByRole('button', { name: `Reject: ${name}` })
    .first()
    .waitFor()
  await context.setOffline(true)
  await page
    .getByRole('button', { name: `Reject: ${name}` })
    .first()
    .click()
  await status(page, /to send$/)
  await colleagueDecides(stage, id, 'approved')
  await context.setOffline(false)
  await status(page, /needs you$/)
}

export const BOOKINGS_STATES: readonly State[] = [
  { name: 'bookings', as: 'staff', show: bookings },
  {
    name: 'bookings-middle',
    as: 'staff',
    show: bookings,
    frame: inView((page) => page.getByRole('button', { name: /^Remove the booking of / }), 'start'),
  },
  {
    name: 'bookings-end',
    as: 'staff',
    show: bookings,
    frame: inView((page) => page.locator('[data-row]').last(), 'end'),
  },
  {
    name: 'bookings-failed',
    as: 'staff',
    show: first(fail('**/api/admin/bookings'), tab('bookings', 'Bookings'), ({ page }) =>
      page.getByRole('main').getByRole('alert').waitFor({ timeout: 60_000 }),
    ),
  },
  {
    name: 'bookings-search',
    as: 'staff',
    show: first(bookings, search('volvo'), allWith('volvo')),
  },
  {
    name: 'bookings-nothing-found',
    as: 'staff',
    show: first(bookings, search('nobody is called so'), ({ page }) => page.getByText('Nothing found').waitFor()),
  },
  { name: 'bookings-calendar', as: 'staff', show: calendar },
  {
    name: 'bookings-calendar-day',
    as: 'staff',
    show: first(calendar, ({ page }) => page.locator('td button').first().click(), dialog),
  },
  { name: 'bookings-details-pending', as: 'staff', show: details('pending') },
  { name: 'bookings-details-approved', as: 'staff', show: details('approved') },
  { name: 'bookings-details-completed', as: 'staff', show: details('completed') },
  { name: 'bookings-details-cancelled', as: 'staff', show: details('rejected') },
  {
    name: 'bookings-details-notes',
    as: 'staff',
    show: first(details('approved'), ({ page }) =>
      page
        .getByLabel('Admin Notes')
        .fill('Asked for the tow bar. The deposit is paid; the second driver brings her licence.'),
    ),
    frame: inView((page) => page.getByLabel('Admin Notes')),
  },
  {
    name: 'bookings-details-cancel',
    as: 'staff',
    show: first(details('approved'), press('Cancel Booking'), ({ page }) => page.getByRole('alertdialog').waitFor()),
  },
  {
    name: 'bookings-sheet',
    as: 'staff',
    show: first(details('approved'), async ({ page }) => {
      await page.locator('[data-print]').waitFor({ state: 'attached' })
      await page.emulateMedia({ media: 'print' })
    }),
  },
  { name: 'bookings-licence', as: 'staff', show: first(bookings, press(/^View license of /), dialog) },
  {
    name: 'bookings-approved-toast',
    as: 'staff',
    show: async (stage) => {
      const { name } = await somebodyAsks(stage)
      await bookings(stage)
      await stage.page
        .getByRole('button', { name: `Approve: ${name}` })
        .first()
        .click()
      await stage.page.getByText('Booking status updated successfully').first().waitFor()
    },
  },
  {
    name: 'bookings-arrivals',
    as: 'staff',
    show: async (stage) => {
      const live = stage.page.waitForResponse(/\/api\/admin\/live$/)
      await bookings(stage)
      await live
      await status(stage.page, /^Up to date/)
      await somebodyAsks(stage)
      await stage.page.getByRole('button', { name: /^\d+ new requests?$/ }).waitFor()
    },
  },
  { name: 'bookings-needs-you', as: 'staff', show: conflict },
  { name: 'bookings-needs-you-open', as: 'staff', show: first(conflict, press('Show'), dialog) },
]
