import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { keepNothing, slowToWrite } from './pages/device.ts'
import { VehiclePage } from './pages/fleet.ts'
import { loseAnswer } from './pages/lost.ts'
import { PortalPage } from './pages/portal.ts'
import { toastOf } from './pages/toasts.ts'
import { desk, freeStay, harbour, licencePicture, someone } from './pages/world.ts'

/** A page that is loaded anew in the moment in which a form leaves it: what is sent again counts once. */

test.use({ viewport: desk })

/** Longer than anybody takes to load a page anew. */
const SLOW = 500

async function atTheFleet(page: Page): Promise<VehiclePage> {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Fleet')
  await page.getByRole('button', { name: 'Add Vehicle', exact: true }).click()
  return new VehiclePage(page)
}

const add = (form: VehiclePage) => form.dialog.getByRole('button', { name: 'Add Vehicle' }).click()

test('a new vehicle is added once', async ({ page }) => {
  const form = await atTheFleet(page)
  const name = `Left ${Date.now()}`
  await form.field('Name').fill(name)
  await slowToWrite(page, SLOW)
  const { left, arrive } = await loseAnswer(page, '**/api/admin/cars')
  await add(form)
  await left
  await page.reload()
  await arrive()
  await expect(form.field('Name')).toHaveValue(name)
  await add(form)
  await expect(toastOf(page)).toContainText('Vehicle added to fleet successfully')
  await expect(form.dialog).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('article', { name, exact: true })).toHaveCount(1)
})

const places = {
  portal: async (page: Page) => {
    const portal = new PortalPage(page)
    await portal.open(harbour.slug)
    return portal
  },
  'Manual Booking': async (page: Page) => {
    const staff = new DeskPage(page)
    await staff.signInTo(harbour.slug, harbour.staff)
    await staff.goTo('Manual Booking')
    const form = new PortalPage(page)
    await expect(form.form).toBeVisible()
    return form
  },
} as const

/** Everything that a request needs. */
async function fillIn(form: PortalPage, request: APIRequestContext, place: number): Promise<void> {
  const car = (await form.vehicles()).at(place) ?? ''
  const { pickup, dropoff } = await freeStay(request, car)
  await form.field('Vehicle').selectOption({ index: place + 1 })
  await form.typeDates(pickup, dropoff)
  await form.introduce(someone())
  await form.uploadLicence(await licencePicture(form.page))
}

for (const [place, open] of Object.entries(places)) {
  test(`a booking of the ${place} is asked for again with the same key and reference`, async ({ page, request }) => {
    const form = await open(page)
    await fillIn(form, request, 4)
    await slowToWrite(page, SLOW)
    const { left, arrive } = await loseAnswer(page, '**/api/bookings')
    await form.submit()
    const first = await left
    await page.reload()
    await arrive()
    const again = page.waitForRequest((call) => call.method() === 'POST' && call.url() === first.url())
    await form.submit()
    const second = await again
    expect(second.headers()['idempotency-key']).toBe(first.headers()['idempotency-key'])
    expect(second.postData()).toBe(first.postData())
    await expect(toastOf(page)).toContainText('Your booking request has been submitted successfully!')
  })
}

for (const how of ['refuses', 'is silent'] as const) {
  test(`a new vehicle is added with a device that ${how} when it is to keep something`, async ({ page }) => {
    await keepNothing(page, how)
    const form = await atTheFleet(page)
    const name = `Unkept ${Date.now()}`
    await form.field('Name').fill(name)
    await add(form)
    await expect(toastOf(page)).toContainText('Vehicle added to fleet successfully')
    await expect(page.getByRole('article', { name, exact: true })).toHaveCount(1)
  })
}
