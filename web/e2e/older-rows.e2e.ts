import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { Customers } from '@forecourt/contracts/customer.ts'
import { expect, type Page, test } from '@playwright/test'
import * as z from 'zod/mini'
import { DeskPage } from './pages/desk.ts'
import { letGo } from './pages/let-go.ts'
import { harbour, withoutWorker } from './pages/world.ts'

/** More than the server gives at once: what is older is there when it is asked for. */

test.use(withoutWorker)
test.afterEach(({ page, context }) => letGo(page, context))

/** So many are on a page of the server's lists. */
const PAGE = 500

/** The server has three pages of a list, with the same row again and again. */
async function threePages(page: Page, list: string, rowsOf: (json: unknown) => readonly { readonly id: string }[]) {
  await page.route(new RegExp(`/api/admin/${list}(\\?before=\\d)?$`), async (route) => {
    const url = new URL(route.request().url())
    const place = Number(url.searchParams.get('before') ?? 0)
    const [first] = rowsOf(await (await page.request.get(`/api/admin/${list}`)).json())
    const rows = Array.from({ length: PAGE }, (_, row) => ({
      ...first,
      id: `${first?.id.slice(0, -4)}${String(place * PAGE + row).padStart(4, '0')}`,
    }))
    const next = { Link: `<${url.pathname}?before=${place + 1}>; rel="next"` }
    await route.fulfill({ json: rows, headers: place < 2 ? next : {} })
  })
}

test('the first press of Load older bookings shows older ones, and the next one the rest', async ({ page }) => {
  await threePages(page, 'bookings', (json) => z.parse(AdminBookings, json))
  await new DeskPage(page).signInTo(harbour.slug, harbour.staff)
  const older = page.getByRole('button', { name: 'Load older bookings' })
  const more = page.getByRole('button', { name: /^Show more/ })
  const there = Number(/\d+/.exec((await more.textContent()) ?? '')?.[0])
  await older.click()
  await expect(more).toHaveText(`Show more (${there + PAGE})`)
  await older.click()
  await expect(more).toHaveText(`Show more (${there + 2 * PAGE})`)
  await expect(older).toHaveCount(0)
})

test('the first press of Load older customers shows older ones, and the next one the rest', async ({ page }) => {
  await threePages(page, 'customers', (json) => z.parse(Customers, json))
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Customers')
  const count = page.getByRole('status').filter({ hasText: /customers$/ })
  const older = page.getByRole('button', { name: 'Load older customers' })
  await expect(count).toHaveText('500+ customers')
  await older.click()
  await expect(count).toHaveText('1000+ customers')
  await older.click()
  await expect(count).toHaveText('1500 customers')
  await expect(older).toHaveCount(0)
})

test('a search among more customers than are here says when the server could not be asked, and not that nobody is there', async ({
  page,
}) => {
  await threePages(page, 'customers', (json) => z.parse(Customers, json))
  await page.route(/\/api\/admin\/customers\?q=/, (route) => route.abort())
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Customers')
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('zoroaster')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('The server could not be reached.')
  await expect(page.getByText('Nobody has this in their name or email.')).toHaveCount(0)
  await page.unroute(/\/api\/admin\/customers\?q=/)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nobody has this in their name or email.')).toBeVisible()
})

test('an address leads to a customer who came before the newest', async ({ page }) => {
  await threePages(page, 'customers', (json) => z.parse(Customers, json))
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const [customer] = z.parse(Customers, await (await page.request.get('/api/admin/customers?limit=1')).json())
  await page.goto(`/${harbour.slug}/admin?tab=customers&customer=${customer?.id}`)
  await expect(page.getByRole('dialog').getByText(customer?.email ?? '')).toBeVisible()
})
