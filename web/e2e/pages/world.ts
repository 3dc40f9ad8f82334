import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { LicenceFile, Renter } from './portal.ts'

/** The demo tenant (decisions: the demo tenant). */
export const harbour = {
  slug: 'harbour-hire',
  name: 'Harbour Hire',
  contactEmail: 'hello@harbour-hire.example',
  staff: { email: 'staff@harbour-hire.example', password: 'harbour-demo-2026' },
} as const

/** Somebody nobody has seen before. */
export function someone(): Renter {
  const mark = randomUUID().slice(0, 8)
  return {
    name: `Ada ${mark}`,
    email: `ada.${mark}@example.com`,
    phone: '07700900123',
    address: '12 Harbour Street, Bristol',
  }
}

/** The day so many days from now, `YYYY-MM-DD`. */
export const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A picture of what the browser shows stands for a photograph of a licence. */
export async function licencePicture(page: Page): Promise<LicenceFile> {
  return { name: 'licence.png', mimeType: 'image/png', buffer: await page.screenshot() }
}

export const phone = { width: 390, height: 844 }
export const desk = { width: 1440, height: 900 }
