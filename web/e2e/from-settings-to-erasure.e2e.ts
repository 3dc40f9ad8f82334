import { AdminBookings } from '@forecourt/contracts/booking.ts'
import type { BusinessSettings } from '@forecourt/contracts/settings.ts'
import { expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { DeskPage } from './pages/desk.ts'
import { inIndexedDb } from './pages/device.ts'
import { Inbox } from './pages/inbox.ts'
import { PortalPage } from './pages/portal.ts'
import { heading, MADE, test, untilHeaded } from './pages/renter.ts'
import { readSettings, SettingsPage, storeSettings } from './pages/settings.ts'
import { drawSignature } from './pages/signing.ts'
import { dayIn, desk, licencePicture, northern, someone, withoutWorker } from './pages/world.ts'

/** The whole of what a business is promised, from the day on which it chooses its colour to the day on which a renter is forgotten. */

test.use({ ...withoutWorker, viewport: desk })

/** Farther ahead than anybody else's booking there. */
const AHEAD = 1_200
const OURS = { 'Sec-Fetch-Site': 'same-origin' }

/** As they were: the business is shared with others. */
let before: { readonly owner: Page; readonly settings: BusinessSettings } | undefined
test.afterEach(async () => {
  if (before !== undefined) await storeSettings(before.owner, before.settings)
})

const statusOf = async (page: Page, path: string) => (await page.request.get(path)).status()

test('colour, logo and terms → a booking → a contract signed on a phone → mails with it; then erased, and nothing is left to open', async ({
  page,
  renter,
  request,
}) => {
  test.setTimeout(600_000)
  const settings = new SettingsPage(page)
  await settings.openAt(northern.slug, northern.staff)
  before = { owner: page, settings: await readSettings(page) }
  await settings.field('Colour').fill('#0a5c36')
  await settings.uploadLogo()
  await settings.field('Terms of hire').fill('The tank is full.\nNobody smokes.')
  await settings.save()

  const portal = new PortalPage(renter)
  await portal.open(northern.slug)
  await expect
    .poll(() => renter.evaluate(() => document.documentElement.style.getPropertyValue('--brand')), {
      // A portal that was opened a moment too early asks again after a minute.
      timeout: 90_000,
    })
    .toBe('#0a5c36')
  const [car = ''] = await portal.vehicles()
  const who = someone()
  await portal.chooseVehicle(car)
  await portal.typeDates(dayIn(AHEAD), dayIn(AHEAD + 2))
  await portal.introduce(who)
  await portal.uploadLicence(await licencePicture(renter))
  await portal.submit()
  const reference = await portal.reference()

  const staff = new DeskPage(page)
  // Where nothing that has just come is held back.
  await staff.goTo('Overview')
  await expect(page.getByRole('region', { name: 'Recent Bookings' })).toContainText(who.name)
  await staff.goTo('Bookings')
  await staff.decide('Approve', who.name)
  await staff.openDetails(who.name)
  await expect(staff.details.getByText('To be signed', { exact: true })).toBeVisible(MADE)

  const inbox = new Inbox(request)
  const link = await inbox.bookingPage(who.email)
  const contract = renter.getByRole('region', { name: 'Contract' })
  await expect(async () => {
    await renter.goto(link)
    await expect(contract.getByText('It waits for your signature.')).toBeVisible({ timeout: 5_000 })
  }).toPass(MADE)
  await contract.getByRole('button', { name: 'Sign the contract' }).click()
  await drawSignature(renter, contract)
  await contract.getByRole('checkbox', { name: /^I have read this rental agreement/ }).check()
  await contract.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(contract.getByText(/^Signed on /)).toBeVisible()
  await expect(staff.details.getByText('Signed copy')).toBeVisible(MADE)
  await expect
    .poll(async () => (await inbox.enclosed(who.email)).filter((name) => name === 'rental-agreement.pdf').length, MADE)
    .toBe(1)
  expect(new Set(await inbox.enclosed(who.email)), 'each mail has the logo').toEqual(
    new Set(['logo.png', 'rental-agreement.pdf']),
  )

  const found = await page.request.get('/api/admin/bookings', { params: { q: reference } })
  const [booking] = z.parse(AdminBookings, await found.json())
  const contracts = booking?.contract.versions.map(({ path }) => path) ?? []
  const files = [...contracts, booking?.licenseImageUrl ?? '']
  expect(contracts).toHaveLength(2)
  for (const path of files) expect([path, await statusOf(page, path)]).toEqual([path, 200])

  // Nobody is erased whose hire is agreed and not over: it is cancelled first.
  await staff.details.getByRole('button', { name: 'Cancel Booking' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(staff.booking(who.name)).toContainText('Rejected')
  // No control of the product erases; whoever may, calls for it.
  const path = `/api/admin/customers/${booking?.customerId}`
  await expect.poll(async () => (await page.request.delete(path, { headers: OURS })).status(), MADE).toBe(200)

  await untilHeaded(renter, 'This link is not valid', () => renter.reload())
  expect((await inIndexedDb(renter)).filter((entry) => entry.startsWith('forecourt-renter'))).toEqual([])
  for (const file of files) await expect.poll(() => statusOf(page, file), MADE).toBe(404)
  await expect(staff.booking(who.name)).toHaveCount(0, MADE)
  await page.reload()
  await expect(staff.booking(northern.name).or(heading(page))).toBeVisible()
  await expect(page.getByText(who.name)).toHaveCount(0)
  await staff.goTo('Customers')
  await page.getByRole('searchbox', { name: 'Search customers', exact: true }).fill(who.email)
  await expect(page.getByText(who.name)).toHaveCount(0)
})
