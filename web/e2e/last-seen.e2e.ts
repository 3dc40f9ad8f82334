import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { expect, type Page, test } from '@playwright/test'
import * as z from 'zod/mini'
import { newColleague } from './pages/accounts.ts'
import { DeskPage } from './pages/desk.ts'
import { lookAway, pictures, shownFirst, watchFirst } from './pages/last-seen.ts'
import { letGo } from './pages/let-go.ts'
import { newRequests } from './pages/requests.ts'
import { readSettings, SettingsPage, storeSettings } from './pages/settings.ts'
import { harbour, northern, someone } from './pages/world.ts'

/** The desk's screen as it was last seen is there before the app's code: what it says, and who sees it. */

/** Signs in, and waits until the list of bookings could be shown at the next start. */
async function seenBookings(page: Page): Promise<DeskPage> {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.untilKept()
  await staff.untilSeen('bookings')
  await watchFirst(page)
  return staff
}

test.afterEach(({ page, context }) => letGo(page, context))

test('the screen last seen is there first, says how old it is, cannot be used, and has no licence', async ({
  page,
  context,
}) => {
  const staff = await seenBookings(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.locator('[data-last-seen]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^View details of / }).first()).toBeVisible()
  const [first] = await shownFirst(page)
  expect(first?.rows).toBeGreaterThan(0)
  expect(first?.words).toMatch(/Offline – showing \d\d:\d\d/)
  expect(first?.isOutOfReach).toBe(true)
  expect(first?.markup).not.toContain('/objects/licences/')

  // A change that waits is in no picture: the desk is shown when it knows of it.
  const customer = await staff.firstPending()
  await staff.decide('Reject', customer)
  await expect(staff.status).toHaveText(/1 change to send$/)
  await page.reload()
  await expect(staff.booking(customer).getByText('Rejected').first()).toBeVisible()
  expect(await shownFirst(page)).toEqual([])
})

test('a picture that is taken far down the list has what stays in its place: the header and the way about', async ({
  page,
}) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await page
    .getByRole('button', { name: /^View details of / })
    .last()
    .scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await staff.untilSeen('bookings')
  const [picture] = (await pictures(page)).filter((entry) => entry.includes(':seen:bookings'))
  expect(picture).toContain('data-status-line')
  expect(picture).toContain('Logout')
  expect(picture).toContain('Manual Booking')
})

test('whoever is signed in no more is shown nothing of what was last seen; who is, sees that it is being updated', async ({
  page,
  context,
}) => {
  await seenBookings(page)
  await page.reload()
  await expect(page.getByRole('button', { name: /^View details of / }).first()).toBeVisible()
  await expect(page.locator('[data-last-seen]')).toHaveCount(0)
  expect((await shownFirst(page)).map(({ words }) => words)).toEqual([expect.stringContaining('Updating…')])

  await context.clearCookies()
  await page.goto(`/${harbour.slug}/admin?tab=bookings`)
  await expect(page.getByRole('heading', { name: /^Sign in to manage / })).toBeVisible()
  expect(await shownFirst(page)).toEqual([])
})

test('a change forgets every picture: on a screen that is not pictured, and in the first moments of the desk', async ({
  page,
  context,
}) => {
  const staff = await seenBookings(page)
  await staff.goTo('Fleet')
  const mark = page.getByRole('button', { name: /^Mark Unavailable: / }).first()
  const vehicle = (await mark.getAttribute('aria-label'))?.replace('Mark Unavailable: ', '') ?? ''
  expect(await pictures(page)).not.toEqual([])
  await mark.click()
  await expect.poll(() => pictures(page)).toEqual([])
  await page.getByRole('button', { name: `Make Available: ${vehicle}`, exact: true }).click()
  await expect(staff.status).toHaveText(/^Up to date/)

  await staff.goTo('Bookings')
  await staff.untilSeen('bookings')
  await context.setOffline(true)
  await page.reload()
  await staff.decide('Reject', await staff.firstPending())
  await expect.poll(() => pictures(page)).toEqual([])
  await context.setOffline(false)
  await expect(staff.status).toHaveText(/^Up to date/)
})

test('a change that is sent without waiting forgets every picture too', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(northern.slug, northern.staff)
  await staff.untilSeen('bookings')
  const settings = new SettingsPage(page)
  await settings.open()
  const before = await readSettings(page)
  expect(await pictures(page)).not.toEqual([])
  await settings.field('Name').fill('Northern & Daughters')
  await settings.save()
  expect(await pictures(page)).toEqual([])
  await storeSettings(page, { name: before.name })
})

test('a month that was paged to, and older bookings, are in no picture: the next start has neither', async ({
  page,
}) => {
  await page.route('**/api/admin/live', (route) => route.abort())
  // As many as the server gives at once: there are older ones.
  await page.route('**/api/admin/bookings', async (route) => {
    const [first] = z.parse(AdminBookings, await (await route.fetch()).json())
    const many = Array.from({ length: 500 }, (_, place) => ({
      ...first,
      id: `${first?.id.slice(0, -4)}${String(place).padStart(4, '0')}`,
    }))
    await route.fulfill({ json: many })
  })
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const untilPictured = async (screen: 'bookings' | 'overview') => {
    await staff.untilSeen(screen)
    await expect(staff.status).toHaveText(/^Up to date/)
    await lookAway(page)
    return await pictures(page)
  }
  let before = await untilPictured('bookings')
  const older = page.getByRole('button', { name: 'Load older bookings' })
  await older.click()
  await expect(older).toHaveCount(0)
  await expect(staff.status).toHaveText(/^Up to date/)
  await lookAway(page)
  expect(await pictures(page)).toEqual(before)

  await staff.goTo('Overview')
  before = await untilPictured('overview')
  const figures = page.getByRole('region', { name: 'Figures' })
  await figures.getByRole('button', { name: 'Previous month' }).click()
  await expect(figures).toHaveAttribute('aria-busy', 'false')
  await expect(staff.status).toHaveText(/^Up to date/)
  await lookAway(page)
  expect(await pictures(page)).toEqual(before)
})

test('whoever signs out with nothing left to send leaves no picture on the device', async ({ page }) => {
  const staff = await seenBookings(page)
  await staff.goTo('Overview')
  await staff.untilSeen('overview')
  await expect(staff.status).toHaveText(/^Up to date/)
  await staff.logout()
  await expect(page).toHaveURL(`/${harbour.slug}/portal`)
  expect(await pictures(page)).toEqual([])
})

const isOfTheOther = (entry: string) => entry.includes(harbour.staff.email)

test('a colleague who signs in on the same device sees no picture of what another has seen', async ({
  page,
  context,
  request,
}) => {
  const staff = await seenBookings(page)
  const colleague = await newColleague(page, request)
  const [theirs = ''] = await pictures(page)
  expect(theirs).toContain(harbour.staff.email)
  // The session is another's already, and the device does not know it yet.
  const answer = await context.request.post('/api/auth/login', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: { email: colleague.email, password: colleague.password, businessSlug: harbour.slug },
  })
  expect(answer.ok()).toBe(true)
  await page.goto(`/${harbour.slug}/admin?tab=bookings`)
  await expect(page.getByRole('banner').getByText(colleague.email)).toBeVisible()
  expect(await shownFirst(page)).toEqual([])

  await expect.poll(async () => (await pictures(page)).filter(isOfTheOther)).toEqual([])
  await staff.untilSeen('bookings')
  await staff.untilKept()
  // With a network the app may be quicker than the picture.
  await context.setOffline(true)
  await page.reload()
  await expect(page.locator('[data-last-seen]')).toHaveCount(0)
  await expect(page.getByRole('banner').getByText(colleague.email)).toBeVisible()
  expect((await shownFirst(page)).map(({ text }) => isOfTheOther(text))).toEqual([false])
})

test('names that are written as markup are text in the picture', async ({ page, context, request }) => {
  const mark = someone().name
  const names = [`<img src=x onerror=alert(1)> ${mark}`, `</template><script>alert(1)</script> ${mark}`]
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  for (const name of names) await newRequests(page, request, 1, () => ({ ...someone(), name }))
  await staff.signInTo(harbour.slug, harbour.staff)
  for (const name of names) await expect(staff.booking(name)).toHaveCount(1)
  await staff.untilSeen('bookings')
  await staff.untilKept()
  await watchFirst(page)
  await context.setOffline(true)
  await page.reload()
  // A page is loaded before its device has answered what was seen.
  await expect.poll(() => shownFirst(page)).toHaveLength(1)
  await expect(page.locator('[data-last-seen]')).toHaveCount(0)
  const [first] = await shownFirst(page)
  for (const name of names) expect(first?.text).toContain(name)
  expect(first?.strangers).toBe(0)
  await context.setOffline(false)
  for (const name of names) await staff.decide('Reject', name)
  await expect(staff.status).toHaveText(/^Up to date/)
})
