import { expect, test } from '@playwright/test'
import { expectNothingWrong, paint } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { PortalPage } from './pages/portal.ts'
import { newRequest } from './pages/requests.ts'
import { freeStay, harbour, licencePicture, phone, someone } from './pages/world.ts'

/** What waits at the desk, as axe sees it. */

const refusal = {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  code: 'dates-unavailable',
  detail: 'The selected dates conflict with an existing approved booking.',
  message: 'The selected dates conflict with an existing approved booking.',
}

/** A colour that white does not read on. */
const NEON = '#ffd400'

test.use({ viewport: phone, serviceWorkers: 'block' })

test('a walk-in that is saved, waits, and needs somebody; rows that wait; the question at logout', async ({
  page,
  context,
  request,
}) => {
  await paint(page, NEON)
  const staff = new DeskPage(page)
  const form = new PortalPage(page)
  await staff.openSignIn(harbour.slug)
  const { name: customer } = await newRequest(page, request)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Manual Booking')
  const car = (await form.vehicles()).at(6) ?? ''
  const { pickup, dropoff } = await freeStay(request, car)
  const licence = await licencePicture(page)
  await staff.goTo('Bookings')
  await context.setOffline(true)
  await staff.decide('Reject', customer)
  await expect(staff.status).toHaveText(/1 change to send$/)
  await expectNothingWrong(page, 'a row that waits')

  await staff.goTo('Manual Booking')
  await form.field('Vehicle').selectOption({ index: 7 })
  await form.typeDates(pickup, dropoff)
  await form.introduce(someone())
  await form.keepLicence(licence)
  await expectNothingWrong(page, 'a walk-in without a network')
  await form.submit()
  await expect(form.saved).toBeVisible()
  await expectNothingWrong(page, 'saved')
  await form.savedReference()
  await expectNothingWrong(page, 'waiting')
  await staff.logout()
  await expect(page.getByRole('button', { name: 'Stay' })).toBeVisible()
  await expectNothingWrong(page, 'the question at logout')
  await page.getByRole('button', { name: 'Stay' }).click()

  // Something is in the form already: what was refused does not take its place by itself.
  await form.field('Full name').fill('Somebody else')
  await page.route('**/api/{bookings,admin/bookings/*}', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(refusal) }),
  )
  await context.setOffline(false)
  await expect(staff.status).toHaveText('2 changes need you')
  await expect(form.waiting).toContainText('Not sent – it needs you')
  await expectNothingWrong(page, 'a walk-in that needs somebody')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Open the booking: / })).toBeVisible()
  await expectNothingWrong(page, 'what needs somebody')
  await page.getByRole('button', { name: /^Open the booking: / }).click()
  await expect(staff.details).toBeVisible()
  await expectNothingWrong(page, 'the booking that it leads to')
})
