import { expect, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { inIndexedDb, slowToRead } from './pages/device.ts'
import { Inbox } from './pages/inbox.ts'
import { Keyboard } from './pages/keyboard.ts'
import { PortalPage } from './pages/portal.ts'
import { toastOf } from './pages/toasts.ts'
import {
  after,
  bookedDatesOf,
  dayIn,
  desk,
  freeStay,
  harbour,
  licencePicture,
  phone,
  someone,
  withoutWorker,
} from './pages/world.ts'

test.use(withoutWorker)

test('a renter books, staff approve, the days are taken and everybody has mail', async ({ browser, request }) => {
  const renter = someone()
  const onThePhone = await browser.newPage({ viewport: phone })
  const portal = new PortalPage(onThePhone)
  await portal.open(harbour.slug)
  const [car = ''] = await portal.vehicles()
  const { pickup, dropoff } = await freeStay(request, car)

  await portal.chooseVehicle(car)
  await portal.typeDates(pickup, dropoff)
  await portal.introduce(renter)
  await expect(portal.submitButton, 'no request without a licence').toBeDisabled()
  await portal.uploadLicence(await licencePicture(onThePhone))
  await expect(toastOf(onThePhone)).toContainText("Your driver's license has been uploaded successfully.")
  await portal.submit()
  const reference = await portal.reference()
  await expect(toastOf(onThePhone)).toContainText('Your booking request has been submitted successfully!')
  await expect(portal.confirmation).toContainText('24 hours')
  await expect(portal.confirmation).toContainText('junk/spam')

  const atTheDesk = await browser.newPage({ viewport: desk })
  const staff = new DeskPage(atTheDesk)
  await staff.signInTo(harbour.slug, harbour.staff)
  await expect(staff.booking(renter.name)).toContainText(car)
  await staff.openDetails(renter.name)
  await expect(staff.details).toContainText(`#${reference}`)
  await expect(staff.details).toContainText(renter.address)
  await expect(staff.details.getByRole('img', { name: `Driving license of ${renter.name}` })).toBeVisible()
  await atTheDesk.keyboard.press('Escape')
  await staff.decide('Approve', renter.name)
  await expect(staff.booking(renter.name)).toContainText('Approved')
  await expect(toastOf(atTheDesk)).toContainText('Booking status updated successfully')
  await atTheDesk.reload()
  await expect(staff.booking(renter.name)).toContainText('Approved')

  await expect
    .poll(() => bookedDatesOf(request, car), 'visitors are told of it')
    .toContainEqual({ pickupDate: pickup, dropoffDate: dropoff })
  await portal.open(harbour.slug)
  await portal.chooseVehicle(car)
  await portal.typeDates(pickup, dropoff)
  await expect(toastOf(onThePhone)).toContainText('Date Unavailable')
  await portal.typeDates(after(pickup, -1), dropoff)
  await expect(portal.error('This vehicle is already booked on that day.')).toHaveCount(0)

  const inbox = new Inbox(request)
  await expect.poll(() => inbox.subjects(renter.email), 'request received, then approved').toHaveLength(2)
  await expect.poll(async () => (await inbox.subjects(harbour.contactEmail)).length).toBeGreaterThan(0)
})

test('two requests for the same days: approving the second is refused with the reason and taken back', async ({
  page,
  request,
}) => {
  const renters = [someone(), someone()] as const
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const car = (await portal.vehicles()).at(1) ?? ''
  const { pickup, dropoff } = await freeStay(request, car)
  for (const renter of renters) {
    await portal.open(harbour.slug)
    await portal.chooseVehicle(car)
    await portal.typeDates(pickup, dropoff)
    await portal.introduce(renter)
    await portal.uploadLicence(await licencePicture(page))
    await portal.submit()
    await portal.reference()
  }
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.decide('Approve', renters[0].name)
  await expect(toastOf(page)).toContainText('Booking status updated successfully')
  await expect(staff.status, 'the device has settled it, too').toHaveText(/^Up to date/)
  await staff.decide('Approve', renters[1].name)
  await expect(toastOf(page)).toContainText('Failed to update booking status')
  const second = staff.booking(renters[1].name)
  await expect(second).toContainText('The days are taken by another approved booking. In the way: #BR-')
  await expect(second, 'a sentence for renters').not.toContainText('Please choose different dates')
  await expect(staff.booking(renters[1].name)).toContainText('Awaiting decision')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const needsYou = page.getByRole('dialog', { name: 'Changes that need you' })
  await needsYou.getByRole('button', { name: /^Open booking #BR-/ }).click()
  await expect(staff.details, 'what is in the way').toContainText(renters[0].email)
  await page.keyboard.press('Escape')
  await staff.decide('Reject', renters[1].name)
  await expect(second).toContainText('Rejected')
})

test('who presses three times before the page has had a turn asks once', async ({ page, request }) => {
  const renter = someone()
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const car = (await portal.vehicles()).at(1) ?? ''
  const { pickup, dropoff } = await freeStay(request, car)
  await portal.chooseVehicle(car)
  await portal.typeDates(pickup, dropoff)
  await portal.introduce(renter)
  await portal.uploadLicence(await licencePicture(page))
  let asked = 0
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && new URL(sent.url()).pathname === '/api/bookings') asked += 1
  })
  await expect(portal.submitButton).toBeEnabled()
  await portal.submitButton.evaluate((button: HTMLButtonElement) => {
    for (let times = 0; times < 3; times += 1) button.click()
  })
  await portal.reference()
  expect(asked).toBe(1)
})

test('what is typed survives a reload, the licence with it', async ({ page }) => {
  const renter = someone()
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const [car = ''] = await portal.vehicles()
  await portal.chooseVehicle(car)
  await portal.introduce(renter)
  await portal.uploadLicence(await licencePicture(page))
  // Written a moment after it is shown.
  await expect.poll(async () => (await inIndexedDb(page)).join(' ')).toContain('"where":"server"')
  await page.reload()
  await expect(portal.field('Full name')).toHaveValue(renter.name)
  await expect(portal.field('Address')).toHaveValue(renter.address)
  await expect(portal.form.getByText('License uploaded', { exact: true })).toBeVisible()
  await expect(portal.submitButton).toBeEnabled()
})

test('what was typed is added to when the device is slow to give it, and never written over', async ({
  page,
  context,
}) => {
  const renter = someone()
  const before = new PortalPage(page)
  await before.open(harbour.slug)
  await before.introduce(renter)
  await expect.poll(async () => (await inIndexedDb(page)).join(' ')).toContain(renter.name)
  await page.close()
  const slow = new PortalPage(await context.newPage())
  // Longer than it is waited for before the form is shown.
  await slowToRead(slow.page, 4_000, 'draft:')
  await slow.open(harbour.slug)
  await slow.field('Notes (optional)').fill('At noon')
  await expect(slow.field('Full name')).toHaveValue(renter.name, { timeout: 30_000 })
  await expect.poll(async () => (await inIndexedDb(slow.page)).join(' ')).toContain('At noon')
  await slow.page.close()
  const again = new PortalPage(await context.newPage())
  await again.open(harbour.slug)
  await expect(again.field('Full name')).toHaveValue(renter.name)
  await expect(again.field('Notes (optional)')).toHaveValue('At noon')
})

test('each field says its own sentence and the first wrong one has the focus', async ({ page }) => {
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  await portal.uploadLicence(await licencePicture(page))
  await portal.submit()
  for (const sentence of [
    'Please select a vehicle',
    'Pickup date is required',
    'Dropoff date is required',
    'Name must be at least 2 characters',
    'Invalid email address',
    'UK phone number must be exactly 11 digits',
    'Please provide your address',
  ]) {
    await expect(portal.error(sentence)).toBeVisible()
  }
  await expect(portal.field('Vehicle')).toBeFocused()
  await portal.typeDates(dayIn(30), dayIn(30))
  await expect(toastOf(page)).toContainText('Drop-off date must be after pickup date.')
})

test('an upload that is refused or fails says why beside the control and can be tried again', async ({ page }) => {
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const file = portal.form.locator('input[type=file]')
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no licence') })
  await expect(portal.error('Please choose a PNG, JPG or PDF file')).toBeVisible()
  await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) })
  await expect(portal.error('The file is larger than 5 MB. Please choose a smaller one.')).toBeVisible()

  await file.setInputFiles({ name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>no licence</html>') })
  await expect(portal.error('The file is not a PNG, JPG or PDF. Please choose another one.')).toBeVisible()
  await expect(portal.form.getByRole('button', { name: 'Try again' }), 'the same file is of no use').toHaveCount(0)
  await expect(toastOf(page)).toContainText('There was an error processing your license upload.')
  const picker = page.waitForEvent('filechooser')
  await portal.form.getByRole('button', { name: 'Choose a file' }).click()
  await picker

  await page.route('**/api/objects/upload', (route) => route.abort(), { times: 1 })
  await file.setInputFiles(await licencePicture(page))
  await expect(toastOf(page)).toContainText('There was an error processing your license upload.')
  await portal.form.getByRole('button', { name: 'Try again' }).click()
  await expect(portal.form.getByText('License uploaded', { exact: true })).toBeVisible()
})

test('the whole journey by keyboard alone', async ({ page, request }) => {
  const renter = someone()
  const keyboard = new Keyboard(page)
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const car = (await portal.vehicles()).at(2) ?? ''
  const { months } = await freeStay(request, car)

  await keyboard.tabTo(portal.vehicle(car).getByRole('button'))
  await keyboard.press('Enter')
  await keyboard.tabTo(portal.form.getByRole('grid').locator('[tabindex="0"]'))
  await keyboard.press(...Array.from({ length: months }, () => 'PageDown'))
  // Choosing the first day by keyboard moves on to the next one.
  await keyboard.press('Enter', 'ArrowRight', 'Enter')
  await expect(portal.form.getByRole('status').filter({ hasText: '2 days' })).toBeVisible()
  await keyboard.fill(portal.field('Full name'), renter.name)
  await keyboard.fill(portal.field('Email'), renter.email)
  await keyboard.fill(portal.field('Phone'), renter.phone)
  await keyboard.fill(portal.field('Address'), renter.address)
  await keyboard.tabTo(portal.form.locator('input[type=file]'))
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Space')])
  await chooser.setFiles(await licencePicture(page))
  await expect(portal.submitButton).toBeEnabled()
  await keyboard.tabTo(portal.submitButton)
  await keyboard.press('Enter')
  await portal.reference()
  await keyboard.closeSaid(portal.confirmation)

  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  await keyboard.fill(page.getByLabel('Email'), harbour.staff.email)
  await keyboard.fill(page.getByLabel('Password'), harbour.staff.password)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await keyboard.tabTo(page.getByRole('link', { name: 'Bookings', exact: true }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Bookings', exact: true })).toBeVisible()
  await expect(staff.booking(renter.name)).toBeVisible()
  await keyboard.tabTo(page.getByRole('button', { name: `Approve: ${renter.name}` }))
  await keyboard.press('Enter')
  await expect(staff.booking(renter.name)).toContainText('Approved')
  await expect(page.getByRole('button', { name: `Mark as Completed: ${renter.name}` })).toBeFocused()
  // The row says so at once; the message comes when the server has.
  await expect(toastOf(page)).toContainText('Booking status updated successfully')
  await keyboard.press('F8')
  await expect(page.getByRole('region', { name: /notification/i })).toBeFocused()
})

test('a form that two tabs show, and both send, is one request', async ({ context, request }) => {
  const renter = someone()
  const first = new PortalPage(await context.newPage())
  await first.open(harbour.slug)
  const [car = ''] = await first.vehicles()
  const { pickup, dropoff } = await freeStay(request, car)
  await first.chooseVehicle(car)
  await first.typeDates(pickup, dropoff)
  await first.introduce(renter)
  await first.uploadLicence(await licencePicture(first.page))
  await expect(first.submitButton).toBeEnabled()
  const second = new PortalPage(await context.newPage())
  await second.open(harbour.slug)
  await expect(second.submitButton, 'what was typed in the other tab is here, too').toBeEnabled()
  await first.submit()
  const reference = await first.reference()
  await second.submit()
  expect(await second.reference()).toBe(reference)

  const staff = new DeskPage(await context.newPage())
  await staff.signInTo(harbour.slug, harbour.staff)
  await expect(staff.booking(renter.name)).toHaveCount(1)
})
