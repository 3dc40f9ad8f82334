import { expect, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { newVehicle } from './pages/fleet.ts'
import { MaintenancePage } from './pages/maintenance.ts'
import { newRequestFor } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { dayIn, harbour, phone } from './pages/world.ts'

/** Requests for days that an approved booking holds: who decides about them is told before, not by the server afterwards. */

/** Staff with a vehicle that is new. @returns also how somebody asks for it, from and up to in so many days */
async function deskWithVehicle(page: Page, request: Parameters<typeof newRequestFor>[1]) {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const { id: carId, name } = await newVehicle(page, 'available')
  const ask = async (from: number, to: number) =>
    await newRequestFor(page, request, { carId, pickupDate: dayIn(from), dropoffDate: dayIn(to) })
  return { staff, name, ask }
}

/** Staff at their bookings, where two have asked for one vehicle and share a day. */
async function deskWithTwo(page: Page, request: Parameters<typeof newRequestFor>[1]) {
  const { staff, ask } = await deskWithVehicle(page, request)
  const first = await ask(40, 43)
  const second = await ask(42, 45)
  await page.reload()
  await expect(staff.booking(second.renter.name)).toBeVisible()
  await expect(page.getByText(/Overlaps #/)).toHaveCount(0)
  return { staff, first: { ...first.renter, ...first.booking }, second: { ...second.renter, ...second.booking } }
}

for (const viewport of [phone, { width: 1024, height: 768 }, { width: 1440, height: 900 }]) {
  test(`a request for days that are approved to another says so before Approve is pressed: ${viewport.width}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport)
    const { staff, first, second } = await deskWithTwo(page, request)
    await staff.decide('Approve', first.name)
    await expect(toastOf(page)).toContainText('Booking status updated successfully')
    // Another step about it is taken a moment later, as a second tap on the same place is none.
    await expect(page.getByRole('button', { name: `Mark as Completed: ${first.name}` })).toBeEnabled()
    const line = `Overlaps #${first.reference}, approved for `
    const row = staff.booking(second.name)
    await expect(row.getByText(line)).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(line), 'no other row has it').toHaveCount(1)

    await staff.openDetails(second.name)
    await expect(staff.details.getByText(line)).toBeInViewport({ ratio: 1 })
    await staff.details.getByRole('link', { name: `#${first.reference}` }).click()
    await expect(staff.details).toContainText(first.email)
    await expect(staff.details.getByText('Overlaps #')).toHaveCount(0)
    await staff.details.getByRole('button', { name: 'Cancel Booking' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Booking' }).click()
    await expect(toastOf(page)).toContainText('Booking cancelled successfully')
    await expect(page.getByText('Overlaps #'), 'the days are free').toHaveCount(0)
  })
}

test('without a network the second of two requests for the same days is not approved, and waits to be decided', async ({
  page,
  context,
  request,
}) => {
  const { staff, first, second } = await deskWithTwo(page, request)
  await staff.untilKept(second.name)
  await context.setOffline(true)
  await staff.decide('Approve', first.name)
  const line = `Overlaps #${first.reference}, approved on this device for `
  await expect(staff.booking(second.name)).toContainText(line)
  await page.reload()
  await expect(staff.booking(second.name), 'a reload forgets nothing').toContainText(line)

  await staff.decide('Approve', second.name)
  await expect(toastOf(page)).toContainText('Failed to update booking status')
  await expect(toastOf(page)).toContainText(line)
  await expect(staff.booking(second.name)).toContainText('Awaiting decision')
  await page.getByRole('button', { name: `View details of ${second.name}` }).focus()
  await page.keyboard.press('a')
  await expect(toastOf(page)).toContainText(line)
  await expect(staff.status, 'the first alone').toHaveText(/1 change to send$/)
  await staff.decide('Reject', second.name)

  await context.setOffline(false)
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(staff.booking(first.name)).toContainText('Approved')
  await expect(staff.booking(second.name)).toContainText('Rejected')
})

test('what is known without a network may be old: the approval is sent all the same, and the server judges', async ({
  page,
  context,
  browser,
  request,
}) => {
  const { staff, first, second } = await deskWithTwo(page, request)
  await staff.decide('Approve', first.name)
  const row = staff.booking(second.name)
  const line = `Overlaps #${first.reference}, approved for `
  await expect(toastOf(page)).toContainText('Booking status updated successfully')
  await expect(staff.status).toHaveText(/^Up to date/)
  await staff.untilKept(second.name)
  await context.setOffline(true)
  await staff.decide('Approve', second.name)
  await expect(row).toContainText('Not sent yet')
  await expect(row, 'until the server has judged').toContainText(line)

  const other = new DeskPage(await (await browser.newContext()).newPage())
  await other.signInTo(harbour.slug, harbour.staff)
  await other.openDetails(first.name)
  await other.details.getByRole('button', { name: 'Cancel Booking' }).click()
  await other.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(toastOf(other.page)).toContainText('Booking cancelled successfully')
  await context.setOffline(false)
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(row).toContainText('Approved')
  await expect(row).not.toContainText('Overlaps')
})

test('notes about a request whose approval was refused are saved: they do not wait for what is decided about it', async ({
  page,
  context,
  request,
}) => {
  const { staff, first, second } = await deskWithTwo(page, request)
  await staff.decide('Approve', first.name)
  await expect(staff.booking(second.name)).toContainText(`Overlaps #${first.reference}, approved for `)
  await staff.untilKept(second.name)
  await staff.decide('Approve', second.name)
  await expect(staff.status).toHaveText('1 change needs you')
  await staff.openDetails(second.name)
  const notes = staff.details.getByLabel('Admin Notes')
  const save = async (text: string) => {
    await notes.fill(text)
    await staff.details.getByRole('button', { name: 'Save Notes' }).click()
  }
  await save('Offered the week after')
  await expect(toastOf(page)).toContainText('Admin notes saved successfully')
  await expect(staff.status).toHaveText('1 change needs you')
  await expect(staff.details.getByText('not sent yet')).toHaveCount(0)

  await context.setOffline(true)
  await save('Rang, nobody there')
  await expect(staff.status).toHaveText(/1 change to send$/)
  await save('Takes the week after')
  await expect(staff.status).toHaveText(/2 changes to send$/)
  await context.setOffline(false)
  await expect(staff.status).toHaveText('1 change needs you')
  await page.reload()
  await expect(notes, 'what was saved last').toHaveValue('Takes the week after')
})

test('a request for days of planned maintenance says so before Approve is pressed, and is not approved where it was planned', async ({
  page,
  context,
  request,
}) => {
  const { staff, name, ask } = await deskWithVehicle(page, request)
  const customer = (await ask(40, 43)).renter.name
  await page.reload()
  await expect(staff.booking(customer)).toBeVisible()
  await staff.untilKept(customer)
  await staff.goTo('Fleet')
  await context.setOffline(true)
  const maintenance = new MaintenancePage(page, name)
  await maintenance.open()
  await maintenance.add(dayIn(41), dayIn(42))
  await maintenance.close()
  await staff.goTo('Bookings')
  await expect(staff.booking(customer)).toContainText('Overlaps maintenance planned on this device: Service, ')
  await staff.decide('Approve', customer)
  await expect(toastOf(page)).toContainText('Overlaps maintenance planned on this device')
  await expect(staff.status, 'the maintenance alone').toHaveText(/1 change to send$/)

  await context.setOffline(false)
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(staff.booking(customer)).toContainText('Overlaps maintenance: Service, ')
  await staff.openDetails(customer)
  await expect(staff.details.getByText('Overlaps maintenance: Service, ')).toBeInViewport({ ratio: 1 })
})
