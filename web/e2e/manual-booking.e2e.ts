import { expect, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { inIndexedDb } from './pages/device.ts'
import { endSession } from './pages/fleet.ts'
import { Keyboard } from './pages/keyboard.ts'
import { largeDocument } from './pages/large-file.ts'
import { letGo } from './pages/let-go.ts'
import { PortalPage } from './pages/portal.ts'
import { toastOf } from './pages/toasts.ts'
import { dayIn, desk, freeStay, harbour, licencePicture, someone } from './pages/world.ts'

test.use({ viewport: desk })
test.afterEach(({ page, context }) => letGo(page, context))

/** The desk with the walk-in form open. */
async function atTheDesk(page: Page) {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.untilKept()
  await staff.goTo('Manual Booking')
  const form = new PortalPage(page)
  await expect(form.form).toBeVisible()
  return { staff, form }
}

async function chooseCar(form: PortalPage, place: number): Promise<string> {
  const car = (await form.vehicles()).at(place) ?? ''
  await form.field('Vehicle').selectOption({ index: place + 1 })
  return car
}

test('a walk-in is booked and stands in the list; staff may write up a pickup of last week', async ({
  page,
  request,
}) => {
  const customer = someone()
  const { staff, form } = await atTheDesk(page)
  await expect(page.getByText('Create bookings for walk-in customers')).toBeVisible()
  const car = await chooseCar(form, 0)
  const { pickup, dropoff } = await freeStay(request, car)
  await form.typeDates(dayIn(-31), dropoff)
  await expect(form.error('Please choose a day that is at most 30 days back')).toBeVisible()
  await form.typeDates(dayIn(-29), '')
  await expect(form.error('Please choose a day that is at most 30 days back')).toHaveCount(0)
  await form.typeDates(pickup, dropoff)
  await form.introduce(customer)
  await expect(form.submitButton, 'no booking without a licence').toBeDisabled()
  await form.uploadLicence(await licencePicture(page))
  await form.submit()
  await expect(toastOf(page)).toContainText('Your booking request has been submitted successfully!')
  await page.getByRole('dialog', { name: 'Booking created' }).getByRole('button', { name: 'Open the booking' }).click()
  await expect(staff.details).toContainText(customer.name)
  await page.keyboard.press('Escape')
  await expect(staff.booking(customer.name)).toContainText(car)
})

test('one booked offline with a 5 MB licence arrives once after reconnecting, also past a reload', async ({
  page,
  context,
  request,
}) => {
  const customer = someone()
  const { staff, form } = await atTheDesk(page)
  const car = await chooseCar(form, 1)
  const { pickup, dropoff } = await freeStay(request, car)
  await context.setOffline(true)
  await form.typeDates(pickup, dropoff)
  await form.introduce(customer)
  await form.keepLicence(largeDocument())
  await form.submit()
  const reference = await form.savedReference()
  await expect(staff.status).toHaveText(/1 change to send$/)
  await expect(form.waiting).toContainText(`#${reference}`)
  await page.reload()
  await expect(form.waiting).toContainText(`#${reference}`)
  await context.setOffline(false)
  await expect(form.waiting).toHaveCount(0)
  await expect
    .poll(async () => (await inIndexedDb(page)).filter((entry) => entry.startsWith('forecourt-sealed')))
    .toEqual([])
  await staff.goTo('Bookings')
  await expect(staff.booking(customer.name)).toHaveCount(1)
  await staff.openDetails(customer.name)
  await expect(staff.details).toContainText(`#${reference}`)
})

test('days taken meanwhile need a person: the form opens again with everything typed', async ({
  page,
  context,
  browser,
  request,
}) => {
  const [customer, other] = [someone(), someone()]
  const { staff, form } = await atTheDesk(page)
  const car = await chooseCar(form, 2)
  const { pickup, dropoff } = await freeStay(request, car)
  await context.setOffline(true)
  await form.typeDates(pickup, dropoff)
  await form.introduce(customer)
  await form.keepLicence(await licencePicture(page))
  await form.submit()
  await form.savedReference()
  await staff.goTo('Overview')

  const elsewhere = await browser.newPage({ viewport: desk })
  const second = await atTheDesk(elsewhere)
  await chooseCar(second.form, 2)
  await second.form.typeDates(pickup, dropoff)
  await second.form.introduce(other)
  await second.form.uploadLicence(await licencePicture(elsewhere))
  await second.form.submit()
  await elsewhere.getByRole('button', { name: 'Open the booking' }).click()
  await expect(second.staff.details).toContainText(other.name)
  await elsewhere.keyboard.press('Escape')
  await second.staff.decide('Approve', other.name)
  await expect(second.staff.booking(other.name)).toContainText('Approved')
  await expect(second.staff.status).toHaveText(/^Up to date/)

  await context.setOffline(false)
  await expect(staff.status).toHaveText('1 change needs you')
  const keyboard = new Keyboard(page)
  await keyboard.tabTo(page.getByRole('button', { name: 'Show', exact: true }))
  await keyboard.press('Enter')
  await keyboard.tabTo(page.getByRole('button', { name: /^Change it: Booking #BR-/ }))
  await keyboard.press('Enter')
  await expect(form.form.getByRole('alert')).toContainText('conflict with an existing approved booking')
  await expect(form.field('Full name')).toHaveValue(customer.name)
  await expect(form.field('Pickup date')).toHaveValue(pickup)
  await expect(staff.status).toHaveText(/^Up to date/)
  const free = await freeStay(request, car)
  await form.typeDates(free.pickup, free.dropoff)
  await form.submit()
  await expect(page.getByRole('dialog', { name: 'Booking created' })).toBeVisible()
})

test('a session that ends at the very moment of booking makes no visitor of the desk: sign in, and it is sent once', async ({
  page,
  request,
}) => {
  const customer = someone()
  const { staff, form } = await atTheDesk(page)
  const car = await chooseCar(form, 4)
  const { pickup, dropoff } = await freeStay(request, car)
  await form.typeDates(pickup, dropoff)
  await form.introduce(customer)
  await form.uploadLicence(await licencePicture(page))
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/api/bookings'))
      answers.push(response.status())
  })
  await endSession(page)
  await form.submit()
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
  await staff.signIn(harbour.staff)
  await expect(form.field('Full name'), 'nothing typed is lost').toHaveValue(customer.name)
  await form.submit()
  await expect(page.getByRole('dialog', { name: 'Booking created' })).toBeVisible()
  expect(answers).toEqual([401, 201])
  await page.getByRole('button', { name: 'Open the booking' }).click()
  await expect(staff.details).toContainText(customer.name)
  await page.keyboard.press('Escape')
  await expect(staff.booking(customer.name)).toHaveCount(1)
})

test('what waits is not sent as a visitor when the session has ended meanwhile: it waits for the member, and arrives once', async ({
  page,
  context,
  request,
}) => {
  const customer = someone()
  const { staff, form } = await atTheDesk(page)
  const car = await chooseCar(form, 5)
  const { pickup, dropoff } = await freeStay(request, car)
  await context.setOffline(true)
  await form.typeDates(pickup, dropoff)
  await form.introduce(customer)
  await form.keepLicence(await licencePicture(page))
  await form.submit()
  const reference = await form.savedReference()
  const answers: number[] = []
  await page.route('**/api/bookings', async (route) => {
    // The session ends while the licence is on its way, after the last look at who is signed in.
    if (answers.length === 0) await endSession(page)
    const answer = await route.fetch()
    answers.push(answer.status())
    await route.fulfill({ response: answer })
  })
  await context.setOffline(false)
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
  await expect(page.getByText('1 change is kept on this device and not sent yet.')).toBeVisible()
  await staff.signIn(harbour.staff)
  await expect(staff.status).toHaveText(/^Up to date/)
  expect(answers).toEqual([401, 201])
  await staff.goTo('Bookings')
  await expect(staff.booking(customer.name)).toHaveCount(1)
  await staff.openDetails(customer.name)
  await expect(staff.details).toContainText(`#${reference}`)
})

test('a license that is still being replaced is waited for: the form is not sent with the one before', async ({
  page,
  request,
}) => {
  const { form } = await atTheDesk(page)
  const car = await chooseCar(form, 0)
  const { pickup, dropoff } = await freeStay(request, car)
  await form.typeDates(pickup, dropoff)
  await form.introduce(someone())
  await form.uploadLicence(await licencePicture(page))
  await expect(form.submitButton).toBeEnabled()
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/license-upload', async (route) => {
    await held
    await route.continue()
  })
  await form.form.locator('input[type=file]').setInputFiles(await licencePicture(page))
  await expect(form.form.getByText('The request can be sent when the license is uploaded.')).toBeVisible()
  await expect(form.submitButton).toBeDisabled()
  goOn()
  await expect(form.form.getByText('License uploaded', { exact: true })).toBeVisible()
  await form.submit()
  await expect(page.getByRole('dialog', { name: 'Booking created' })).toBeVisible()
})

test('signing out deletes what waits and what is typed', async ({ page, context, request }) => {
  const customer = someone()
  const { staff, form } = await atTheDesk(page)
  const car = await chooseCar(form, 3)
  const { pickup, dropoff } = await freeStay(request, car)
  await context.setOffline(true)
  await form.typeDates(pickup, dropoff)
  await form.introduce(customer)
  await form.keepLicence(await licencePicture(page))
  await form.submit()
  await form.savedReference()
  await form.field('Full name').fill('Somebody else')
  await staff.logout()
  await page.getByRole('button', { name: 'Log out and drop' }).click()
  await expect(page).toHaveURL(`/${harbour.slug}/portal`)
  const left = await inIndexedDb(page)
  expect(left.filter((entry) => /forecourt-sealed|draft:desk|Somebody else/.test(entry))).toEqual([])
  expect(left.filter((entry) => entry.includes(customer.name))).toEqual([])
})
