import { Customers } from '@forecourt/contracts/customer.ts'
import { MaintenanceList, MaintenanceSaved } from '@forecourt/contracts/maintenance.ts'
import { AdminFleet } from '@forecourt/contracts/vehicle.ts'
import { expect, type Page, test } from '@playwright/test'
import * as z from 'zod/mini'
import { expectNothingWrong } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { elsewhere, newVehicle } from './pages/fleet.ts'
import { letGo } from './pages/let-go.ts'
import { MaintenancePage } from './pages/maintenance.ts'
import { newRequest } from './pages/requests.ts'
import { after, dayIn, desk, harbour, withoutWorker } from './pages/world.ts'

/** What somebody has done without a network takes back nothing that a colleague has done since: it needs them. */

test.use({ ...withoutWorker, viewport: desk })
test.afterEach(({ page, context }) => letGo(page, context))

/** What the server has refused, looked at. */
async function needingSomebody(page: Page) {
  const staff = new DeskPage(page)
  await expect(staff.status).toHaveText('1 change needs you')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes that need you' })
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  // The same again would be refused again.
  await expect(dialog.getByRole('button', { name: /^Try again: / })).toHaveCount(0)
  return dialog
}

async function atLicence(page: Page, name: string) {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Customers')
  await page.getByRole('button', { name: `View ${name}`, exact: true }).click()
  return { staff, details: page.getByRole('dialog', { name: 'Customer Details', exact: true }) }
}

/** A colleague says what they think of somebody's licence. */
async function sayElsewhere(page: Page, email: string, said: object): Promise<void> {
  const found = await page.request.get('/api/admin/customers', { params: { q: email } })
  const [customer] = z.parse(Customers, await found.json())
  await elsewhere(page, `/api/admin/customers/${customer?.id}/license-status`, said)
}

test('a licence that was refused without a network stays verified when a colleague has found it good meanwhile', async ({
  page,
  context,
  request,
}) => {
  await new DeskPage(page).openSignIn(harbour.slug)
  const renter = await newRequest(page, request)
  const { staff, details } = await atLicence(page, renter.name)
  await expect(details.getByText('Pending', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await details.getByRole('button', { name: 'Refuse License', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'Refuse License', exact: true })
  await asked.getByLabel('Reason').fill('It is too dark.')
  await asked.getByRole('button', { name: 'Refuse License', exact: true }).click()
  await expect(details.getByText('Refused', { exact: true })).toBeVisible()
  await details.getByRole('button', { name: 'Close', exact: true }).click()
  await sayElsewhere(page, renter.email, { licenseStatus: 'verified' })
  await context.setOffline(false)

  const dialog = await needingSomebody(page)
  await expect(dialog).toContainText(
    'Somebody has verified this licence meanwhile, and so it stays. Look at it, and refuse it again if that is right.',
  )
  await expectNothingWrong(page, 'a licence that a colleague has verified meanwhile')
  await dialog.getByRole('button', { name: /^Open the customer: / }).click()
  await expect(details.getByText('Verified', { exact: true })).toBeVisible()
  // Said again of what is there by now, it is said.
  await details.getByRole('button', { name: 'Mark as Expired', exact: true }).click()
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(details.getByText('Expired', { exact: true })).toBeVisible()
})

test('a licence that was verified without a network stays refused when a colleague has refused it meanwhile', async ({
  page,
  context,
  request,
}) => {
  await new DeskPage(page).openSignIn(harbour.slug)
  const renter = await newRequest(page, request)
  const { details } = await atLicence(page, renter.name)
  await expect(details.getByText('Pending', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await details.getByRole('button', { name: 'Mark as Verified', exact: true }).click()
  await expect(details.getByText('Verified', { exact: true })).toBeVisible()
  await details.getByRole('button', { name: 'Close', exact: true }).click()
  await sayElsewhere(page, renter.email, { licenseStatus: 'refused', reason: 'It is somebody else’s.' })
  await context.setOffline(false)

  const dialog = await needingSomebody(page)
  await expect(dialog).toContainText('Somebody has refused this licence meanwhile, and so it stays.')
  await dialog.getByRole('button', { name: /^Open the customer: / }).click()
  await expect(details.getByText('Refused', { exact: true })).toBeVisible()
  await expect(details.getByText('It is somebody else’s.')).toBeVisible()
})

test('maintenance that was cancelled without a network stands when a colleague has extended it meanwhile, until it is cancelled again', async ({
  page,
  context,
}) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const vehicle = await newVehicle(page)
  const path = `/api/admin/cars/${vehicle.id}/maintenance`
  const from = dayIn(4)
  const work = { from, to: after(from, 2), kind: 'service' }
  const planned = await page.request.post(path, { headers: { 'Sec-Fetch-Site': 'same-origin' }, data: work })
  const { id } = z.parse(MaintenanceSaved, await planned.json())
  await staff.goTo('Fleet')
  const maintenance = new MaintenancePage(page, vehicle.name)
  await maintenance.open()
  const cancel = maintenance.dialog.getByRole('button', { name: /^Cancel: Service, / })
  await expect(cancel).toBeVisible()
  await context.setOffline(true)
  await cancel.click()
  await expect(cancel).toHaveCount(0)
  await elsewhere(page, `${path}/${id}`, { ...work, to: after(from, 5) })
  await context.setOffline(false)

  const standing = async () =>
    z.parse(MaintenanceList, await (await page.request.get(path)).json()).map((block) => [block.id, block.to])
  const refused = maintenance.dialog.getByRole('listitem').filter({ hasText: 'was refused.' })
  await expect(refused).toContainText('Somebody has changed this maintenance meanwhile: service, ')
  await expect(refused).toContainText('It still stands: look at it, and cancel it again if it is not to take place.')
  await expect(refused.getByRole('button', { name: /^Drop: / })).toBeVisible()
  await expect(refused.getByRole('button', { name: /^Try again: / })).toHaveCount(0)
  await expectNothingWrong(page, 'maintenance that a colleague has extended meanwhile')
  expect(await standing()).toEqual([[id, after(from, 5)]])

  await cancel.click()
  await expect(refused).toHaveCount(0)
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect.poll(standing).toEqual([])
})

/** Staff at their fleet, with a vehicle that nobody can book, and the buttons of its card. */
async function fleetWithVehicle(page: Page) {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const vehicle = await newVehicle(page)
  await staff.goTo('Fleet')
  const make = (words: string) => page.getByRole('button', { name: `${words}: ${vehicle.name}`, exact: true })
  await make('Make Available').click({ trial: true })
  return { staff, vehicle, make }
}

test('a vehicle that was marked without a network keeps the status that a colleague has given it meanwhile', async ({
  page,
  context,
}) => {
  const { staff, vehicle, make } = await fleetWithVehicle(page)
  await context.setOffline(true)
  await make('Make Available').click()
  await elsewhere(page, `/api/admin/cars/${vehicle.id}/status`, { status: 'maintenance' })
  await context.setOffline(false)

  const dialog = await needingSomebody(page)
  await expect(dialog).toContainText(
    'Somebody has marked this vehicle as in maintenance meanwhile, and so it stays. Look at it, and mark it as available again if that is right.',
  )
  await expectNothingWrong(page, 'a vehicle that a colleague has marked meanwhile')
  await dialog.getByRole('button', { name: /^Drop: / }).click()
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(page.getByRole('article', { name: vehicle.name, exact: true })).toContainText('Maintenance')
})

test('two steps with one vehicle that wait for a network do not stand in each other’s way', async ({
  page,
  context,
}) => {
  const { staff, vehicle, make } = await fleetWithVehicle(page)
  await context.setOffline(true)
  await make('Make Available').click()
  await make('Mark Unavailable').click()
  await expect(staff.status).toHaveText(/2 changes to send$/)
  const sent: unknown[] = []
  page.on('request', (one) => {
    if (one.method() === 'PUT') sent.push(one.postDataJSON())
  })
  await context.setOffline(false)
  await expect(staff.status).toHaveText(/^Up to date/)
  expect(sent).toEqual([
    { status: 'available', from: 'unavailable' },
    { status: 'unavailable', from: 'available' },
  ])
  const fleet = z.parse(AdminFleet, await (await page.request.get(`/api/admin/cars?q=${vehicle.name}`)).json())
  expect(fleet.map(({ storedStatus }) => storedStatus)).toEqual(['unavailable'])
})
