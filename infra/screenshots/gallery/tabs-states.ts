import { randomUUID } from 'node:crypto'
import { AdminFleet } from '@forecourt/contracts/vehicle.ts'
import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { freeDays, renter, said } from './request.ts'
import { fail, first, inView, press, type Stage, type State, tab } from './stage.ts'

/** The tabs beside Overview and Bookings: walk-ins, the fleet, the customers. */

const dialog = ({ page }: Stage) => page.getByRole('dialog').first().waitFor()
const question = ({ page }: Stage) => page.getByRole('alertdialog').waitFor()

const fleet = first(tab('fleet', 'Fleet'), ({ page }) =>
  page
    .getByRole('button', { name: /^Edit / })
    .first()
    .waitFor(),
)
/** So that a vehicle can be made available, and is so afterwards. */
async function takeOneOff({ colleague }: Stage): Promise<void> {
  const [car] = z.parse(AdminFleet, await said(colleague.get('/api/admin/cars')))
  await said(
    colleague.put(`/api/admin/cars/${car?.id}/status`, {
      data: { status: 'unavailable' },
      headers: { 'Idempotency-Key': randomUUID() },
    }),
  )
}
const add = first(fleet, press('Add Vehicle'), dialog)
const edit = first(fleet, press(/^Edit /), dialog)
const inDialog = (find: (page: Page) => ReturnType<Page['locator']>) => inView(find, 'end')

const customers = first(tab('customers', 'Customers'), ({ page }) =>
  page
    .getByRole('button', { name: /^Hide / })
    .first()
    .waitFor(),
)

const form = (page: Page) => page.getByRole('form', { name: 'Booking request' })
const manual = first(tab('manual-booking', 'Manual Booking'), ({ page }) => form(page).waitFor())
async function fillIn({ page, licence }: Stage): Promise<void> {
  const field = (label: string) => form(page).getByLabel(label, { exact: true })
  await field('Vehicle').selectOption({ index: 2 })
  const { pickup, dropoff } = freeDays()
  const { name, email, phone, address } = renter()
  await field('Pickup date').fill(pickup)
  await field('Drop-off date').fill(dropoff)
  await field('Full name').fill(name)
  await field('Email').fill(email)
  await field('Phone').fill(phone)
  await field('Address').fill(address)
  await form(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'licence.png', mimeType: 'image/png', buffer: licence })
  await form(page).getByText('License uploaded', { exact: true }).waitFor()
}
const submit = ({ page }: Stage) => form(page).locator('button[type=submit]').click()

export const TABS_STATES: readonly State[] = [
  { name: 'manual', as: 'staff', show: manual },
  {
    name: 'manual-filled',
    as: 'staff',
    show: first(manual, fillIn),
    frame: inView((page) => form(page).locator('button[type=submit]'), 'end'),
  },
  {
    name: 'manual-errors',
    as: 'staff',
    show: first(
      manual,
      async ({ page, licence }) => {
        await form(page)
          .locator('input[type=file]')
          .setInputFiles({ name: 'licence.png', mimeType: 'image/png', buffer: licence })
        await form(page).getByText('License uploaded', { exact: true }).waitFor()
      },
      submit,
    ),
  },
  { name: 'manual-created', as: 'staff', show: first(manual, fillIn, submit, dialog) },
  { name: 'fleet', as: 'staff', show: fleet },
  { name: 'fleet-end', as: 'staff', show: fleet, frame: inView((page) => page.getByRole('article').last(), 'end') },
  { name: 'fleet-add', as: 'staff', show: add },
  { name: 'fleet-edit', as: 'staff', show: edit },
  {
    name: 'fleet-edit-end',
    as: 'staff',
    show: edit,
    frame: inDialog((page) => page.getByRole('button', { name: 'Save Changes' })),
  },
  {
    name: 'fleet-errors',
    as: 'staff',
    show: first(add, async ({ page }) => {
      await page.getByLabel('Daily rate (£)').fill('a lot')
      await page.getByLabel('Year').fill('1890')
      await page.getByRole('dialog').getByRole('button', { name: 'Add Vehicle' }).click()
    }),
  },
  { name: 'fleet-remove', as: 'staff', show: first(fleet, press(/^Delete /), question) },
  {
    name: 'fleet-toast',
    as: 'staff',
    show: first(takeOneOff, fleet, press(/^Make Available: /), ({ page }) =>
      page.getByText('Vehicle availability updated').first().waitFor(),
    ),
  },
  { name: 'customers', as: 'staff', show: customers },
  {
    name: 'customers-search',
    as: 'staff',
    show: first(customers, ({ page }) => page.getByLabel('Search customers').fill('an')),
  },
  { name: 'customers-details', as: 'staff', show: first(customers, press(/^View (?!license)/), dialog) },
  { name: 'customers-licence', as: 'staff', show: first(customers, press(/^View license of /), dialog) },
  {
    name: 'customers-hidden',
    as: 'staff',
    show: first(customers, press(/^Hide /), ({ page }) =>
      page
        .getByText(/ is hidden$/)
        .first()
        .waitFor(),
    ),
  },
  {
    name: 'customers-failed',
    as: 'staff',
    show: first(fail('**/api/admin/customers'), tab('customers', 'Customers'), ({ page }) =>
      page.getByRole('main').getByRole('alert').waitFor({ timeout: 60_000 }),
    ),
  },
]
