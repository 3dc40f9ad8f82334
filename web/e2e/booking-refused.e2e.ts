import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { AdminFleet } from '@forecourt/contracts/vehicle.ts'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import * as z from 'zod/mini'
import { PortalPage } from './pages/portal.ts'
import { toastOf } from './pages/toasts.ts'
import { after, freeStay, harbour, licencePicture, phone, someone, withoutWorker } from './pages/world.ts'

/** What a renter sees, on a phone, where they tapped, when their request is not accepted. */

test.use({ ...withoutWorker, viewport: phone })

/** A form that is ready to be sent, for two free days of the fleet's vehicle with this number. */
async function readyToSend(page: Page, request: APIRequestContext, place: number) {
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const car = (await portal.vehicles()).at(place) ?? ''
  const stay = await freeStay(request, car)
  await portal.chooseVehicle(car)
  await portal.typeDates(stay.pickup, stay.dropoff)
  await portal.introduce(someone())
  await portal.uploadLicence(await licencePicture(page))
  return { portal, car, ...stay }
}

/** What the bar at the screen's foot says is wrong. */
const reason = (portal: PortalPage) => portal.form.getByRole('alert')

const sendAgain = 'Nothing you typed is lost: you can send the same request again, and it counts once.'

const headers = { 'Sec-Fetch-Site': 'same-origin' }

/** From now on the requests are those of somebody of the staff. */
async function asStaff(request: APIRequestContext): Promise<void> {
  const credentials = { ...harbour.staff, businessSlug: harbour.slug }
  const login = await request.post('/api/auth/login', { headers, data: credentials })
  expect(login.ok()).toBe(true)
}

/** Staff change what a vehicle costs a day. Gives what it was. */
async function reprice(request: APIRequestContext, car: string, rate?: string): Promise<string> {
  await asStaff(request)
  const fleet = z.parse(AdminFleet, await (await request.get('/api/admin/cars')).json())
  const vehicle = fleet.find(({ name }) => name === car)
  if (vehicle === undefined) throw new Error(`${car} is not in the fleet`)
  const { id, name, description, category, capacity, transmission, fuelType, licensePlate, year, imageUrl } = vehicle
  const dailyRate = rate ?? (Number(vehicle.dailyRate) + 6).toFixed(2)
  const rest = { name, description, category, capacity, transmission, fuelType, licensePlate, year, imageUrl }
  expect((await request.put(`/api/admin/cars/${id}`, { headers, data: { ...rest, dailyRate } })).ok()).toBe(true)
  return vehicle.dailyRate
}

/** What two days cost at a daily rate, and what they cost once staff have made it dearer (`reprice`), as the page says it. */
const pricesOf = (rate: string) => [Number(rate) * 2, (Number(rate) + 6) * 2].map((total) => `£${total.toFixed(2)}`)

test('a price that has changed meanwhile is agreed to before the request is sent again', async ({ page, request }) => {
  const { portal, car } = await readyToSend(page, request, 3)
  const before = await reprice(request, car)
  const [was, now] = pricesOf(before)
  await portal.submit()
  await expect(reason(portal)).toHaveText(`The price is now ${now} (was ${was}).`)
  await expect(reason(portal)).toBeInViewport({ ratio: 1 })
  await expect(reason(portal)).toBeFocused()
  await expect(toastOf(page), 'it is a question, not a failure').toHaveCount(0)
  await expect(portal.submitButton, 'nothing is sent at the new price without a word').toHaveCount(0)

  await portal.field('Notes (optional)').fill('A child seat, please')
  const agree = page.getByRole('button', { name: 'Agree and send' })
  await expect(agree, 'the question stands while something else is changed').toBeEnabled()
  await page.reload()
  await expect(reason(portal), 'and after a reload').toHaveText(`The price is now ${now} (was ${was}).`)
  await agree.click()
  await portal.reference()
  await reprice(request, car, before)
})

test('a price that was agreed to is not asked about again while the fleet still has the one before', async ({
  page,
  request,
}) => {
  const { portal, car } = await readyToSend(page, request, 3)
  const answered = await (await page.request.get(`/api/cars?businessSlug=${harbour.slug}`)).body()
  await page.route('**/api/cars?*', (route) => route.fulfill({ contentType: 'application/json', body: answered }))
  const before = await reprice(request, car)
  const [was, now] = pricesOf(before)
  await portal.submit()
  await expect(reason(portal)).toHaveText(`The price is now ${now} (was ${was}).`)
  await page.route('**/api/bookings', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Agree and send' }).click()
  await expect(reason(portal)).toContainText(sendAgain)
  await expect(reason(portal)).not.toContainText('The price is now')
  await expect(portal.form.getByText(now ?? '', { exact: true }), 'what it costs').toBeVisible()
  await portal.submit()
  await portal.reference()
  await reprice(request, car, before)
})

test('a request that waited on the phone and was refused for its price is told of once: by the question', async ({
  page,
  context,
  request,
}) => {
  const { portal, car } = await readyToSend(page, request, 3)
  await context.setOffline(true)
  await portal.submit()
  await portal.savedReference()
  const before = await reprice(request, car)
  const [was, now] = pricesOf(before)
  await context.setOffline(false)
  await expect(reason(portal)).toHaveText(`The price is now ${now} (was ${was}).`)
  await page.getByRole('button', { name: 'Agree and send' }).click()
  await portal.reference()
  await reprice(request, car, before)
})

test('a server that is not reached, or in trouble, is told of at the button, which sends again', async ({
  page,
  request,
}) => {
  const { portal } = await readyToSend(page, request, 4)
  await page.route('**/api/bookings', (route) => route.abort(), { times: 1 })
  await portal.submit()
  await expect(reason(portal)).toContainText('The server could not be reached.')
  await expect(reason(portal)).toContainText(sendAgain)
  await expect(reason(portal)).toBeInViewport({ ratio: 1 })
  await expect(reason(portal)).toBeFocused()

  await page.route('**/api/bookings', (route) => route.fulfill({ status: 500, body: '<h1>Oh dear</h1>' }), { times: 1 })
  await portal.submit()
  await expect(reason(portal)).toContainText('There was an error submitting your booking. Please try again.')
  await expect(reason(portal)).toBeInViewport({ ratio: 1 })
  await portal.submit()
  await portal.reference()
})

for (const { arrived, phone: expected, says } of [
  { arrived: true, phone: '07700900123', says: 1 },
  { arrived: false, phone: '07700900999', says: 0 },
]) {
  test(`a form that is corrected after ${arrived ? 'its answer' : 'the request itself'} was lost is one booking`, async ({
    page,
    request,
  }) => {
    const { portal } = await readyToSend(page, request, 4)
    const { email } = someone()
    await portal.field('Email').fill(email)
    await portal.field('Phone').fill('07700900123')
    await page.route(
      '**/api/bookings',
      async (route) => {
        if (arrived) await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await portal.submit()
    await expect(reason(portal)).toContainText(sendAgain)
    await portal.field('Phone').fill('07700900999')
    await page.reload()
    await portal.submit()
    await portal.reference()
    await expect(page.getByRole('dialog').getByText('had arrived already')).toHaveCount(says)
    await asStaff(request)
    const found = z.parse(AdminBookings, await (await request.get(`/api/admin/bookings?q=${email}`)).json())
    expect(found.map(({ customerPhone }) => customerPhone)).toEqual([expected])
  })
}

/** The server gets the next request, and nobody its answer. */
const loseAnswer = (page: Page) =>
  page.route(
    '**/api/bookings',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

/** What staff see of somebody's requests, by vehicle. */
async function vehiclesAskedFor(request: APIRequestContext, email: string): Promise<string[]> {
  await asStaff(request)
  const found = z.parse(AdminBookings, await (await request.get(`/api/admin/bookings?q=${email}`)).json())
  return found.map(({ car }) => car.name)
}

test('another vehicle that is chosen after the answer was lost is not asked for beside the first one', async ({
  page,
  request,
}) => {
  const { portal, car } = await readyToSend(page, request, 6)
  const { email } = someone()
  await portal.field('Email').fill(email)
  await loseAnswer(page)
  await portal.submit()
  await expect(reason(portal)).toContainText(sendAgain)
  await portal.chooseVehicle((await portal.vehicles()).at(7) ?? '')
  await portal.submit()
  await portal.reference()
  await expect(page.getByRole('dialog').getByText('had arrived already')).toBeVisible()
  expect(await vehiclesAskedFor(request, email)).toEqual([car])
})

test('a form that is corrected after its answer was lost, and saved to be sent later, is one booking, too', async ({
  page,
  context,
  request,
}) => {
  const { portal, car } = await readyToSend(page, request, 8)
  const { email } = someone()
  await portal.field('Email').fill(email)
  await loseAnswer(page)
  await portal.submit()
  await expect(reason(portal)).toContainText(sendAgain)
  await context.setOffline(true)
  await portal.field('Phone').fill('07700900999')
  await portal.submit()
  await expect(portal.saved).toContainText('It may have arrived already')
  await portal.savedReference()
  await context.setOffline(false)
  await portal.reference()
  await expect(page.getByRole('dialog').getByText('had arrived already')).toBeVisible()
  expect(await vehiclesAskedFor(request, email)).toEqual([car])
})

test('days that somebody else was given meanwhile: the reason is at the button, the focus on the days', async ({
  page,
  request,
}) => {
  const { portal } = await readyToSend(page, request, 5)
  const sentence = 'The selected dates conflict with an existing approved booking. Please choose different dates.'
  const problem = { type: 'about:blank', title: 'Conflict', status: 409, code: 'dates-unavailable' }
  await page.route('**/api/bookings', (route) =>
    route.fulfill({ status: 409, json: { ...problem, detail: sentence, message: sentence } }),
  )
  await portal.submit()
  await expect(reason(portal)).toHaveText(sentence)
  await expect(reason(portal)).toBeInViewport({ ratio: 1 })
  await expect(portal.field('Pickup date')).toBeFocused()
  await expect(portal.field('Pickup date')).toBeInViewport({ ratio: 1 })
})

test('a year that is being mistyped is complained of beside the field, and nothing is sent', async ({
  page,
  request,
}) => {
  const { portal, pickup } = await readyToSend(page, request, 5)
  let isSent = false
  await page.route('**/api/bookings', (route) => {
    isSent = true
    return route.abort()
  })
  await portal.typeDates('9999-03-01', '9999-03-03')
  await expect(portal.form.getByText(/^The pickup date cannot be after \w{3} \d{1,2} \w{3,4} 20\d\d\.$/)).toBeVisible()
  await portal.submit()
  await expect(portal.field('Pickup date')).toBeFocused()
  await portal.typeDates(pickup, after(pickup, 366))
  await expect(portal.error('A booking is at most 365 days long.')).toBeVisible()
  await portal.submit()
  await expect(portal.field('Drop-off date')).toBeFocused()
  expect(isSent).toBe(false)
})

test('moving both days later is no mistake: the old drop-off is cleared without a word', async ({ page, request }) => {
  const { portal, dropoff } = await readyToSend(page, request, 5)
  const [later, end] = [after(dropoff, 3), after(dropoff, 5)]
  await portal.field('Pickup date').fill(later)
  await portal.field('Pickup date').blur()
  await expect(portal.field('Drop-off date')).toHaveValue('')
  await expect(portal.form.getByText(/Now choose the drop-off day\.$/)).toBeVisible()
  await expect(portal.error('Drop-off date must be after pickup date.')).toHaveCount(0)
  await expect(toastOf(page)).toHaveCount(0)

  await portal.typeDates(later, later)
  await expect(toastOf(page), 'but one that is chosen wrongly is refused').toContainText('Invalid Date')
  await expect(portal.error('Drop-off date must be after pickup date.')).toBeVisible()
  // Whoever points at a toast keeps it: it does not go because its time is over.
  await toastOf(page).hover()
  await portal.typeDates(later, end)
  await expect(portal.error('Drop-off date must be after pickup date.')).toHaveCount(0)
  await expect(toastOf(page), 'and what was wrong is not said of what is right').toHaveCount(0)
})
