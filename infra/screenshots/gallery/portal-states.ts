import { AdminFleet } from '@forecourt/contracts/vehicle.ts'
import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { freeDays, renter, said } from './request.ts'
import { at, fail, first, hang, inView, press, type Stage, type State } from './stage.ts'

/** What a renter sees, from the first look to a request that waits on the phone. */

const form = (page: Page) => page.getByRole('form', { name: 'Booking request' })
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })

const portal = first(at('portal'), async ({ page }) => {
  await page.getByRole('article').first().waitFor()
  await form(page).waitFor()
})
const choose = ({ page }: Stage) =>
  page
    .getByRole('button', { name: /^Select / })
    .first()
    .click()
const days = async ({ page }: Stage): Promise<void> => {
  const { pickup, dropoff } = freeDays()
  await field(page, 'Pickup date').fill(pickup)
  await field(page, 'Drop-off date').fill(dropoff)
  await field(page, 'Drop-off date').blur()
}
const introduce = async ({ page }: Stage): Promise<void> => {
  const { name, email, phone, address } = renter()
  await field(page, 'Full name').fill(name)
  await field(page, 'Email').fill(email)
  await field(page, 'Phone').fill(phone)
  await field(page, 'Address').fill(address)
}
const giveFile =
  (name: string, mimeType: string, standing: RegExp) =>
  async ({ page, licence }: Stage): Promise<void> => {
    await form(page).locator('input[type=file]').setInputFiles({ name, mimeType, buffer: licence })
    await form(page).getByText(standing).first().waitFor()
  }
const upload = giveFile('driving-licence.png', 'image/png', /^License uploaded$/)
const keepHere = giveFile('driving-licence.png', 'image/png', /^License kept on this /)
const submit = ({ page }: Stage) => form(page).locator('button[type=submit]').click()
const goOffline = ({ context }: Stage) => context.setOffline(true)
const filled = first(portal, choose, days, introduce, upload)
const waiting = (page: Page) => page.getByRole('list', { name: 'Requests that are not sent yet' })
/** A request that waits, made without a network. */
const saved = first(portal, choose, goOffline, days, introduce, keepHere, submit, async ({ page }) => {
  await page.getByRole('dialog', { name: /not sent yet$/ }).waitFor()
})
const waits = first(saved, press('Done'), async ({ page }) => waiting(page).waitFor())

const atForm = inView((page) => page.locator('#booking'), 'start')
const atDates = inView((page) => form(page).getByRole('group', { name: 'Dates' }), 'start')
const atContact = inView((page) => form(page).getByRole('group', { name: 'Your details' }), 'start')
const atLicence = inView((page) => form(page).locator('[aria-live]'), 'end')
const atEnd = inView((page) => form(page).locator('button[type=submit]'), 'end')

/** The price of the chosen vehicle rises while the form is filled in; the office puts it back afterwards. */
async function priceRises(stage: Stage): Promise<void> {
  const { page, colleague } = stage
  const id = await field(page, 'Vehicle').inputValue()
  const cars = z.parse(AdminFleet, await said(colleague.get('/api/admin/cars')))
  const car = cars.find((one) => one.id === id)
  if (car === undefined) throw new Error('a vehicle is chosen')
  const { name, description, category, capacity, transmission, fuelType, licensePlate, year, imageUrl, dailyRate } = car
  const kept = { name, description, category, capacity, transmission, fuelType, licensePlate, year, imageUrl }
  const save = (rate: string) =>
    colleague.put(`/api/admin/cars/${id}`, { data: { ...kept, dailyRate: rate }, failOnStatusCode: true })
  await save((Number(dailyRate) + 6.5).toFixed(2))
  await submit(stage)
  await page.getByText(/^The price is now /).waitFor()
  await save(dailyRate)
}

export const PORTAL_STATES: readonly State[] = [
  {
    name: 'portal-fleet-loading',
    show: first(hang('**/api/cars?**'), at('portal'), ({ page }) => page.getByText('Loading the fleet').waitFor()),
  },
  { name: 'portal', show: portal },
  { name: 'portal-fleet', show: first(portal, choose), frame: inView((page) => page.locator('#fleet'), 'start') },
  { name: 'portal-end', show: portal, frame: inView((page) => page.locator('footer'), 'end') },
  {
    name: 'portal-fleet-failed',
    show: first(fail('**/api/cars?**'), at('portal'), ({ page }) =>
      page.getByText('Unable to load vehicles').waitFor(),
    ),
    frame: inView((page) => page.locator('#fleet'), 'start'),
  },
  {
    name: 'portal-nothing-yet',
    show: async ({ page, empty }) => {
      await page.goto(`/${empty.slug}/portal`)
      await page.getByText('No vehicles available').waitFor()
    },
  },
  { name: 'form', show: portal, frame: atForm },
  { name: 'form-dates', show: first(portal, choose, days), frame: atDates },
  {
    name: 'form-dates-invalid',
    show: first(portal, choose, async ({ page }) => {
      const { pickup, dropoff } = freeDays()
      await field(page, 'Pickup date').fill(dropoff)
      await field(page, 'Drop-off date').fill(pickup)
      await field(page, 'Drop-off date').blur()
    }),
    frame: atDates,
  },
  {
    name: 'form-days-missing',
    show: first(fail('**/booked-dates'), portal, choose, ({ page }) =>
      page.getByText('The days that are booked already could not be loaded.').waitFor(),
    ),
    frame: atDates,
  },
  { name: 'form-contact', show: first(portal, choose, days, introduce), frame: atContact },
  {
    name: 'form-licence-sending',
    show: first(portal, choose, hang('**/incoming/**'), giveFile('driving-licence.png', 'image/png', /^Uploading /)),
    frame: atLicence,
  },
  { name: 'form-licence', show: filled, frame: atLicence },
  {
    name: 'form-licence-wrong-type',
    show: first(portal, choose, giveFile('licence.txt', 'text/plain', /^Please choose a PNG, JPG or PDF file$/)),
    frame: atLicence,
  },
  {
    name: 'form-licence-failed',
    show: first(
      portal,
      choose,
      fail('**/api/license-upload', 'PUT'),
      giveFile('driving-licence.png', 'image/png', /^Try again$/),
    ),
    frame: atLicence,
  },
  {
    name: 'form-errors',
    show: first(portal, upload, submit, ({ page }) => page.getByText('Please select a vehicle').waitFor()),
    frame: atForm,
  },
  { name: 'form-errors-contact', show: first(portal, choose, days, upload, submit), frame: atContact },
  { name: 'form-price-changed', show: first(filled, priceRises), frame: atEnd },
  {
    name: 'form-not-sent',
    show: first(filled, fail('**/api/bookings', 'POST'), submit, ({ page }) =>
      page.getByRole('alert').filter({ hasText: 'Nothing you typed is lost' }).waitFor(),
    ),
    frame: atEnd,
  },
  {
    name: 'confirmation',
    show: first(filled, submit, ({ page }) => page.getByRole('dialog', { name: 'Booking request received' }).waitFor()),
  },
  { name: 'offline', show: first(portal, goOffline), frame: inView((page) => page.locator('#fleet'), 'start') },
  { name: 'offline-form', show: first(portal, choose, goOffline, days, introduce, keepHere), frame: atEnd },
  { name: 'offline-saved', show: saved },
  { name: 'offline-waiting', show: waits, frame: atForm },
  {
    name: 'offline-drop',
    show: first(waits, press(/^Drop: /), ({ page }) => page.getByRole('alertdialog').waitFor()),
  },
  {
    name: 'offline-refused',
    show: first(waits, async ({ page, context }) => {
      await field(page, 'Full name').fill('Somebody else')
      const message = 'The selected dates conflict with an existing approved booking.'
      await page.route('**/api/bookings', (route) =>
        route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'about:blank',
            title: 'Conflict',
            status: 409,
            code: 'dates-unavailable',
            detail: message,
            message,
          }),
        }),
      )
      await context.setOffline(false)
      await waiting(page).getByText('Not sent – it needs you').waitFor()
    }),
    frame: atForm,
  },
]
