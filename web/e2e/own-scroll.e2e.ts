import { expect, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { drawn } from './pages/drawn.ts'
import { harbour, phone, withoutWorker } from './pages/world.ts'

test.use(withoutWorker)

/** How far down a tab is scrolled belongs to that tab. */

const tablet = { width: 1024, height: 768 }

const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

/** Scrolls down a list that is there. */
async function scrollDown(page: Page, to: number): Promise<void> {
  const isLong = () => page.evaluate((end) => document.documentElement.scrollHeight - window.innerHeight >= end, to)
  await expect.poll(isLong, 'there is something to scroll').toBe(true)
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), to)
  expect(await scrolled(page)).toBeGreaterThan(0)
}

/** The topmost row in sight, and how far from the top of the window it is, rounded. */
const topRow = (page: Page) =>
  page.evaluate(() => {
    const inSight = [...document.querySelectorAll<HTMLElement>('main [data-row]')].find(
      (row) => row.getBoundingClientRect().bottom > 0,
    )
    return `${inSight?.dataset.row} at ${Math.round(inSight?.getBoundingClientRect().top ?? 0)}`
  })

async function expectAtTop(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport({ ratio: 1 })
  expect(await scrolled(page)).toBe(0)
}

for (const [name, viewport] of Object.entries({ phone, tablet })) {
  test(`a tab opens at its top, and on the way back where it was left: ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const staff = new DeskPage(page)
    await staff.signInTo(harbour.slug, harbour.staff)
    await staff.goTo('Overview')
    await expectAtTop(page, 'Overview')
    await scrollDown(page, 500)
    for (const tab of ['Fleet', 'Customers', 'Bookings']) {
      await staff.goTo(tab)
      await expectAtTop(page, tab)
      await scrollDown(page, 900)
    }
    // Rows that come into sight are only then as high as they are.
    await drawn(page)
    const row = await topRow(page)
    await staff.goTo('Overview')
    await expectAtTop(page, 'Overview')

    await page.goBack()
    await expect.poll(() => topRow(page)).toBe(row)
    await page.goForward()
    await expectAtTop(page, 'Overview')
    await staff.goTo('Bookings')
    await expectAtTop(page, 'Bookings')
  })

  test(`a booking that is opened and closed leaves its list where it is: ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const staff = new DeskPage(page)
    await staff.signInTo(harbour.slug, harbour.staff)
    const opener = page.getByRole('button', { name: /^View details of / }).nth(9)
    await opener.scrollIntoViewIfNeeded()
    const place = await scrolled(page)
    expect(place).toBeGreaterThan(0)
    await opener.click()
    await expect(staff.details).toBeVisible()
    await expect(page).toHaveURL(/booking=/)
    await staff.details.getByRole('button', { name: 'Close' }).click()
    await expect(staff.details).toHaveCount(0)
    await expect.poll(() => scrolled(page)).toBe(place)
    await opener.click()
    await expect(staff.details).toBeVisible()
    await page.goBack()
    await expect(staff.details).toHaveCount(0)
    await expect.poll(() => scrolled(page)).toBe(place)
  })
}
