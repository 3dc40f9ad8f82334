import type { BusinessSettings } from '@forecourt/contracts/settings.ts'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectNothingWrong } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { elsewhere, newVehicle } from './pages/fleet.ts'
import { Keyboard } from './pages/keyboard.ts'
import { MaintenancePage } from './pages/maintenance.ts'
import { newRequestFor } from './pages/requests.ts'
import { readSettings, storeSettings } from './pages/settings.ts'
import { after, dayIn, desk, harbour, phone } from './pages/world.ts'

/** "Tue 8 Dec 2026", as a cell of the timeline says its day. */
const inWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
    .format(Date.parse(day))
    .replace(',', '')

/** As they were: the business is shared with others. */
let before: { readonly owner: Page; readonly settings: BusinessSettings } | undefined
test.afterEach(async () => {
  if (before !== undefined) await storeSettings(before.owner, before.settings)
  before = undefined
})

test('the timeline by keyboard: days are walked over, chosen and planned, without a network too', async ({
  page,
  context,
  request,
}) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  before = { owner: page, settings: await readSettings(page) }
  await storeSettings(page, { turnaroundDays: 1 })
  const vehicle = await newVehicle(page, 'available')
  const wish = { carId: vehicle.id, pickupDate: dayIn(4), dropoffDate: dayIn(6) }
  const { renter, booking } = await newRequestFor(page, request, wish)
  await elsewhere(page, `/api/admin/bookings/${booking.id}`, { status: 'approved' })
  await elsewhere(page, `/api/admin/cars/${vehicle.id}/status`, { status: 'unavailable' })
  await staff.goTo('Fleet')
  await page.getByRole('button', { name: 'Timeline', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: vehicle.name })
  const here = page.getByRole('gridcell').and(page.locator('[tabindex="0"]'))
  const keyboard = new Keyboard(page)
  const walkToRow = async () => {
    await keyboard.tabTo(here)
    while ((await here.getAttribute('aria-label'))?.startsWith(`${vehicle.name}, `) !== true) {
      await keyboard.press('ArrowDown')
    }
  }
  await walkToRow()
  await expect(row.getByRole('rowheader')).toContainText('Unavailable')
  await expect(row.getByText(`Booked: ${renter.name}`)).toBeAttached()
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('Turn-round')
  await staff.untilKept(vehicle.name)
  await staff.untilKept('"turnaroundDays":1')
  await context.setOffline(true)
  await page.reload()
  await expect(page).toHaveURL(/view=timeline/)
  await walkToRow()
  await expect(here).toHaveAccessibleName(`${vehicle.name}, ${inWords(dayIn(0))}, free`)
  await keyboard.press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await expect(here).toHaveAccessibleName(new RegExp(`^${vehicle.name}, ${inWords(dayIn(4))}, Booked: ${renter.name}`))
  // For hire it is kept free on the day on which it is back; it may be worked on.
  await keyboard.press('ArrowRight', 'ArrowRight')
  await expect(here).toHaveAccessibleName(`${vehicle.name}, ${inWords(dayIn(6))}, kept free after a hire`)
  await keyboard.press('Shift+ArrowRight', 'Enter')
  const maintenance = new MaintenancePage(page, vehicle.name)
  await expect(maintenance.dialog.getByLabel('From', { exact: true })).toHaveValue(dayIn(6))
  await expect(maintenance.dialog.getByLabel('Back in hire on', { exact: true })).toHaveValue(dayIn(8))
  await maintenance.dialog.getByRole('button', { name: 'Add maintenance', exact: true }).click()
  await expect(maintenance.dialog.getByText('Not sent yet', { exact: true })).toBeVisible()
  await maintenance.close()
  await expect(row.getByText('Maintenance: Service')).toBeAttached()
  await context.setOffline(false)
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(row.getByText('Maintenance: Service')).toBeAttached()
  await keyboard.tabTo(here)
  await keyboard.press('PageDown', 'Home')
  await expect(here).toHaveAccessibleName(`${vehicle.name}, ${inWords(firstOfNextMonth(dayIn(7)))}, free`)
})

/** The row of a vehicle, once it is on the screen: only those that are seen are made. */
async function rowOf(page: Page, vehicle: string): Promise<Locator> {
  const row = page.getByRole('row').filter({ hasText: vehicle })
  const grid = page.getByRole('grid', { name: 'Vehicles and days' })
  await expect(async () => {
    await grid.evaluate((box) => box.scrollBy(0, 400))
    await expect(row).toBeVisible({ timeout: 500 })
  }).toPass()
  await row.scrollIntoViewIfNeeded()
  return row
}

const firstOfNextMonth = (day: string) => `${after(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`

test('free days are chosen by dragging over them, and end where a booking begins', async ({ page, request }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const vehicle = await newVehicle(page, 'available')
  const wish = { carId: vehicle.id, pickupDate: dayIn(3), dropoffDate: dayIn(5) }
  const { booking } = await newRequestFor(page, request, wish)
  await elsewhere(page, `/api/admin/bookings/${booking.id}`, { status: 'approved' })
  await elsewhere(page, `/api/admin/cars/${vehicle.id}/status`, { status: 'unavailable' })
  await staff.goTo('Fleet')
  await page.getByRole('button', { name: 'Timeline', exact: true }).click()
  const row = await rowOf(page, vehicle.name)
  const stretch = row.getByRole('gridcell').filter({ hasText: 'Booked: ' })
  await expect(stretch).toBeVisible()
  const booked = await stretch.boundingBox()
  if (booked === null) throw new Error('the booking is not on the screen')
  const day = booked.width / 2
  await page.mouse.move(booked.x - 2.5 * day, booked.y + 8)
  await page.mouse.down()
  await page.mouse.move(booked.x + 3 * day, booked.y + 8, { steps: 5 })
  await page.mouse.up()
  const maintenance = new MaintenancePage(page, vehicle.name)
  await expect(maintenance.dialog.getByLabel('From', { exact: true })).toHaveValue(dayIn(0))
  await expect(maintenance.dialog.getByLabel('Back in hire on', { exact: true })).toHaveValue(dayIn(3))
})

test('a name is read from its beginning, however little of its days is in sight', async ({ page, request }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const vehicle = await newVehicle(page, 'available')
  const wish = { carId: vehicle.id, pickupDate: dayIn(3), dropoffDate: dayIn(8) }
  const { booking } = await newRequestFor(page, request, wish)
  await elsewhere(page, `/api/admin/bookings/${booking.id}`, { status: 'approved' })
  await elsewhere(page, `/api/admin/cars/${vehicle.id}/status`, { status: 'unavailable' })
  await staff.goTo('Fleet')
  await page.getByRole('button', { name: 'Timeline', exact: true }).click()
  const row = await rowOf(page, vehicle.name)
  const stretch = row.getByRole('gridcell').filter({ hasText: 'Booked: ' })
  await expect(stretch).toBeVisible()
  const [days, names] = [await stretch.boundingBox(), await row.getByRole('rowheader').boundingBox()]
  if (days === null || names === null) throw new Error('the booking is not on the screen')
  const edge = names.x + names.width
  const left = days.x + (4 / 5) * days.width - edge
  await page.getByRole('grid', { name: 'Vehicles and days' }).evaluate((box, by) => box.scrollBy(by, 0), left)
  await expect.poll(async () => (await stretch.boundingBox())?.x).toBeLessThan(edge)
  expect((await stretch.locator('[aria-hidden]').boundingBox())?.x).toBeGreaterThanOrEqual(edge)
})

for (const [screen, viewport] of Object.entries({ phone, desk })) {
  test.describe(`on a ${screen}`, () => {
    test.use({ viewport, serviceWorkers: 'block' })
    test('axe finds nothing wrong with the timeline', async ({ page }) => {
      const staff = new DeskPage(page)
      await staff.signInTo(harbour.slug, harbour.staff)
      await page.goto(`/${harbour.slug}/admin?tab=fleet&view=timeline`)
      const grid = page.getByRole('grid', { name: 'Vehicles and days' })
      await expect(
        grid
          .getByRole('gridcell')
          .filter({ hasText: /^Booked: / })
          .first(),
      ).toBeAttached()
      await expectNothingWrong(page, 'timeline')
      await new Keyboard(page).tabTo(page.getByRole('gridcell').and(page.locator('[tabindex="0"]')))
      await page.keyboard.press('PageDown')
      await page.keyboard.press('Shift+ArrowRight')
      await expectNothingWrong(page, 'timeline with days that are chosen')
    })
  })
}
