import { expect, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { inCacheStorage, inIndexedDb, keepNothing } from './pages/device.ts'
import { newVehicle } from './pages/fleet.ts'
import { deskWithRequest, newRequestFor } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { dayIn, desk, harbour, northern, phone } from './pages/world.ts'

/** What staff do without a network, or with a bad one, on one tablet. */

test('the desk opens in the state last seen, and says so', async ({ page, context }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await expect(staff.status).toHaveText(/^Up to date \d\d:\d\d$/)
  await staff.untilKept()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('button', { name: /^View details of / }).first()).toBeVisible()
  await expect(staff.status).toHaveText(/^Offline – showing \d\d:\d\d$/)
  await context.setOffline(false)
  await expect(staff.status).toHaveText(/^Up to date/)
})

test('a tab that is first opened hours after a start without a network shows what was known', async ({
  page,
  context,
}) => {
  await page.clock.install()
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Customers')
  const rows = page.getByRole('button', { name: /^Hide / })
  await expect(rows.first()).toBeVisible()
  await staff.untilKept('licenseRefusedReason')
  await staff.goTo('Bookings')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('button', { name: /^View details of / }).first()).toBeVisible()
  await page.clock.fastForward('03:00:00')
  await staff.goTo('Customers')
  await expect(rows.first()).toBeVisible()
  await page.reload()
  await expect(rows.first()).toBeVisible()
})

test('pictures that could not be had without a network are there when it is back', async ({ page, context }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.untilKept()
  await context.setOffline(true)
  await page.reload()
  const licence = page.getByRole('button', { name: /^View license of / }).first()
  await expect(licence).toHaveText('View')
  await context.setOffline(false)
  await expect(licence.locator('img')).toBeVisible()
})

test('a decision made offline survives a reload and is applied once the network is back', async ({
  page,
  context,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  await staff.untilKept()
  await context.setOffline(true)
  await staff.decide('Reject', customer)
  await expect(staff.booking(customer).getByText('Rejected').first()).toBeVisible()
  await expect(staff.status).toHaveText(/1 change to send$/)
  await page.reload()
  await expect(staff.booking(customer).getByText('Rejected').first()).toBeVisible()
  await expect(staff.status).toHaveText(/1 change to send$/)
  await context.setOffline(false)
  await expect(staff.status).toHaveText(/^Up to date/)
  await page.reload()
  await expect(staff.booking(customer).getByText('Rejected').first()).toBeVisible()
})

const tablet = { width: 1024, height: 768 }

for (const [name, viewport] of Object.entries({ phone, tablet, desk })) {
  test(`a decision that is not sent yet says so beside its status until it is: ${name}`, async ({
    page,
    context,
    request,
  }) => {
    await page.setViewportSize(viewport)
    const { staff, customer } = await deskWithRequest(page, request)
    const row = staff.booking(customer).first()
    const unsent = page.getByRole('main').getByText('Not sent yet')
    await staff.untilKept()
    await expect(unsent).toHaveCount(0)
    await context.setOffline(true)
    await staff.decide('Approve', customer)
    await expect(row).toContainText('Approved')
    const mark = row.getByText('Not sent yet')
    await expect(mark).toBeInViewport({ ratio: 1 })
    await expect(unsent, 'no other row has it').toHaveCount(1)
    const around = await row.boundingBox()
    const place = await mark.boundingBox()
    expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0))

    await staff.openDetails(customer)
    await expect(staff.details.getByText('Not sent yet')).toBeInViewport({ ratio: 1 })
    await staff.details.getByRole('button', { name: 'Close' }).click()
    await staff.goTo('Overview')
    const recent = page.getByRole('region', { name: 'Recent Bookings' }).getByRole('listitem')
    await expect(recent.filter({ hasText: customer })).toContainText('Not sent yet')
    await staff.goTo('Bookings')
    await expect(mark).toBeVisible()

    await context.setOffline(false)
    await expect(staff.status).toHaveText(/^Up to date/)
    await expect(row).toContainText('Approved')
    await expect(page.getByText('Not sent yet')).toHaveCount(0)
    // A row that has just come into sight is as high as it is from the next picture on.
    const height = async () => (await row.boundingBox())?.height
    await expect.poll(height, 'the rows below stay where they are').toBe(around?.height)
  })
}

test('of a decision that the server refused nothing says that it is to be sent', async ({ page, context, request }) => {
  const { staff, customer } = await deskWithRequest(page, request)
  await page.route('**/api/admin/bookings/*', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'about:blank', title: 'Conflict', status: 409, detail: 'No.', message: 'No.' }),
        }),
  )
  await staff.untilKept()
  await context.setOffline(true)
  await staff.decide('Approve', customer)
  const row = staff.booking(customer).first()
  await expect(row).toContainText('Not sent yet')
  await context.setOffline(false)
  await expect(staff.status).toHaveText('1 change needs you')
  await expect(row).toContainText('Awaiting decision')
  await expect(page.getByText('Not sent yet')).toHaveCount(0)
})

test('the calendar says which approvals are not sent yet', async ({ page, context, request }) => {
  await page.setViewportSize(phone)
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const { id } = await newVehicle(page, 'available')
  const days = { pickupDate: dayIn(2), dropoffDate: dayIn(4) }
  const { name: customer } = (await newRequestFor(page, request, { carId: id, ...days })).renter
  await page.reload()
  await expect(staff.booking(customer).first()).toBeVisible()
  await staff.untilKept()
  await context.setOffline(true)
  await staff.decide('Approve', customer)
  await page.getByRole('button', { name: 'Calendar View' }).click()
  const calendar = page.getByRole('region', { name: 'Calendar' })
  await expect(calendar.getByText('Not sent yet', { exact: true })).toBeInViewport({ ratio: 1 })
  await calendar.locator(`td:has(time[datetime="${days.pickupDate}"])`).getByRole('button').click()
  const ofDay = page.getByRole('dialog').getByRole('listitem')
  await expect(ofDay.filter({ hasText: customer })).toContainText('Not sent yet')
  await expect(ofDay.filter({ hasText: 'Not sent yet' })).toHaveCount(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await context.setOffline(false)
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(page.getByText('Not sent yet')).toHaveCount(0)
})

test('a session that ends keeps the work, says whose it is, and sends it when they are back', async ({
  page,
  context,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  await staff.untilKept()
  await context.setOffline(true)
  await staff.decide('Reject', customer)
  await expect(staff.status).toHaveText(/1 change to send$/)
  await context.clearCookies()
  await context.setOffline(false)

  await expect(toastOf(page)).toContainText('You are logged out. Logging in again...')
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
  const note = page.getByRole('status').filter({ hasText: 'kept on this device' })
  await expect(note).toHaveText(
    `1 change is kept on this device and not sent yet. Sign in as ${harbour.staff.email} to send it.`,
  )
  await staff.signIn(harbour.staff)
  await staff.goTo('Bookings')
  await expect(staff.booking(customer).getByText('Rejected').first()).toBeVisible()
  await expect(staff.status).toHaveText(/^Up to date/)
  expect((await inIndexedDb(page)).filter((entry) => entry.startsWith('forecourt-outbox'))).toEqual([])
})

test('another user on the same tablet sees nothing, sends nothing, and does not take it over', async ({
  page,
  context,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  await staff.untilKept()
  await context.setOffline(true)
  await staff.decide('Reject', customer)
  await expect(staff.status).toHaveText(/1 change to send$/)
  await context.clearCookies()
  await context.setOffline(false)
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

test('a tab in which somebody else has signed in sends nothing in their name', async ({ page, context, request }) => {
  const { staff, customer } = await deskWithRequest(page, request)
  let attempts = 0
  await page.route('**/api/admin/bookings/*', (route) => {
    if (route.request().method() === 'PUT') attempts += 1
    return route.abort()
  })
  await staff.decide('Reject', customer)
  await expect(staff.status).toHaveText('Sending 1 change')

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

test('signing out leaves nothing of the business on the device, even without a network', async ({
  page,
  context,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  await staff.untilKept()
  await context.setOffline(true)
  await staff.decide('Reject', customer)
  await expect(staff.status).toHaveText(/1 change to send$/)
  await staff.logout()
  const question = page.getByRole('alertdialog', { name: 'Changes not sent yet' })
  await expect(question).toContainText('One change has not reached the server. Logging out drops it.')
  await question.getByRole('button', { name: 'Log out and drop' }).click()
  await expect(page).toHaveURL(`/${harbour.slug}/portal`)
  const found = await inIndexedDb(page)
  expect(found.filter((entry) => /adm:|forecourt-outbox|member/.test(entry) || entry.includes(customer))).toEqual([])
  expect((await inCacheStorage(page)).filter((url) => /\/api\/|\/objects\/licences\//.test(url))).toEqual([])

  await context.setOffline(false)
  await page.goto(`/${harbour.slug}/admin`)
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
  await staff.signInTo(harbour.slug, harbour.staff)
  await expect(staff.booking(customer).first(), 'what was dropped was not done').toContainText('Awaiting decision')
})

for (const there of ['the portal', 'the landing page', 'the sign-in page'] as const) {
  test(`signing out without a network ends the session as soon as there is one again, on ${there}`, async ({
    page,
    context,
  }) => {
    const staff = new DeskPage(page)
    const isSignedIn = async () => (await context.request.get('/api/auth/user')).status() === 200
    await staff.signInTo(harbour.slug, harbour.staff)
    await staff.untilKept()
    await context.setOffline(true)
    await staff.logout()
    await expect(page).toHaveURL(`/${harbour.slug}/portal`)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expect(page.getByText('Business Not Found')).toHaveCount(0)
    expect(await isSignedIn(), 'the server has not heard of it').toBe(true)

    // A page that starts with a network, or one that is open when it comes back.
    if (there !== 'the portal') await page.goto('about:blank')
    await context.setOffline(false)
    if (there === 'the landing page') await page.goto('/')
    if (there === 'the sign-in page') await page.goto(`/${harbour.slug}/admin/login`)
    await expect.poll(isSignedIn, { timeout: 40_000 }).toBe(false)
    await staff.signInTo(harbour.slug, harbour.staff)
    expect(await isSignedIn(), 'who signs in afterwards stays so').toBe(true)
  })
}

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

for (const how of ['refuses', 'is silent'] as const) {
  test(`a browser whose store ${how}: the desk works, and says that the tab has to stay open`, async ({
    page,
    context,
    request,
  }) => {
    await keepNothing(page, how)
    const { staff, customer } = await deskWithRequest(page, request)
    await context.setOffline(true)
    await staff.decide('Reject', customer)
    await expect(staff.booking(customer).getByText('Rejected').first()).toBeVisible()
    await expect(staff.status).toHaveText(/1 change to send – keep this tab open$/)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Changes to send' })).toContainText('This browser keeps nothing')
    await page.keyboard.press('Escape')
    await context.setOffline(false)
    await expect(staff.status).toHaveText(/^Up to date/)
    await expect(toastOf(page)).toContainText('Booking status updated successfully')
  })
}
