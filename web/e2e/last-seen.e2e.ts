import { expect, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { harbour } from './pages/world.ts'

/** The desk's screen as it was last seen is there before the app's code: what it says, and who sees it. */

interface Shown {
  readonly words: string
  readonly markup: string
  readonly rows: number
  readonly isOutOfReach: boolean
}

/** Has each page that is opened from now on write down what it shows before the app does. */
const watchFirst = (page: Page) =>
  page.addInitScript(() => {
    const shown: Shown[] = []
    Object.assign(window, { shown })
    new MutationObserver(() => {
      const screen = document.querySelector('[data-last-seen]')
      if (!(screen instanceof HTMLElement) || shown.length > 0) return
      const { innerText: words, innerHTML: markup, inert: isOutOfReach } = screen
      shown.push({ words, markup, isOutOfReach, rows: screen.querySelectorAll('[data-row]').length })
    }).observe(document, { childList: true, subtree: true })
  })
const shownFirst = (page: Page): Promise<Shown[]> => page.evaluate(() => Reflect.get(window, 'shown'))

/** Signs in, and waits until the list of bookings could be shown at the next start. */
async function seenBookings(page: Page): Promise<DeskPage> {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.untilKept()
  await staff.untilSeen('bookings')
  await watchFirst(page)
  return staff
}

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
