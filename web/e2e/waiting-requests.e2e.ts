import { expect, type Page, test } from '@playwright/test'
import { expectNothingWrong } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { cannotRead, inIndexedDb } from './pages/device.ts'
import { Keyboard } from './pages/keyboard.ts'
import { largeLicence } from './pages/large-file.ts'
import { letGo } from './pages/let-go.ts'
import { PortalPage, type Renter } from './pages/portal.ts'
import { toastOf } from './pages/toasts.ts'
import { desk, freeStay, harbour, licencePicture, phone, type Stay, someone } from './pages/world.ts'

test.use({ viewport: phone })
test.afterEach(({ page, context }) => letGo(page, context))

/** A portal whose fleet, and whose days of the car, are on the device. */
async function onThePhone(page: Page, place: number) {
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const car = (await portal.vehicles()).at(place) ?? ''
  await portal.chooseVehicle(car)
  await expect.poll(async () => (await inIndexedDb(page)).join(' ')).toContain('booked-dates')
  return { portal, car }
}

async function fillIn(portal: PortalPage, renter: Renter, { pickup, dropoff }: Stay): Promise<void> {
  await portal.typeDates(pickup, dropoff)
  await portal.introduce(renter)
}

/** Everything on the device about a request, in any database. */
const tracesOf = async (page: Page, renter: Renter) =>
  (await inIndexedDb(page)).filter((entry) => [renter.name, renter.email].some((text) => entry.includes(text)))
const sealed = async (page: Page) => (await inIndexedDb(page)).filter((entry) => entry.startsWith('forecourt-sealed'))

test('a request made offline with a 5 MB licence waits on the phone and arrives when the network is back', async ({
  page,
  context,
  browser,
  request,
}) => {
  const renter = someone()
  const { portal, car } = await onThePhone(page, 0)
  const stay = await freeStay(request, car)
  await context.setOffline(true)
  await expect(
    page.getByRole('status').filter({ hasText: /^Offline – showing the fleet as of \d\d:\d\d$/ }),
  ).toBeVisible()
  await fillIn(portal, renter, stay)
  await expect(portal.submitButton, 'no request without a licence').toBeDisabled()
  await portal.keepLicence(largeLicence())
  await portal.submit()
  const reference = await portal.savedReference()
  await expect(portal.waiting).toContainText('Saved on this phone – not sent yet')
  await expect(portal.waiting).toContainText(`#${reference}`)
  await expect(portal.confirmation).toHaveCount(0)
  expect(await tracesOf(page, renter), 'nothing of the request can be read on the device').toEqual([])
  expect(await sealed(page)).toHaveLength(2)

  await page.reload()
  await expect(portal.waiting).toContainText(`#${reference}`)
  await context.setOffline(false)
  expect(await portal.reference()).toBe(reference)
  await expect(toastOf(page)).toContainText('Your booking request has been submitted successfully!')
  await expect(portal.waiting).toHaveCount(0)
  await expect.poll(() => sealed(page)).toEqual([])

  const staff = new DeskPage(await browser.newPage({ viewport: desk }))
  await staff.signInTo(harbour.slug, harbour.staff)
  await expect(staff.booking(renter.name)).toHaveCount(1)
  await staff.openDetails(renter.name)
  await expect(staff.details).toContainText(`#${reference}`)
  await expect(staff.details.getByRole('img', { name: `Driving license of ${renter.name}` })).toBeVisible()
})

test('whoever opens the portal again is told at its top that a request waits, and the page does not move for it', async ({
  page,
  context,
  request,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const { portal, car } = await onThePhone(page, 4)
  const line = page.getByRole('link', { name: '1 request waits on this phone' })
  await context.setOffline(true)
  await fillIn(portal, someone(), await freeStay(request, car))
  await portal.keepLicence(await licencePicture(page))
  await portal.submit()
  await portal.savedReference()
  await expect(line, 'what somebody has just been told is not told again').toHaveCount(0)

  await page.reload()
  await expect(line).toBeInViewport()
  await expect(portal.vehicle(car)).toBeVisible()
  await expect(portal.waiting).toHaveCount(1)
  expect(await page.evaluate('window.shifts.reduce((sum, each) => sum + each, 0)')).toBeLessThan(0.05)
  await expectNothingWrong(page, 'opened again')
  await line.click()
  await expect(portal.waiting).toBeInViewport()

  await context.setOffline(false)
  await portal.reference()
  await expect(page.getByText('Nothing waits on this phone any more')).toBeVisible()
})

test('two tabs send what waits once', async ({ page, context, request }) => {
  const renter = someone()
  const { portal, car } = await onThePhone(page, 1)
  const stay = await freeStay(request, car)
  const second = await context.newPage()
  await second.goto(`/${harbour.slug}/portal`)
  await context.setOffline(true)
  await fillIn(portal, renter, stay)
  await portal.keepLicence(await licencePicture(page))
  await portal.submit()
  await portal.savedReference()
  const sent: string[] = []
  context.on('request', (one) => {
    if (one.method() === 'POST' && one.url().endsWith('/api/bookings')) sent.push(one.url())
  })
  await context.setOffline(false)
  await expect(portal.waiting).toHaveCount(0)
  await expect.poll(() => sealed(page)).toEqual([])
  expect(sent).toHaveLength(1)
  await second.close()
})

test('a request whose sending gets no answer can wait, and counts once', async ({
  page,
  context,
  browser,
  request,
}) => {
  const renter = someone()
  const { portal, car } = await onThePhone(page, 2)
  await fillIn(portal, renter, await freeStay(request, car))
  await portal.uploadLicence(await licencePicture(page))
  // The server does it, and its answer never arrives.
  await context.route('**/api/bookings', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await portal.submit()
  await portal.form.getByRole('button', { name: 'Save it on this phone and send it later' }).click()
  const reference = await portal.savedReference()
  await expect(portal.waiting).toContainText(`#${reference}`)
  // One that is on its way at this moment is let come to its end.
  await context.unrouteAll({ behavior: 'wait' })
  expect(await portal.reference()).toBe(reference)

  const staff = new DeskPage(await browser.newPage({ viewport: desk }))
  await staff.signInTo(harbour.slug, harbour.staff)
  await expect(staff.booking(renter.name)).toHaveCount(1)
})

test('days that were given away meanwhile bring the form back with everything in it', async ({
  page,
  context,
  browser,
  request,
}) => {
  const [renter, other] = [someone(), someone()]
  const { portal, car } = await onThePhone(page, 3)
  const stay = await freeStay(request, car)
  await context.setOffline(true)
  await fillIn(portal, renter, stay)
  await portal.keepLicence(await licencePicture(page))
  await portal.submit()
  await portal.savedReference()
  await expect(portal.field('Full name')).toHaveValue('')

  const elsewhere = await browser.newPage()
  const sooner = new PortalPage(elsewhere)
  await sooner.open(harbour.slug)
  await sooner.chooseVehicle(car)
  await fillIn(sooner, other, stay)
  await sooner.uploadLicence(await licencePicture(elsewhere))
  await sooner.submit()
  await sooner.reference()
  const staff = new DeskPage(elsewhere)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.decide('Approve', other.name)
  await expect(staff.booking(other.name)).toContainText('Approved')
  await expect(staff.status).toHaveText(/^Up to date/)

  await context.setOffline(false)
  await expect(portal.form.getByRole('alert')).toContainText(
    'The selected dates conflict with an existing approved booking',
  )
  await expect(portal.field('Full name')).toHaveValue(renter.name)
  await expect(portal.field('Email')).toHaveValue(renter.email)
  await expect(portal.field('Address')).toHaveValue(renter.address)
  await expect(portal.field('Pickup date')).toHaveValue(stay.pickup)
  await expect(portal.form.getByText('License uploaded', { exact: true })).toBeVisible()
  await expect(portal.confirmation).toHaveCount(0)
  await expect(portal.waiting).toHaveCount(0)

  const free = await freeStay(request, car)
  await portal.typeDates(free.pickup, free.dropoff)
  await portal.submit()
  await portal.reference()
})

test('a refused request that could not be read from the phone is opened by the next tap', async ({
  page,
  context,
  request,
}) => {
  const renter = someone()
  const { portal, car } = await onThePhone(page, 5)
  const stay = await freeStay(request, car)
  await context.setOffline(true)
  await fillIn(portal, renter, stay)
  await portal.keepLicence(await licencePicture(page))
  await portal.submit()
  await portal.savedReference()
  let readAgain: (() => Promise<unknown>) | undefined
  await page.route('**/api/bookings', async (route) => {
    readAgain = await cannotRead(page, 'forecourt-sealed')
    const detail = 'Not like this.'
    const problem = { type: 'about:blank', title: 'Invalid', status: 422, code: 'invalid', detail, message: detail }
    await route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  })
  await context.setOffline(false)
  const again = portal.waiting.getByRole('button', { name: /^Open the form again: #BR-/ })
  await again.click()
  await expect(toastOf(page)).toContainText('The request could not be opened')
  await readAgain?.()
  await again.click()
  await expect(portal.field('Full name')).toHaveValue(renter.name)
  await expect(portal.waiting).toHaveCount(0)
})

test('what waits can be dropped, by keyboard alone, and nothing of it stays', async ({ page, context, request }) => {
  const renter = someone()
  const keyboard = new Keyboard(page)
  const { portal, car } = await onThePhone(page, 4)
  const stay = await freeStay(request, car)
  await context.setOffline(true)
  await fillIn(portal, renter, stay)
  await keyboard.tabTo(portal.form.locator('input[type=file]'))
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Space')])
  await chooser.setFiles(await licencePicture(page))
  await expect(portal.submitButton).toBeEnabled()
  await keyboard.tabTo(portal.submitButton)
  await keyboard.press('Enter')
  await expect(portal.saved).toBeVisible()
  await keyboard.closeSaid(portal.saved)
  await page.locator('body').press('Home')
  await keyboard.tabTo(portal.waiting.getByRole('button', { name: /^Drop: #BR-/ }))
  await keyboard.press('Enter')
  await keyboard.tabTo(page.getByRole('alertdialog').getByRole('button', { name: 'Drop it' }))
  await keyboard.press('Enter')
  await expect(portal.waiting).toHaveCount(0)
  await expect.poll(() => sealed(page)).toEqual([])
})
