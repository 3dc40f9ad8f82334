import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { expectNothingWrong } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { elsewhere, newVehicle } from './pages/fleet.ts'
import { MaintenancePage } from './pages/maintenance.ts'
import { PortalPage } from './pages/portal.ts'
import { newRequestFor } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { after, dayIn, desk, harbour, phone } from './pages/world.ts'

/** "24 Nov" */
const inWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(Date.parse(day))

/** Somebody asks for a vehicle for one day. */
const ask = async (page: Page, request: APIRequestContext, carId: string, pickupDate: string) =>
  await newRequestFor(page, request, { carId, pickupDate, dropoffDate: after(pickupDate, 1) })

/** Staff at the maintenance of a vehicle that is new. */
async function atMaintenance(page: Page, status: string) {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const vehicle = await newVehicle(page, status)
  await staff.goTo('Fleet')
  const maintenance = new MaintenancePage(page, vehicle.name)
  await maintenance.open()
  return { staff, vehicle, maintenance }
}

test('maintenance that is planned without a network is sent once there is one, and the portal does not offer its days', async ({
  page,
  context,
}) => {
  const { staff, vehicle, maintenance } = await atMaintenance(page, 'available')
  await staff.untilKept(vehicle.name)
  await context.setOffline(true)
  const day = dayIn(3)
  await maintenance.add(day, after(day, 1), 'MOT')
  await expect(maintenance.dialog.getByText('Not sent yet', { exact: true })).toBeVisible()
  await maintenance.close()
  await expect(maintenance.card).toContainText('Next: MOT')
  await expect(staff.status).toHaveText(/1 change to send$/)
  await page.reload()
  await expect(maintenance.card).toContainText('Next: MOT')
  await context.setOffline(false)
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(maintenance.card).toContainText('Next: MOT')

  const portal = new PortalPage(await context.newPage())
  await portal.open(harbour.slug)
  await expect(portal.vehicle(vehicle.name).getByText(`Taken ${inWords(day)}`, { exact: true })).toBeVisible()
  await elsewhere(page, `/api/admin/cars/${vehicle.id}/status`, { status: 'unavailable' })
})

test('maintenance over a booking that was approved meanwhile: its days in words, the way to it, and the requests it hinders are rejected together', async ({
  page,
  context,
  request,
}) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const vehicle = await newVehicle(page, 'available')
  const [day, later] = [dayIn(40), dayIn(50)]
  const { renter, booking } = await ask(page, request, vehicle.id, day)
  const hindered = [await ask(page, request, vehicle.id, later), await ask(page, request, vehicle.id, later)]
  await elsewhere(page, `/api/admin/cars/${vehicle.id}/status`, { status: 'unavailable' })
  await staff.goTo('Fleet')
  const maintenance = new MaintenancePage(page, vehicle.name)
  await maintenance.open()
  await staff.untilKept(vehicle.name)
  await context.setOffline(true)
  await maintenance.add(day, after(day, 1))
  await expect(maintenance.dialog.getByText('1 request cannot be approved while it stands:')).toBeVisible()
  await elsewhere(page, `/api/admin/bookings/${booking.id}`, { status: 'approved' })
  await context.setOffline(false)
  const refused = maintenance.dialog.getByRole('listitem').filter({ hasText: 'was refused.' })
  await expect(refused).toContainText(`${vehicle.name} is booked then: #${booking.reference}`)
  await expectNothingWrong(page, 'maintenance that was refused')
  await refused.getByRole('button', { name: `Drop: Service of ${vehicle.name}`, exact: true }).click()

  // Chosen again it is told before it is sent, by the customer's name.
  await maintenance.add(day, after(day, 1))
  await expect(maintenance.dialog.getByText(`is booked by ${renter.name}`)).toBeVisible()
  await expectNothingWrong(page, 'days that are booked')
  await maintenance.add(later, after(later, 2), 'Repair')
  const block = maintenance.dialog.getByRole('listitem').filter({ hasText: '2 requests cannot be approved' })
  for (const { renter: one } of hindered) await expect(block).toContainText(one.name)
  await block.getByRole('button', { name: 'Reject all 2', exact: true }).click()
  await expect(block).toHaveCount(0)
  await maintenance.add(day, after(day, 1))
  await maintenance.dialog.getByRole('link', { name: `Open booking #${booking.reference}`, exact: true }).click()
  await expect(staff.details).toContainText(renter.name)
  for (const { renter: one } of hindered) await expect(staff.booking(one.name)).toContainText('Rejected')
  await expect(staff.status).toHaveText(/^Up to date/)
})

/** Holds a block on its way, so that the server names it when it is let through. */
async function holdNaming(page: Page): Promise<{ readonly release: () => Promise<void> }> {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/cars/*/maintenance', async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback()
    await held.promise
    await route.continue()
  })
  return {
    release: async () => {
      const answered = page.waitForResponse((response) => response.request().method() === 'POST')
      held.resolve()
      await answered
    },
  }
}

test('a finger that is on a button of a block while the server names it has pressed it', async ({ page, request }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const vehicle = await newVehicle(page, 'available')
  const day = dayIn(40)
  await ask(page, request, vehicle.id, day)
  await elsewhere(page, `/api/admin/cars/${vehicle.id}/status`, { status: 'unavailable' })
  await staff.goTo('Fleet')
  const maintenance = new MaintenancePage(page, vehicle.name)
  await maintenance.open()
  await staff.untilKept(vehicle.name)
  const naming = await holdNaming(page)
  await maintenance.add(day, after(day, 1))
  const block = maintenance.dialog.getByRole('listitem').filter({ hasText: '1 request cannot be approved' })
  await block.getByRole('button', { name: 'Reject it', exact: true }).hover()
  await page.mouse.down()
  await naming.release()
  await expect(staff.status).toHaveText(/^Up to date/)
  await page.mouse.up()
  await expect(block).toHaveCount(0)
})

test('what is typed to change a block stays while the server names it, and is saved', async ({ page }) => {
  const { staff, maintenance } = await atMaintenance(page, 'unavailable')
  const naming = await holdNaming(page)
  const day = dayIn(40)
  await maintenance.add(day, after(day, 1))
  await maintenance.dialog.getByRole('button', { name: /^Change: Service/ }).click()
  const note = maintenance.dialog.getByLabel('Note (optional)', { exact: true })
  await note.fill('Bay 3')
  const save = maintenance.dialog.getByRole('button', { name: 'Save', exact: true })
  // It is on its way, and can neither be taken back nor be changed by name.
  await save.click()
  await expect(toastOf(page)).toContainText('It is being sent')
  await expect(note).toHaveValue('Bay 3')
  await naming.release()
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(note).toHaveValue('Bay 3')
  await expect(maintenance.dialog.getByText('Not sent yet', { exact: true })).toHaveCount(0)
  await save.click()
  await expect(maintenance.dialog.getByRole('listitem').filter({ hasText: 'Bay 3' })).toHaveCount(1)
  await expect(staff.status).toHaveText(/^Up to date/)
})

test('a hire that runs past its vehicle’s MOT is approved only after it was said, by key and without a network', async ({
  page,
  context,
  request,
}) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const vehicle = await newVehicle(page, 'available')
  const day = dayIn(45)
  await elsewhere(page, `/api/admin/cars/${vehicle.id}/due-dates`, { mot: day })
  const { renter } = await ask(page, request, vehicle.id, day)
  await elsewhere(page, `/api/admin/cars/${vehicle.id}/status`, { status: 'unavailable' })
  await page.reload()
  await expect(staff.booking(renter.name)).toBeVisible()
  await staff.untilKept(`"mot":"${day}"`)
  await context.setOffline(true)
  const question = page.getByRole('alertdialog', { name: 'Papers run out' })
  await staff.decide('Approve', renter.name)
  await expect(question).toContainText(`The hire of ${vehicle.name} is over on`)
  await question.getByRole('button', { name: 'Do not approve', exact: true }).click()
  await expect(staff.booking(renter.name)).toContainText('Awaiting decision')
  await page.getByRole('button', { name: `View details of ${renter.name}`, exact: true }).focus()
  await page.keyboard.press('a')
  await expect(question).toContainText('its MOT ends on')
  await question.getByRole('button', { name: 'Approve all the same', exact: true }).click()
  await expect(staff.booking(renter.name)).toContainText('Approved')
  await context.setOffline(false)
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(staff.booking(renter.name)).toContainText('Approved')
})

test('due dates that were typed without a network while a colleague saved others stand in the form, beside theirs, and can be saved', async ({
  page,
  context,
}) => {
  const { staff, vehicle, maintenance } = await atMaintenance(page, 'unavailable')
  const mot = maintenance.dialog.getByLabel('MOT ends on', { exact: true })
  const save = maintenance.dialog.getByRole('button', { name: 'Save due dates', exact: true })
  await context.setOffline(true)
  await mot.fill(dayIn(400))
  await save.click()
  await expect(staff.status).toHaveText(/1 change to send$/)
  await elsewhere(page, `/api/admin/cars/${vehicle.id}/due-dates`, { mot: dayIn(300), tax: dayIn(200) })
  await context.setOffline(false)
  await expect(staff.status).toHaveText('1 change needs you')
  await expect(mot).toHaveValue(dayIn(400))
  await expect(maintenance.dialog.getByText('Somebody has saved other dates meanwhile:')).toBeVisible()
  await expectNothingWrong(page, 'due dates that were refused')
  await page.reload()
  await expect(mot).toHaveValue(dayIn(400))
  await expect(maintenance.dialog.getByLabel('Tax ends on', { exact: true })).toHaveValue(dayIn(200))
  await save.click()
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(mot).toHaveValue(dayIn(400))
  await expect(maintenance.dialog.getByText('Somebody has saved other dates meanwhile:')).toBeHidden()
})

for (const [screen, viewport] of Object.entries({ phone, desk })) {
  test.describe(`on a ${screen}`, () => {
    test.use({ viewport, serviceWorkers: 'block' })
    test('axe finds nothing wrong with the maintenance of a vehicle', async ({ page }) => {
      const staff = new DeskPage(page)
      await staff.signInTo(harbour.slug, harbour.staff)
      const vehicle = await newVehicle(page)
      await elsewhere(page, `/api/admin/cars/${vehicle.id}/due-dates`, { mot: dayIn(-3), insurance: dayIn(9) })
      await staff.goTo('Fleet')
      const maintenance = new MaintenancePage(page, vehicle.name)
      await expect(maintenance.card).toContainText('MOT ran out')
      await maintenance.open()
      await maintenance.dialog.getByRole('button', { name: 'Add maintenance', exact: true }).click()
      await expect(maintenance.dialog.getByLabel('From', { exact: true })).toBeFocused()
      await expectNothingWrong(page, 'maintenance with complaints')
      await maintenance.add(dayIn(0), dayIn(2))
      await expect(maintenance.dialog.getByText('Now', { exact: true })).toBeVisible()
      await expectNothingWrong(page, 'a block')
      await maintenance.close()
      await expect(maintenance.card).toContainText('Today: Service')
      await expectNothingWrong(page, 'the cards')
      await staff.goTo('Overview')
      await expect(page.getByRole('region', { name: 'In maintenance' })).toContainText(vehicle.name)
      await expectNothingWrong(page, 'the overview')
    })
  })
}
