import type { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import type { ProblemBody } from '@forecourt/contracts/problem.ts'
import { expect, type Page, test } from '@playwright/test'
import { expectNothingWrong } from './pages/axe.ts'
import { PortalPage } from './pages/portal.ts'
import { noteToasts, toastOf } from './pages/toasts.ts'
import { after, dayIn, harbour, licencePicture, phone, someone, withoutWorker } from './pages/world.ts'

/** Days chosen in the booking form's calendar: what one tap says and does, and what it does not lock. */

test.use({ ...withoutWorker, viewport: phone, hasTouch: true })

const NOTHING_YET = 'Choose the pickup and the drop-off day.'

/** The first of a month so many months from now, `YYYY-MM-DD`. */
function firstIn(months: number): string {
  const [year = 0, month = 1] = dayIn(0).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** "1 December 2026" */
const inWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(day),
  )

/** The last day of the next month is free; the two days before it are taken, and the four after it. */
const gap = after(firstIn(2), -1)
const aroundTheGap: BookedDates = [
  { pickupDate: after(gap, -2), dropoffDate: gap },
  { pickupDate: after(gap, 1), dropoffDate: after(gap, 5) },
]

/** A portal where a vehicle with these bookings is chosen, its calendar turned to the next month. */
async function calendarOf(page: Page, booked: BookedDates) {
  await page.route('**/booked-dates', (route) => route.fulfill({ json: booked }))
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const [car = ''] = await portal.vehicles()
  await portal.chooseVehicle(car)
  const calendar = portal.form.getByRole('application')
  const turn = (to: 'Next' | 'Previous') => calendar.getByRole('button', { name: to, exact: true }).first()
  await turn('Next').click()
  return {
    portal,
    turn,
    day: (day: string) => calendar.getByRole('button', { name: new RegExp(`, ${inWords(day)}( selected)?$`) }),
    grid: calendar.getByRole('grid'),
    pickup: portal.field('Pickup date'),
    dropoff: portal.field('Drop-off date'),
    sentence: (text: string) => portal.form.getByRole('status').getByText(text, { exact: true }),
  }
}

test('a free day between two bookings is no pickup: it is not offered, and the calendar is never locked', async ({
  page,
}) => {
  const { day, turn, grid, pickup, dropoff, sentence, portal } = await calendarOf(page, aroundTheGap)
  await expect(day(after(gap, -1)), 'taken').toBeDisabled()
  await expect(day(gap), 'free for no stay').toBeDisabled()
  await expect(day(gap)).toHaveCSS('background-image', 'none')
  await day(gap).click({ force: true })
  await expect(sentence(NOTHING_YET)).toBeVisible()
  await day(after(gap, -5)).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('End')
  await expect(day(gap)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await expect(sentence(NOTHING_YET)).toBeVisible()
  await expect(pickup).toHaveValue('')
  await expect(turn('Next')).toBeEnabled()
  await expect(turn('Previous')).toBeEnabled()
  await expectNothingWrong(page, 'a calendar with a day that is free for no stay')

  await portal.typeDates(gap, '')
  await expect(
    sentence(`No drop-off day is free after ${inWords(gap)}. Please choose another pickup day.`),
  ).toBeVisible()
  await day(after(gap, -5)).click()
  await day(after(gap, -3)).click()
  await expect(pickup).toHaveValue(after(gap, -5))
  await expect(dropoff, 'the last free day is one to bring the vehicle back').toHaveValue(after(gap, -3))
  await day(after(gap, -3)).click()
  await expect(pickup, 'but not one to begin another stay').toHaveValue(after(gap, -5))
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveCount(3)
})

test('the first tap fills in the pickup, and any other day or month corrects it', async ({ page }) => {
  const { day, turn, pickup, dropoff, sentence } = await calendarOf(page, aroundTheGap)
  const mistaken = after(gap, -5)
  await day(mistaken).tap()
  await expect(pickup).toHaveValue(mistaken)
  await expect(dropoff).toHaveValue('')
  await expect(sentence(`Pickup on ${inWords(mistaken)}. Now choose the drop-off day.`)).toBeVisible()
  await expectNothingWrong(page, 'a calendar in which a pickup is chosen')

  const earlier = after(gap, -7)
  await day(earlier).tap()
  await expect(pickup, 'an earlier day begins anew').toHaveValue(earlier)
  await turn('Next').tap()
  const beyond = after(gap, 5)
  await day(beyond).tap()
  await expect(pickup, 'and so does one beyond a booking, in another month').toHaveValue(beyond)
  await expect(sentence(`Pickup on ${inWords(beyond)}. Now choose the drop-off day.`)).toBeVisible()

  await page.getByRole('heading', { name: 'Make a Booking' }).tap()
  await expect(pickup, 'whoever presses something else has still chosen').toHaveValue(beyond)
  await day(after(beyond, 2)).tap()
  await expect(pickup).toHaveValue(beyond)
  await expect(dropoff).toHaveValue(after(beyond, 2))
  await expect(toastOf(page)).toHaveCount(0)

  await day(after(beyond, 1)).tap()
  await expect(pickup, 'a third tap begins another stay').toHaveValue(after(beyond, 1))
  await expect(dropoff).toHaveValue('')
  await day(after(beyond, 1)).tap()
  await expect(toastOf(page)).toContainText('Drop-off date must be after pickup date.')
  await day(after(beyond, 4)).tap()
  await expect(dropoff).toHaveValue(after(beyond, 4))
  await expect(toastOf(page)).toHaveCount(0)
})

test('a drag, of a stay or of its end, and the keyboard choose as well as a tap', async ({ page }) => {
  const { day, pickup, dropoff, sentence } = await calendarOf(page, aroundTheGap)
  const first = after(gap, -12)
  await day(first).hover()
  await page.mouse.down()
  await day(after(first, 3)).hover()
  await page.mouse.up()
  await expect(pickup).toHaveValue(first)
  await expect(dropoff).toHaveValue(after(first, 3))

  await day(after(first, 3)).hover()
  await page.mouse.down()
  await day(after(first, 5)).hover()
  await page.mouse.up()
  await expect(pickup, 'an end is dragged').toHaveValue(first)
  await expect(dropoff).toHaveValue(after(first, 5))

  await day(after(first, 5)).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(pickup).toHaveValue(after(first, 6))
  await expect(dropoff).toHaveValue('')
  await expect(day(after(first, 7)), 'the next day is at hand').toBeFocused()
  await page.keyboard.press('Escape')
  await expect(pickup, 'given up').toHaveValue('')
  await expect(sentence(NOTHING_YET)).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(pickup).toHaveValue(after(first, 7))
  await expect(dropoff).toHaveValue(after(first, 8))
})

test('days that are chosen before the phone knows what is booked are refused as soon as it does', async ({ page }) => {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  const portal = new PortalPage(page)
  await page.route('**/booked-dates', async (route) => {
    await isAnswered
    await route.fulfill({ json: aroundTheGap })
  })
  await portal.open(harbour.slug)
  const [car = '', other = '', third = '', fourth = ''] = await portal.vehicles()
  await portal.chooseVehicle(car)
  await portal.typeDates(after(gap, -2), after(gap, 6))
  await expect(portal.form.getByRole('status').filter({ hasText: '8 days' })).toBeVisible()
  await expect(toastOf(page)).toHaveCount(0)
  answer()
  await expect(toastOf(page)).toContainText('Date Unavailable')
  await expect(portal.error('This vehicle is already booked on that day.')).toBeVisible()

  await portal.typeDates(after(gap, 5), after(gap, 8))
  await expect(toastOf(page)).toHaveCount(0)
  await page.unrouteAll()
  const taken: BookedDates = [{ pickupDate: after(gap, 7), dropoffDate: after(gap, 9) }]
  const answers = [taken, [], taken]
  await page.route('**/booked-dates', (route) => route.fulfill({ json: answers.shift() }))
  const wrong = 'This vehicle is already booked on that day.'
  await portal.chooseVehicle(other)
  await expect(toastOf(page), 'the days of another vehicle').toContainText('Date Unavailable')
  await expect(portal.field('Drop-off date')).toHaveAccessibleDescription(wrong)
  await toastOf(page).getByLabel('Dismiss').click()
  await portal.chooseVehicle(third)
  await expect(portal.field('Drop-off date')).not.toHaveAccessibleDescription(wrong)
  await expect(toastOf(page)).toHaveCount(0)
  await portal.chooseVehicle(fourth)
  await expect(toastOf(page), 'and of one more, after one that is free').toContainText('Date Unavailable')
})

test('what the server says of days that were given away meanwhile stands when the phone hears of them', async ({
  page,
}) => {
  let booked: BookedDates = []
  await page.route('**/booked-dates', (route) => route.fulfill({ json: booked }))
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const [car = ''] = await portal.vehicles()
  await portal.chooseVehicle(car)
  await portal.typeDates(gap, after(gap, 3))
  await portal.introduce(someone())
  await portal.uploadLicence(await licencePicture(page))
  const sentence = 'The selected dates conflict with an existing approved booking. Please choose different dates.'
  const refusal: ProblemBody = {
    type: 'about:blank',
    title: 'Dates unavailable',
    status: 409,
    detail: sentence,
    message: sentence,
    code: 'dates-unavailable',
  }
  await page.route('**/api/bookings', (route) => {
    booked = [{ pickupDate: gap, dropoffDate: after(gap, 4) }]
    return route.fulfill({ status: 409, contentType: 'application/problem+json', json: refusal })
  })
  const shown = await noteToasts(page)
  // By the Enter key, sooner than a typed date counts as typed.
  await portal.field('Drop-off date').fill(after(gap, 2))
  await portal.field('Drop-off date').press('Enter')
  await expect(portal.field('Drop-off date')).toHaveAccessibleDescription('This vehicle is already booked on that day.')
  await expect(toastOf(page)).toContainText('Dates Unavailable')
  await expect(toastOf(page)).toHaveCount(0)
  expect([...shown]).toContainEqual(expect.stringContaining('Dates Unavailable'))
  expect([...shown]).not.toContainEqual(expect.stringContaining('Date Unavailable'))
})
