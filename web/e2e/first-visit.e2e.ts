import { expect, test } from '@playwright/test'
import { PortalPage } from './pages/portal.ts'
import { harbour, phone } from './pages/world.ts'

/** What the portal asks the server before its code is there is what the code then uses (early-screens.ts). */

test.use({ serviceWorkers: 'block' })

test('a first visit asks for the business once, and for its fleet once', async ({ page }) => {
  const asked: string[] = []
  const warnings: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => warnings.push(message.text()))
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  expect(await portal.vehicles()).not.toHaveLength(0)
  await expect(page.getByRole('contentinfo')).toBeVisible()
  const times = (path: string) => asked.filter((url) => new URL(url).pathname === path).length
  expect(times(`/api/business/${harbour.slug}`)).toBe(1)
  expect(times('/api/cars')).toBe(1)
  expect(warnings.filter((text) => text.includes('preload'))).toEqual([])
})

test('on a telephone the first photograph is asked for before the code of the booking form', async ({ page }) => {
  await page.setViewportSize(phone)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await new PortalPage(page).open(harbour.slug)
  const photograph = asked.findIndex((path) => path.startsWith('/objects/vehicles/'))
  const form = asked.findIndex((path) => path.startsWith('/assets/portal-booking-'))
  expect(photograph).toBeGreaterThan(-1)
  expect(form).toBeGreaterThan(photograph)
})
