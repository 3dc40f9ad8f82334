import { expect, type Page } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { newVehicle } from './pages/fleet.ts'
import { MaintenancePage } from './pages/maintenance.ts'
import { PortalPage } from './pages/portal.ts'
import { openKept, Release, SECOND_CALL, untilNewerWaits, untilOtherThan, versionOf } from './pages/release.ts'
import { MADE, test } from './pages/renter.ts'
import { requestWithLink } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { dayIn, harbour, someone } from './pages/world.ts'

/** An update looks for its moment each second, and waits until nobody has touched the page for three. */
const LONGER_THAN_IT_TAKES = 6_000

/** Waits while nobody does anything. */
const nobodyTouches = async (page: Page) => {
  const began = await page.evaluate(() => performance.now())
  await page.waitForFunction((until) => performance.now() > until, began + LONGER_THAN_IT_TAKES)
}

/** Somebody turns to another tab, or another app. */
const nobodySees = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })

/** A picture of the landing page, opened large. */
async function enlarge(page: Page) {
  await page
    .getByRole('button', { name: /^Enlarge the picture/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
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

test('an update waits for whoever sees a tab, also where another one that nobody sees has nothing to lose', async ({
  page,
  context,
  baseURL,
}) => {
  await using release = await Release.before(baseURL ?? '')
  const hidden = await context.newPage()
  await openKept(hidden, `${release.origin}/`)
  await openKept(page, `${release.origin}/`)
  const [first, behind] = [await versionOf(page), await versionOf(hidden)]
  await nobodySees(hidden)
  await enlarge(page)

  release.publish()
  await untilNewerWaits(page)
  await nobodyTouches(page)
  expect([await versionOf(page), await versionOf(hidden)]).toEqual([first, behind])

  await page.keyboard.press('Escape')
  await untilOtherThan(page, first)
  await untilOtherThan(hidden, behind)
})

test('a tab that a newer version serves already is loaded anew when nobody is in the middle of anything in it', async ({
  page,
  baseURL,
}) => {
  await using release = await Release.before(baseURL ?? '')
  await openKept(page, `${release.origin}/`)
  const first = await versionOf(page)
  await enlarge(page)

  release.publish()
  await untilNewerWaits(page)
  await nobodyTouches(page)
  // As a tab of an older version does, which asks nobody.
  await page.evaluate(async () => {
    const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    const { waiting } = await navigator.serviceWorker.ready
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none, a window has
    waiting?.postMessage({ type: 'SKIP_WAITING' })
    await taken
  })
  await nobodyTouches(page)
  expect(await versionOf(page)).toBe(first)

  await page.keyboard.press('Escape')
  await untilOtherThan(page, first)
})

test('an update waits for a date that was typed and not saved, also where nobody sees it', async ({
  page,
  baseURL,
}) => {
  await using release = await Release.before(baseURL ?? '')
  await openKept(page, `${release.origin}/${harbour.slug}/admin/login`)
  const staff = new DeskPage(page)
  await staff.signIn(harbour.staff)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  const { name } = await newVehicle(page)
  await staff.goTo('Fleet')
  const maintenance = new MaintenancePage(page, name)
  await maintenance.open()
  const first = await versionOf(page)
  const due = maintenance.dialog.getByLabel('MOT ends on', { exact: true })
  await due.fill(dayIn(300))

  release.publish()
  await untilNewerWaits(page)
  await nobodySees(page)
  await nobodyTouches(page)
  expect(await versionOf(page)).toBe(first)
  await expect(due).toHaveValue(dayIn(300))

  await maintenance.dialog.getByRole('button', { name: 'Save due dates' }).click()
  await untilOtherThan(page, first)
})

test('an update waits for a renter who is signing, however long they read', async ({
  page,
  renter,
  request,
  baseURL,
}) => {
  test.setTimeout(600_000)
  const { staff, name, link: path } = await requestWithLink(page, request)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.decide('Approve', name)
  await staff.openDetails(name)
  await expect(staff.details.getByText('To be signed', { exact: true })).toBeVisible(MADE)

  await using release = await Release.before(baseURL ?? '')
  await openKept(renter, `${release.origin}${path}`)
  const first = await versionOf(renter)
  const contract = renter.getByRole('region', { name: 'Contract' })
  await contract.getByRole('button', { name: 'Sign the contract' }).click()
  const signer = contract.getByLabel('Full name of the person who signs')
  await signer.fill('Grace Hopper')

  release.publish()
  await untilNewerWaits(renter)
  await nobodyTouches(renter)
  expect(await versionOf(renter)).toBe(first)
  await expect(signer).toHaveValue('Grace Hopper')

  await contract.getByRole('button', { name: 'Not now' }).click()
  await untilOtherThan(renter, first)
})
