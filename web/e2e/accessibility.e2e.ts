import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { PortalPage } from './pages/portal.ts'
import { toastOf } from './pages/toasts.ts'
import { desk, freeStay, harbour, licencePicture, phone, someone } from './pages/world.ts'

/** Nothing that axe can find is wrong with what the page shows now. */
async function expectNothingWrong(page: Page, state: string): Promise<void> {
  // What fades in is looked at when it is there.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, state).toEqual([])
}

/** Lets the business have another colour than its own. */
async function paint(page: Page, colour: string): Promise<void> {
  for (const address of ['**/api/business/*', '**/api/auth/user']) {
    await page.route(address, async (route) => {
      const answer = await route.fetch()
      const text = await answer.text()
      await route.fulfill({
        response: answer,
        body: text.replace(/"primaryColor":"[^"]*"/, `"primaryColor":"${colour}"`),
      })
    })
  }
}

const colours = { 'neon yellow': '#ffd400', grey: '#777777', navy: '#0a1f44' }
const screens = { phone, desk }

for (const [colourName, colour] of Object.entries(colours)) {
  for (const [screen, viewport] of Object.entries(screens)) {
    test.describe(`${colourName} on a ${screen}`, () => {
      test.use({ viewport, serviceWorkers: 'block' })

      test('the portal in all its states', async ({ page, request }) => {
        await paint(page, colour)
        const portal = new PortalPage(page)
        await portal.open(harbour.slug)
        await expectNothingWrong(page, 'fleet and empty form')

        const [car = ''] = await portal.vehicles()
        const { pickup, dropoff } = await freeStay(request, car)
        await portal.chooseVehicle(car)
        await portal.typeDates(pickup, pickup)
        await expect(toastOf(page)).toBeVisible()
        await expectNothingWrong(page, 'toast')
        await portal.form.locator('input[type=file]').setInputFiles({
          name: 'notes.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('no licence'),
        })
        await expectNothingWrong(page, 'upload refused')
        await portal.uploadLicence(await licencePicture(page))
        await portal.submit()
        await expect(portal.error('Please provide your address')).toBeVisible()
        await expectNothingWrong(page, 'errors')
        await portal.typeDates(pickup, dropoff)
        await portal.introduce(someone())
        await page.route('**/api/bookings', (route) => route.abort(), { times: 1 })
        await portal.submit()
        await expect(portal.form.getByRole('alert')).toBeVisible()
        await expectNothingWrong(page, 'no answer')
        await portal.submit()
        await portal.reference()
        await expectNothingWrong(page, 'confirmation')
      })

      test('the dashboard in all its states', async ({ page }) => {
        await paint(page, colour)
        const staff = new DeskPage(page)
        await staff.openSignIn(harbour.slug)
        await expectNothingWrong(page, 'sign-in')
        await page.getByRole('button', { name: 'Sign in' }).click()
        await expectNothingWrong(page, 'sign-in with errors')
        await staff.signIn(harbour.staff)
        const details = page.getByRole('button', { name: /^View details of / })
        await expect(details.first()).toBeVisible()
        await expectNothingWrong(page, 'bookings')
        await details.first().click()
        await expectNothingWrong(page, 'details')
        await page.keyboard.press('Escape')
        await page
          .getByRole('button', { name: /^View license of / })
          .first()
          .click()
        await expectNothingWrong(page, 'licence')
        await page.keyboard.press('Escape')
        for (const tab of ['Overview', 'Manual Booking', 'Fleet', 'Customers']) {
          await staff.goTo(tab)
          await expectNothingWrong(page, tab)
        }
      })
    })
  }
}

test('the screens that belong to no business', async ({ page }) => {
  await page.goto('/')
  await expectNothingWrong(page, 'landing')
  await page.goto('/nowhere/at/all')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expectNothingWrong(page, 'not found')
  await page.goto('/no-such-business/portal')
  await expect(page.getByRole('heading', { name: 'Business Not Found' })).toBeVisible()
  await expectNothingWrong(page, 'business not found')
})

test('a fleet that cannot be loaded says so, and is asked for again', async ({ page }) => {
  await page.route('**/api/cars?*', (route) => route.fulfill({ status: 503, body: '<h1>Busy</h1>' }), { times: 1 })
  await page.goto(`/${harbour.slug}/portal`)
  await expect(page.getByText('Unable to load vehicles')).toBeVisible()
  await expectNothingWrong(page, 'fleet failure')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})
