import { VehicleSaved } from '@forecourt/contracts/vehicle.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { DeskPage } from './desk.ts'

const OURS = { 'Sec-Fetch-Site': 'same-origin' }

/** The member's session ends at the server, and the tab does not know yet. */
export async function endSession(page: Page): Promise<void> {
  const answer = await page.request.post('/api/auth/logout', { headers: OURS, data: {} })
  expect(answer.ok()).toBe(true)
}

/** Adds a vehicle to the fleet of whoever is signed in, and gives its name. */
export const addVehicle = async (page: Page): Promise<string> => (await newVehicle(page)).name

/** The same, with its id; `status` when the portal is to offer it. */
export async function newVehicle(page: Page, status = 'unavailable') {
  const name = `Test ${Date.now()}`
  const vehicle = {
    name,
    category: 'compact',
    capacity: 4,
    transmission: 'manual',
    fuelType: 'petrol',
    dailyRate: '45.00',
    year: 2020,
    // Unavailable: nobody else's test finds it in a portal.
    status,
  }
  const answer = await page.request.post('/api/admin/cars', { headers: OURS, data: vehicle })
  expect(answer.status()).toBe(201)
  return z.parse(VehicleSaved, await answer.json())
}

/** Something that staff do elsewhere, while this device does not look. */
export async function elsewhere(page: Page, path: string, data: unknown): Promise<void> {
  const answer = await page.request.put(path, { headers: OURS, data })
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true)
}

/** A vehicle is removed from the fleet elsewhere. */
export async function removeElsewhere(page: Page, id: string): Promise<void> {
  const answer = await page.request.delete(`/api/admin/cars/${id}`, { headers: OURS })
  expect(answer.ok(), String(answer.status())).toBe(true)
}

/** The form of a vehicle, as staff use it. */
export class VehiclePage {
  readonly page: Page
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: /^(Edit |Add Vehicle)/ })
  }

  edit = (name: string) => this.page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
  field = (name: string) => this.dialog.getByLabel(name)
  save = () => this.dialog.getByRole('button', { name: 'Save Changes' }).click()

  /** Until a text that was typed is on the device. */
  untilKept = (text: string) => new DeskPage(this.page).untilKept(text)
}
