import { expect, test } from '@playwright/test'
import { expectNothingWrong, looks, paint } from './pages/axe.ts'
import { PortalPage } from './pages/portal.ts'
import { toastOf } from './pages/toasts.ts'
import { freeStay, harbour, licencePicture, someone } from './pages/world.ts'

for (const { name, colour, viewport } of looks) {
  test.describe(name, () => {
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
      await expect(portal.error('Please choose a PNG, JPG or PDF file')).toBeVisible()
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
  })
}

test('what is wrong is found: a picture without words, and words that hardly anybody can read', async ({ page }) => {
  await page.setContent('<img src="data:,"><p style="background: white; color: #aaa">faint</p>')
  await expect(expectNothingWrong(page, 'two faults')).rejects.toThrow(/color-contrast: [\s\S]*image-alt: /)
})

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
  await page.route('**/api/cars?*', (route) => route.fulfill({ status: 503, body: '<h1>Busy</h1>' }))
  await page.goto(`/${harbour.slug}/portal`)
  await expect(page.getByText('Unable to load vehicles')).toBeVisible()
  await expectNothingWrong(page, 'fleet failure')
  await page.unroute('**/api/cars?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})
