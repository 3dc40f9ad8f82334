import { expect, test } from '@playwright/test'
import { expectNothingWrong, paint } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { Inbox } from './pages/inbox.ts'
import { newRequest, newRequests } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { harbour, phone, someone, desk as wide } from './pages/world.ts'

for (const [screen, viewport] of Object.entries({ phone, desk: wide })) {
  test.describe(`on a ${screen}`, () => {
    test.use({ viewport, serviceWorkers: 'block' })

    test('staff refuse a licence, the renter is told why, and it can be verified after all', async ({
      page,
      request,
    }) => {
      await paint(page, '#0a1f44')
      const desk = new DeskPage(page)
      await desk.openSignIn(harbour.slug)
      const renter = await newRequest(page, request)
      await desk.signInTo(harbour.slug, harbour.staff)
      await desk.goTo('Customers')
      await page.getByRole('button', { name: `View ${renter.name}`, exact: true }).click()
      const details = page.getByRole('dialog', { name: 'Customer Details', exact: true })
      await expect(details.getByRole('button', { name: 'Refuse License', exact: true })).toBeVisible()
      await expectNothingWrong(page, 'a licence that nobody has looked at')

      await details.getByRole('button', { name: 'Refuse License', exact: true }).click()
      const asked = page.getByRole('dialog', { name: 'Refuse License', exact: true })
      const refuse = asked.getByRole('button', { name: 'Refuse License', exact: true })
      await refuse.click()
      await expect(asked.getByText('Please say why: the customer is told.')).toBeVisible()
      await expectNothingWrong(page, 'a refusal without a reason')
      await asked.getByLabel('Reason').fill('The picture is too dark to read.')
      await refuse.click()
      await expect(toastOf(page)).toContainText('License refused')
      await expect(details.getByText('Refused', { exact: true })).toBeVisible()
      await expect(details.getByText('The picture is too dark to read.')).toBeVisible()
      await expectNothingWrong(page, 'a licence that was refused')
      const told = /^Your driving licence for booking #BR-\S+ could not be accepted$/
      const inbox = new Inbox(request)
      await expect
        .poll(async () => (await inbox.subjects(renter.email)).filter((subject) => told.test(subject)).length, {
          timeout: 60_000,
        })
        .toBe(1)

      await details.getByRole('button', { name: 'Mark as Verified', exact: true }).click()
      await expect(details.getByText('Verified', { exact: true })).toBeVisible()
      await expect(details.getByText('The picture is too dark to read.')).toBeHidden()

      await details.getByRole('button', { name: 'Close', exact: true }).click()
      await desk.goTo('Bookings')
      await desk.openDetails(renter.name)
      await expect(desk.details.getByText('Verified', { exact: true }), 'said with the booking too').toBeVisible()
      await expectNothingWrong(page, 'a booking whose licence was verified')

      await desk.details.getByRole('button', { name: 'Close', exact: true }).last().click()
      const stranger = someone()
      await newRequests(page, request, 1, () => ({ ...stranger, email: renter.email }))
      await desk.showNew()
      await desk.openDetails(stranger.name)
      await expect(
        desk.details.getByText('Another picture than the customer’s on record'),
        'what was said of one picture is said of no other',
      ).toBeVisible()
      await expect(desk.details.getByText('Verified', { exact: true })).toBeHidden()
      await expectNothingWrong(page, 'a request with another picture than the one that was verified')
    })
  })
}
