import { expect, test } from '@playwright/test'
import { expectNothingWrong, looks, paint } from './pages/axe.ts'
import { PortalPage } from './pages/portal.ts'
import { freeStay, harbour, licencePicture, someone } from './pages/world.ts'

const refusal = {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  code: 'dates-unavailable',
  detail: 'The selected dates conflict with an existing approved booking.',
  message: 'The selected dates conflict with an existing approved booking.',
}

for (const { name, colour, viewport } of looks) {
  test.describe(`${name}: a request that waits on the phone`, () => {
    test.use({ viewport, serviceWorkers: 'block' })

    test('in all its states', async ({ page, context, request }) => {
      await paint(page, colour)
      const renter = someone()
      const portal = new PortalPage(page)
      await portal.open(harbour.slug)
      const [car = ''] = await portal.vehicles()
      const { pickup, dropoff } = await freeStay(request, car)
      await portal.chooseVehicle(car)
      await context.setOffline(true)
      await portal.typeDates(pickup, dropoff)
      await portal.introduce(renter)
      await portal.keepLicence(await licencePicture(page))
      await expectNothingWrong(page, 'offline')
      await portal.submit()
      await expect(portal.saved).toBeVisible()
      await expectNothingWrong(page, 'saved')
      await portal.savedReference()
      await expectNothingWrong(page, 'waiting')
      await portal.waiting.getByRole('button', { name: /^Drop: / }).click()
      await expect(page.getByRole('button', { name: 'Keep it', exact: true })).toBeVisible()
      await expectNothingWrong(page, 'asking before it is dropped')
      await page.getByRole('button', { name: 'Keep it', exact: true }).click()

      // Something is in the form already: what was refused does not take its place by itself.
      await portal.field('Full name').fill('Somebody else')
      await page.route('**/api/bookings', (route) =>
        route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(refusal) }),
      )
      await context.setOffline(false)
      await expect(portal.waiting).toContainText('Not sent – it needs you')
      await expect(portal.waiting).toContainText(refusal.message)
      await expectNothingWrong(page, 'refused')
      await portal.waiting.getByRole('button', { name: /^Open the form again: / }).click()
      await expect(page.getByRole('button', { name: 'Replace it' })).toBeVisible()
      await expectNothingWrong(page, 'asking before it takes the place')
      await page.getByRole('button', { name: 'Replace it' }).click()
      await expect(portal.field('Full name')).toHaveValue(renter.name)
      await expect(portal.form.getByRole('alert')).toContainText(refusal.message)
      await expectNothingWrong(page, 'brought back')
    })
  })
}
