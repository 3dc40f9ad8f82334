import { type APIRequestContext, expect, type Page, type Response, test } from '@playwright/test'
import { newColleague } from './pages/accounts.ts'
import { expectNothingWrong } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { letGo } from './pages/let-go.ts'
import { PortalPage } from './pages/portal.ts'
import { newRequest, newRequests } from './pages/requests.ts'
import { freeStay, harbour, licencePicture, someone, desk as wide } from './pages/world.ts'

test.afterEach(({ page, context }) => letGo(page, context))

/** What one person does appears to the other within this time, in milliseconds; tests under load get more. */
const PATIENCE = { timeout: 60_000 }

const notesOf = (desk: DeskPage) => desk.details.getByLabel('Admin Notes')

/** A walk-in's booking, filled in on the desk's form and not submitted yet. */
async function walkIn(page: Page, request: APIRequestContext, place: number) {
  const form = new PortalPage(page)
  await expect(form.form).toBeVisible()
  const car = (await form.vehicles()).at(place) ?? ''
  await form.field('Vehicle').selectOption({ index: place + 1 })
  const customer = someone()
  const stay = await freeStay(request, car)
  await form.typeDates(stay.pickup, stay.dropoff)
  await form.introduce(customer)
  return { form, customer }
}

test('a second tablet sees a request and its approval without being touched', async ({ page, browser, request }) => {
  const contexts = await Promise.all([browser.newContext(), browser.newContext()])
  const [first, second] = await Promise.all(
    contexts.map(async (context) => {
      const desk = new DeskPage(await context.newPage())
      const stream = desk.page.waitForResponse(/\/api\/admin\/live$/)
      await desk.signInTo(harbour.slug, harbour.staff)
      expect((await stream).status()).toBe(200)
      return desk
    }),
  )
  if (first === undefined || second === undefined) throw new Error('there are two desks')

  const renter = someone()
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const [car = ''] = await portal.vehicles()
  const stay = await freeStay(request, car)
  await portal.chooseVehicle(car)
  await portal.typeDates(stay.pickup, stay.dropoff)
  await portal.introduce(renter)
  await portal.uploadLicence(await licencePicture(page))
  await portal.submit()
  await portal.reference()

  await expect(first.page.getByRole('button', { name: /^\d+ new requests?$/ })).toBeVisible(PATIENCE)
  await expect(first.booking(renter.name), 'what is read does not move').toHaveCount(0)
  await Promise.all([first.showNew(), second.showNew()])
  await expect(first.booking(renter.name)).toBeVisible(PATIENCE)
  await expect(second.booking(renter.name)).toBeVisible(PATIENCE)
  await first.decide('Approve', renter.name)
  const began = Date.now()
  await expect(second.booking(renter.name).getByText('Approved', { exact: true })).toBeVisible(PATIENCE)
  console.log(`live: the second tablet showed the approval ${Date.now() - began} ms after the tap on the first`)
  await Promise.all(contexts.map((context) => context.close()))
})

test('a booking that a colleague writes down announces itself and moves nothing', async ({
  page,
  browser,
  request,
}) => {
  const reader = new DeskPage(page)
  const stream = page.waitForResponse(/\/api\/admin\/live$/)
  await reader.signInTo(harbour.slug, harbour.staff)
  await stream
  await expect(reader.status).toHaveText(/^Up to date/)
  const row = page.getByRole('button', { name: /^View details of / }).first()
  const before = await row.boundingBox()

  const colleague = new DeskPage(await browser.newPage({ viewport: wide }))
  await colleague.signInTo(harbour.slug, harbour.staff)
  await colleague.goTo('Manual Booking')
  const { form, customer } = await walkIn(colleague.page, request, 0)
  await form.uploadLicence(await licencePicture(colleague.page))
  await form.submit()
  await expect(colleague.page.getByRole('dialog', { name: 'Booking created' })).toBeVisible()

  const bar = page.getByRole('button', { name: '1 new booking', exact: true })
  await expect(bar).toBeVisible(PATIENCE)
  expect(await row.boundingBox()).toEqual(before)
  await expect(reader.booking(customer.name)).toHaveCount(0)
  await bar.click()
  await expect(page.getByRole('button', { name: `View details of ${customer.name}` })).toBeFocused()
  await expect(bar).toHaveCount(0)
  await colleague.page.close()
})

test('what was booked on this device without a network is in the list as soon as it is sent', async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize(wide)
  const desk = new DeskPage(page)
  await desk.signInTo(harbour.slug, harbour.staff)
  await desk.untilKept()
  await desk.goTo('Manual Booking')
  const { form, customer } = await walkIn(page, request, 1)
  await context.setOffline(true)
  await form.keepLicence(await licencePicture(page))
  await form.submit()
  await form.savedReference()
  await desk.goTo('Bookings')
  await expect(desk.status).toHaveText(/1 change to send$/)
  await context.setOffline(false)
  await expect(desk.booking(customer.name)).toHaveCount(1, PATIENCE)
  await expect(page.getByRole('button', { name: /^\d+ new (request|booking)s?$/ })).toHaveCount(0)
})

test('two members of one business: what each decides the other sees, and neither loses what they are typing', async ({
  page,
  browser,
  request,
}) => {
  const owner = new DeskPage(page)
  await owner.openSignIn(harbour.slug)
  const [first, second] = await newRequests(page, request, 2)
  if (first === undefined || second === undefined) throw new Error('there are two requests')
  await owner.signInTo(harbour.slug, harbour.staff)
  const colleague = new DeskPage(await browser.newPage())
  await colleague.signInTo(harbour.slug, await newColleague(page, request))
  await owner.openDetails(first.name)
  await notesOf(owner).fill('The owner is typing')
  await colleague.openDetails(second.name)
  await notesOf(colleague).fill('A colleague is typing')

  await colleague.decide('Approve', first.name)
  await expect(owner.booking(first.name).getByText('Approved', { exact: true })).toBeVisible(PATIENCE)
  await owner.decide('Reject', second.name)
  await expect(colleague.booking(second.name).getByText('Rejected', { exact: true })).toBeVisible(PATIENCE)
  await expect(notesOf(owner)).toHaveValue('The owner is typing')
  await expect(notesOf(colleague)).toHaveValue('A colleague is typing')
  await colleague.page.close()
})

test('a tablet that was without a network catches up when it is back', async ({ page, browser, context, request }) => {
  const away = new DeskPage(page)
  await away.openSignIn(harbour.slug)
  const { name: customer } = await newRequest(page, request)
  await away.signInTo(harbour.slug, harbour.staff)
  await expect(away.booking(customer)).toBeVisible()
  await context.setOffline(true)

  const other = await browser.newContext()
  const desk = new DeskPage(await other.newPage())
  await desk.signInTo(harbour.slug, harbour.staff)
  await desk.decide('Reject', customer)
  await expect(desk.booking(customer).first()).toContainText('Rejected')
  await other.close()

  await expect(away.booking(customer).first()).not.toContainText('Rejected')
  await context.setOffline(false)
  await expect(away.booking(customer).first()).toContainText('Rejected', PATIENCE)
})

test('the status line says up to when what is shown is true: it goes on with what the server says, and stops with it', async ({
  page,
  browser,
  context,
  request,
}) => {
  const reader = new DeskPage(page)
  await reader.openSignIn(harbour.slug)
  const { name: customer } = await newRequest(page, request)
  const began = new Date()
  const minutesOn = (minutes: number) => new Date(began.getTime() + minutes * 60_000)
  const clock = (minutes: number) =>
    minutesOn(minutes).toLocaleTimeString('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' })
  await page.clock.setFixedTime(began)
  await reader.signInTo(harbour.slug, harbour.staff)
  await expect(reader.status).toHaveText(`Up to date ${clock(0)}`)

  await page.clock.setFixedTime(minutesOn(3))
  const elsewhere = await browser.newContext()
  const colleague = new DeskPage(await elsewhere.newPage())
  await colleague.signInTo(harbour.slug, harbour.staff)
  await colleague.decide('Approve', customer)
  await expect(reader.booking(customer).getByText('Approved', { exact: true })).toBeVisible(PATIENCE)
  await expect(reader.status).toHaveText(`Up to date ${clock(3)}`)
  await elsewhere.close()

  // Nothing changes, and the server says so.
  await page.clock.setFixedTime(minutesOn(8))
  await expect(reader.status).toHaveText(`Up to date ${clock(8)}`, PATIENCE)
  await context.setOffline(true)
  await page.clock.setFixedTime(minutesOn(11))
  await expect(reader.status).toHaveText(`Offline – showing ${clock(8)}`)
})

test('a server that is silent while there is a network is told of, with since when; what is shown goes on when it is back', async ({
  page,
}) => {
  await page.clock.install()
  const reader = new DeskPage(page)
  let opened = 0
  await page.route('**/api/admin/live', async (route) => {
    opened += 1
    // A line that is dead after one word: the device still has a network.
    if (opened === 1) await route.fulfill({ contentType: 'text/event-stream', body: 'id: 1\n\n' })
  })
  await reader.signInTo(harbour.slug, harbour.staff)
  await expect(reader.status).toHaveText(/^Up to date/)
  const shown = (await reader.status.textContent())?.slice(-5) ?? ''
  await page.clock.runFor(30_000)
  await expect(reader.status, 'one or two words may be late').toHaveText(`Up to date ${shown}`)
  await page.clock.runFor(30_000)
  await expect(reader.status).toHaveText(`No updates from the server – showing ${shown}`)
  await expect(page.getByRole('button', { name: 'Try again: update what is shown' })).toBeVisible()
  await expectNothingWrong(page, 'a server that is silent')

  await page.unroute('**/api/admin/live')
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(reader.status).toHaveText(/^Up to date/, { timeout: 2_000 })
  }).toPass(PATIENCE)
})

test('a desk that is loaded anew while the server is silent shows soon what the device has, and then what is so', async ({
  page,
  context,
  request,
}) => {
  const reader = new DeskPage(page)
  await reader.openSignIn(harbour.slug)
  const { name } = await newRequest(page, request)
  await reader.signInTo(harbour.slug, harbour.staff)
  await expect(reader.booking(name).first()).toBeVisible()
  await reader.untilKept(name)
  const spoken = Promise.withResolvers<void>()
  let givenUp = 0
  page.on('requestfailed', (asked) => {
    if (asked.url().endsWith('/api/auth/user')) givenUp += 1
  })
  await context.route('**/api/**', async (route) => {
    await spoken.promise
    await route.fallback()
  })
  await page.reload({ waitUntil: 'commit' })
  const mine = reader.booking(name).first()
  await expect.poll(async () => givenUp > 0 || (await mine.isVisible())).toBe(true)
  expect(givenUp, 'it is there before the server is given up').toBe(0)
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/user') && answer.status() === 200)
  spoken.resolve()
  await asked
  await expect(reader.status).toHaveText(/^Up to date/)
  await expect(mine).toBeVisible()
})

const isStream = (answer: Response) => answer.url().endsWith('/api/admin/live') && answer.status() === 200

test('whoever is still signed in hears on, though the server has refused to speak to them once', async ({ page }) => {
  const reader = new DeskPage(page)
  let opened = 0
  await page.route('**/api/admin/live', async (route) => {
    opened += 1
    // As it answers while the log has not heard of another password yet.
    if (opened > 1) return route.fallback()
    await route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{}' })
  })
  const heard = page.waitForResponse(isStream, PATIENCE)
  await reader.signInTo(harbour.slug, harbour.staff)
  await heard
  await expect(reader.status).toHaveText(/^Up to date/)
})
