import { expect, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { keepNothing, slowToRead } from './pages/device.ts'
import { newVehicle } from './pages/fleet.ts'
import { deskWithRequest, newRequest, newRequestFor } from './pages/requests.ts'
import { SettingsPage } from './pages/settings.ts'
import { toastOf } from './pages/toasts.ts'
import { dayIn, desk, harbour, phone } from './pages/world.ts'

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

test('customers are there without a network although nobody has opened them', async ({ page, context }) => {
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  const fetched = page.waitForResponse('**/api/admin/customers')
  await staff.signIn(harbour.staff)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await fetched
  await staff.untilKept('licenseRefusedReason')
  await context.setOffline(true)
  await staff.goTo('Customers')
  await expect(page.getByRole('button', { name: /^Hide / }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Hide / }).first()).toBeVisible()
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

test('calendar links that could not be loaded without a network come by themselves when it is back', async ({
  page,
  context,
}) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.untilKept('turnaroundDays')
  // From the device, and with a stream of changes: a tab that begins without a network asks for everything afterwards.
  await page.reload()
  await expect(staff.status).toHaveText(/^Up to date/)
  await context.setOffline(true)
  await new SettingsPage(page).open()
  const links = page.getByRole('region', { name: 'Calendar links', exact: true })
  await expect(links.getByRole('alert')).toContainText('The server could not be reached')
  await context.setOffline(false)
  await expect(links.getByLabel('Calendar of', { exact: true })).toBeVisible()
  await expect(links.getByRole('alert')).toHaveCount(0)
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
          body: JSON.stringify({
            type: 'about:blank',
            title: 'Conflict',
            status: 409,
            code: 'transition-not-allowed',
            detail: 'No.',
            message: 'No.',
          }),
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
  // Nor does it hide that the screen is old.
  await context.setOffline(true)
  await expect(staff.status).toHaveText(/^1 change needs you · Offline – showing \d\d:\d\d$/)
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

test('a request that came while the desk was closed is listed and not announced, however late the device gives its copy', async ({
  page,
  context,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  await staff.untilKept(customer)
  const address = page.url()
  const later = await context.newPage()
  await later.goto('/icon.svg')
  await page.close()
  const renter = await newRequest(later, request)
  // Longer than the desk waits for it before it shows what it has, as after a standstill.
  await slowToRead(later, 1_500, 'adm:')
  await later.goto(address)
  await expect(new DeskPage(later).booking(renter.name)).toBeVisible()
  await expect(later.getByRole('button', { name: /new request/ })).toHaveCount(0)
})
