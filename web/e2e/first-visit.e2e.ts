import { expect, test } from '@playwright/test'
import { expectNothingWrong } from './pages/axe.ts'
import { PortalPage } from './pages/portal.ts'
import { standstill } from './pages/standstill.ts'
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

test('a business that does not exist is asked for once, also when somebody comes back to the page', async ({
  page,
}) => {
  await page.clock.install()
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/business/nobody') asked += 1
  })
  await page.goto('/nobody/portal')
  await expect(page.getByRole('heading', { name: 'Business Not Found' })).toBeVisible()
  await page.clock.fastForward('02:00')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.waitForLoadState('networkidle')
  expect(asked).toBe(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  expect(asked, 'whoever wants it asks again').toBe(2)
})

test('a server that says nothing may have the business all the same: the page says so, and comes by itself once it is answered', async ({
  page,
}) => {
  await standstill('query', async () => {
    await page.goto(`/${harbour.slug}/portal`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Business Not Found')
    await expect(page).toHaveTitle('Business Not Found – Forecourt')
    const main = page.getByRole('main')
    await expect(main).toContainText(
      'Or it could not be loaded: the server could not be reached. The page tries again by itself.',
    )
    await expectNothingWrong(page, 'a server that says nothing')
    const again = page.getByRole('button', { name: 'Try again' })
    await page.waitForRequest(`**/api/business/${harbour.slug}`)
    await expect(again, 'it is being asked').toBeDisabled()
    await expect(main, 'what was said stays meanwhile').toContainText('could not be reached')
  })
  await expect(page.getByRole('heading', { name: 'Our Fleet' })).toBeVisible()
  expect(await new PortalPage(page).vehicles()).not.toHaveLength(0)
})

test('only the service itself says that there is no business: a 404 of something in front of it is no answer', async ({
  page,
}) => {
  await page.clock.install()
  const address = `**/api/business/${harbour.slug}`
  await page.route(address, (route) => route.fulfill({ status: 404, body: '<h1>No such host</h1>' }))
  await page.goto(`/${harbour.slug}/portal`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Business Not Found')
  await expect(page.getByRole('main')).toContainText('something is wrong on our side')
  await page.unroute(address)
  await page.clock.runFor(15_000)
  await expect(page.getByRole('heading', { name: 'Our Fleet' })).toBeVisible()
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
