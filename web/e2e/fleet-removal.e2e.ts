import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { AdminFleet } from '@forecourt/contracts/vehicle.ts'
import { expect, type Page, test } from '@playwright/test'
import * as z from 'zod/mini'
import { expectNothingWrong } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { addVehicle } from './pages/fleet.ts'
import { letGo } from './pages/let-go.ts'
import { toastOf } from './pages/toasts.ts'
import { dayIn, desk, harbour, withoutWorker } from './pages/world.ts'

/** A vehicle leaves the fleet, or does not: where the keyboard is then, and what is said. */

test.use({ ...withoutWorker, viewport: desk })
test.afterEach(({ page, context }) => letGo(page, context))

const removal = (page: Page, name: string) => page.getByRole('button', { name: `Delete ${name}`, exact: true })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Delete Vehicle' })
/** Beside the toast, which has the same name. */
const refusal = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Failed to delete vehicle' }).and(page.locator('[data-dialog]'))

async function signedIn(page: Page): Promise<DeskPage> {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  return staff
}

/** Asks for it to be deleted, and confirms that, with nothing but the keyboard. */
async function remove(page: Page, name: string): Promise<void> {
  await removal(page, name).press('Enter')
  await question(page).getByRole('button', { name: 'Delete Vehicle' }).press('Enter')
}

/** The desk knows of these vehicles alone. */
async function knowOnly(page: Page, names: readonly string[]): Promise<void> {
  await page.route('**/api/admin/cars', async (route) => {
    const answer = await route.fetch()
    const fleet = z.parse(AdminFleet, await answer.json())
    await route.fulfill({ response: answer, json: fleet.filter(({ name }) => names.includes(name)) })
  })
}

test('a deleted vehicle hands the keyboard’s focus to the next one, the last one to the one before, and the only one to the heading', async ({
  page,
}) => {
  const staff = await signedIn(page)
  const names = [await addVehicle(page), await addVehicle(page), await addVehicle(page)]
  const [one = '', two = '', three = ''] = names
  await knowOnly(page, names)
  await staff.goTo('Fleet')
  // It may have asked for the others before.
  await page.reload()
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(3)
  for (const [name, next] of [
    [one, removal(page, two)],
    [three, removal(page, two)],
    [two, page.getByRole('heading', { name: 'Fleet', exact: true })],
  ] as const) {
    await remove(page, name)
    await expect(page.getByRole('article', { name, exact: true })).toHaveCount(0)
    await expect(next).toBeFocused()
  }
  await expect(page.getByText('No vehicles yet.')).toBeVisible()
})

test('a vehicle that is kept has the focus again', async ({ page }) => {
  const staff = await signedIn(page)
  const name = await addVehicle(page)
  await staff.goTo('Fleet')
  await removal(page, name).press('Enter')
  await question(page).getByRole('button', { name: 'Keep it' }).press('Enter')
  await expect(removal(page, name)).toBeFocused()
})

test('why a vehicle with bookings is not deleted stands there until it is closed, with the way to each of them', async ({
  page,
}) => {
  const staff = await signedIn(page)
  const answer = await page.request.get('/api/admin/bookings', { params: { status: 'approved' } })
  const booked = z.parse(AdminBookings, await answer.json()).find(({ dropoffDate }) => dropoffDate > dayIn(1))
  if (booked === undefined) throw new Error('somebody has booked')
  const { car, reference } = booked
  await staff.goTo('Fleet')
  await remove(page, car.name)
  await expect(toastOf(page)).toContainText('Failed to delete vehicle')
  const way = refusal(page).getByRole('link', { name: `Open booking #${reference}` })
  await expect(refusal(page).getByRole('alert')).toContainText('The vehicle has approved bookings: ')
  await expect(refusal(page).getByRole('alert')).toContainText(`#${reference}`)
  await expect(refusal(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(refusal(page).getByRole('button', { name: 'Try again' }), 'it would not help').toHaveCount(0)
  await expectNothingWrong(page, 'a vehicle that cannot be deleted')
  // The toast goes by itself.
  await expect(toastOf(page)).toHaveCount(0)
  await expect(way).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(refusal(page)).toHaveCount(0)
  await expect(removal(page, car.name)).toBeFocused()

  await remove(page, car.name)
  await way.click()
  await expect(staff.details).toContainText(reference)
})

test('a deletion that did not reach the server is asked for again in the same place, with the same key', async ({
  page,
}) => {
  const staff = await signedIn(page)
  const name = await addVehicle(page)
  await staff.goTo('Fleet')
  const keys: (string | undefined)[] = []
  await page.route('**/api/admin/cars/*', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) await route.abort()
    else await route.fallback()
  })
  await remove(page, name)
  await expect(refusal(page).getByRole('alert')).toContainText('The server could not be reached.')
  await refusal(page).getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(toastOf(page)).toContainText('Vehicle deleted successfully')
  await expect(page.getByRole('article', { name, exact: true })).toHaveCount(0)
  expect(keys).toEqual([keys[0], keys[0]])
})
