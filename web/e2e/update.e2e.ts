import { expect, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { PortalPage } from './pages/portal.ts'
import { openKept, Release, SECOND_CALL, untilNewerWaits, untilOtherThan, versionOf } from './pages/release.ts'
import { toastOf } from './pages/toasts.ts'
import { harbour, someone } from './pages/world.ts'

/** An update looks for its moment each second, and waits until nobody has touched the page for three. */
const LONGER_THAN_IT_TAKES = 6_000

/** Waits while nobody does anything. */
const nobodyTouches = async (page: Page) => {
  const began = await page.evaluate(() => performance.now())
  await page.waitForFunction((until) => performance.now() > until, began + LONGER_THAN_IT_TAKES)
}

test('an update loads no tab anew while a form of any tab would lose something, and then all of them', async ({
  page,
  context,
  baseURL,
}) => {
  await using release = await Release.before(baseURL ?? '')
  const renter = someone()
  const other = await context.newPage()
  await openKept(other, `${release.origin}/`)
  await openKept(page, `${release.origin}/${harbour.slug}/portal`)
  const portal = new PortalPage(page)
  await portal.field('Full name').fill(renter.name)
  const first = await versionOf(page)
  const landing = await versionOf(other)

  release.publish()
  await untilNewerWaits(page)
  await expect(toastOf(page)).toContainText('A new version is ready')
  await untilNewerWaits(other)
  await nobodyTouches(other)
  expect([await versionOf(page), await versionOf(other)]).toEqual([first, landing])
  await expect(portal.field('Full name')).toHaveValue(renter.name)

  // The form is given up: nothing stands in the way any more.
  await portal.field('Full name').fill('')
  await untilOtherThan(other, landing)
  await untilOtherThan(page, first)
  await expect(other.getByRole('link', { name: 'Book a Free Call' }).first()).toHaveAttribute('href', SECOND_CALL)
  await expect(portal.form).toBeVisible()
})

test('an update waits until what is being sent has arrived', async ({ page, baseURL }) => {
  await using release = await Release.before(baseURL ?? '')
  await openKept(page, `${release.origin}/${harbour.slug}/admin/login`)
  const staff = new DeskPage(page)
  await staff.signIn(harbour.staff)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await staff.goTo('Bookings')
  // The desk listens to what others do: its stream must not hold an update up.
  await staff.untilKept()
  const first = await versionOf(page)
  const customer = await staff.firstPending()
  const letGo = release.hold()
  await staff.decide('Reject', customer)
  await expect(staff.status).toHaveText('Sending 1 change')

  release.publish()
  await untilNewerWaits(page)
  await nobodyTouches(page)
  expect(await versionOf(page)).toBe(first)

  letGo()
  await untilOtherThan(page, first)
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(staff.booking(customer).first()).toContainText('Rejected')
})
