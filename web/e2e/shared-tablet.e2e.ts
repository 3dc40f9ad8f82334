import { type APIRequestContext, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { inCacheStorage, inIndexedDb } from './pages/device.ts'
import { endSession, newVehicle, VehiclePage } from './pages/fleet.ts'
import { deskWithRequest } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { harbour, northern } from './pages/world.ts'

/** Several people at one tablet: whose the work is that waits there, and what of the business is left when somebody goes. */

/** Staff have decided about a booking without a network, and their session is over before it was sent. */
async function deskThatEndedWithWork(page: Page, context: BrowserContext, request: APIRequestContext) {
  const { staff, customer } = await deskWithRequest(page, request)
  await staff.untilKept()
  await context.setOffline(true)
  await staff.decide('Reject', customer)
  await expect(staff.status).toHaveText(/1 change to send$/)
  await context.clearCookies()
  await context.setOffline(false)
  return { staff, customer }
}

test('a session that ends keeps the work, says whose it is, fills in their address, and sends it when they are back', async ({
  page,
  context,
  request,
}) => {
  const { staff, customer } = await deskThatEndedWithWork(page, context, request)

  await expect(toastOf(page)).toContainText('You are logged out. Logging in again...')
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
  const note = page.getByRole('status').filter({ hasText: 'kept on this device' })
  await expect(note).toHaveText(
    `1 change is kept on this device and not sent yet. Sign in as ${harbour.staff.email} to send it.`,
  )
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(harbour.staff.email)
  await page.getByLabel('Password', { exact: true }).fill(harbour.staff.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await staff.goTo('Bookings')
  await expect(staff.booking(customer).getByText('Rejected').first()).toBeVisible()
  await expect(staff.status).toHaveText(/^Up to date/)
  expect((await inIndexedDb(page)).filter((entry) => entry.startsWith('forecourt-outbox'))).toEqual([])
})

test('whoever signs in where somebody else was never signed out is not taken for them, however slow the server is', async ({
  page,
  context,
}) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  // Their session ends while nothing is open that would notice.
  await page.goto('about:blank')
  await context.clearCookies()
  const spoken = Promise.withResolvers<void>()
  await context.route('**/api/auth/user', async (route) => {
    await spoken.promise
    await route.fallback()
  })
  await page.clock.install()
  await staff.openSignIn(northern.slug)
  const asked = page.waitForRequest('**/api/auth/user')
  await staff.signIn(northern.staff)
  await asked
  await page.clock.runFor(10_000)
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible()
  await expect(toastOf(page)).toHaveCount(0)
  spoken.resolve()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/${northern.slug}/admin`))
})

test('another user on the same tablet sees nothing, sends nothing, and does not take it over', async ({
  page,
  context,
  request,
}) => {
  const { staff, customer } = await deskThatEndedWithWork(page, context, request)
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)

  const sent: string[] = []
  page.on('request', (call) => {
    if (call.method() === 'PUT') sent.push(call.url())
  })
  await staff.signInTo(northern.slug, northern.staff)
  await staff.untilKept()
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(page.getByText(customer)).toHaveCount(0)
  // The copy of the other business is gone; only the work that was not sent waits, under its own member.
  const kept = (await inIndexedDb(page)).filter((entry) => entry.includes(customer))
  expect(kept.filter((entry) => !entry.startsWith('forecourt-outbox'))).toEqual([])
  expect(sent).toEqual([])

  await context.clearCookies()
  await page.reload()
  await expect(page).toHaveURL(`/${northern.slug}/admin/login`)
  await staff.signInTo(harbour.slug, harbour.staff)
  await expect(staff.booking(customer).getByText('Rejected').first()).toBeVisible()
  await expect.poll(() => sent.length).toBe(1)
})

test('work that waits is still told of after a colleague was here and has signed out', async ({
  page,
  context,
  request,
}) => {
  const { staff, customer } = await deskThatEndedWithWork(page, context, request)
  const note = page.getByRole('status').filter({ hasText: 'kept on this device' })
  await expect(note).toBeVisible()

  await staff.signInTo(northern.slug, northern.staff)
  await staff.logout()
  await expect(page).toHaveURL(`/${northern.slug}/portal`)
  await staff.openSignIn(harbour.slug)
  await expect(note).toHaveText(
    `1 change is kept on this device and not sent yet. Sign in as ${harbour.staff.email} to send it.`,
  )
  await staff.signIn(harbour.staff)
  await staff.goTo('Bookings')
  await expect(staff.booking(customer).getByText('Rejected').first()).toBeVisible()
  await expect(staff.status).toHaveText(/^Up to date/)
  await staff.logout()
  await expect(page).toHaveURL(`/${harbour.slug}/portal`)
  const known = (await inIndexedDb(page)).filter((entry) => entry.includes('member') && entry.includes('@'))
  expect(known, 'nobody is known who has nothing waiting').toEqual([])
})

test('what somebody has typed and not saved is there when they are back, and a colleague who was here sees nothing of it', async ({
  page,
}) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const { name } = await newVehicle(page)
  await staff.goTo('Fleet')
  const form = new VehiclePage(page)
  await form.edit(name)
  await form.field('Description').fill('Boot for two suitcases')
  await form.untilKept('Boot for two suitcases')
  await endSession(page)
  await page.reload()
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)

  await staff.signInTo(northern.slug, northern.staff)
  await staff.untilKept()
  await expect(page.getByText('Boot for two suitcases')).toHaveCount(0)
  const kept = (await inIndexedDb(page)).filter((entry) => entry.includes(name))
  expect(
    kept.filter((entry) => !entry.includes(':typed:')),
    'what they have seen is gone',
  ).toEqual([])
  await staff.logout()

  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Fleet')
  await form.edit(name)
  await expect(form.field('Description')).toHaveValue('Boot for two suitcases')
  await page.keyboard.press('Escape')
  expect(await staff.logoutAndDrop()).toBe(
    'What you have typed into the form of a vehicle is not saved. Logging out drops it.',
  )
  await expect(page).toHaveURL(`/${harbour.slug}/portal`)
  expect((await inIndexedDb(page)).filter((entry) => entry.includes(':typed:'))).toEqual([])
})

test('a tab in which somebody else has signed in sends nothing in their name', async ({ page, context, request }) => {
  const { staff, customer } = await deskWithRequest(page, request)
  let attempts = 0
  await page.route('**/api/admin/bookings/*', (route) => {
    if (route.request().method() === 'PUT') attempts += 1
    return route.abort()
  })
  await staff.decide('Reject', customer)
  // The latter once it has tried twice.
  await expect(staff.status).toHaveText(/^Sending 1 change$|1 change to send$/)

  const second = await context.newPage()
  const other = new DeskPage(second)
  await other.openSignIn(northern.slug)
  await other.signIn(northern.staff)
  await expect(second.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  const until = attempts
  await page.bringToFront()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  expect(attempts).toBe(until)
  expect((await inIndexedDb(page)).some((entry) => entry.startsWith('forecourt-outbox'))).toBe(true)
})

test('a license is in no cache, however often it was looked at', async ({ page }) => {
  const staff = new DeskPage(page)
  const answers: (string | undefined)[] = []
  page.on('response', (response) => {
    if (response.url().includes('/objects/licences/')) answers.push(response.headers()['cache-control'])
  })
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.untilKept()
  await page
    .getByRole('button', { name: /^View license of / })
    .first()
    .click()
  const picture = page.getByRole('img', { name: /^Driving license of / })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.reload()
  await expect.poll(() => answers.length).toBeGreaterThan(2)
  expect(new Set(answers)).toEqual(new Set(['private, no-store']))
  expect((await inCacheStorage(page)).filter((url) => url.includes('licences'))).toEqual([])
  expect((await inIndexedDb(page)).filter((entry) => entry.includes('data:image'))).toEqual([])
})

test('whoever has to sign in again comes back to where they were, and no link to the sign-in page says where that is', async ({
  page,
}) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await page.goto(`/${harbour.slug}/admin?tab=customers`)
  await endSession(page)
  await page.reload()
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
  await staff.signIn(harbour.staff)
  await expect(page.getByRole('heading', { name: 'Customers', exact: true })).toBeVisible()
  await expect(page).toHaveURL(`/${harbour.slug}/admin?tab=customers`)

  await page.goto(`/${harbour.slug}/admin/login?wanted=//elsewhere.example`)
  await staff.signIn(harbour.staff)
  await expect(page).toHaveURL(`/${harbour.slug}/admin`)
})
