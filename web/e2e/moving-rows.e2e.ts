import { setTimeout as pause } from 'node:timers/promises'
import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { newRequests } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { harbour, someone, withoutWorker } from './pages/world.ts'

/** A row that goes takes the next one under the finger, and the keyboard's focus with it. */

test.use({ ...withoutWorker, viewport: { width: 1024, height: 768 }, hasTouch: true })

// Before the app is there: what asks for the time keeps the clock that it has found.
test.beforeEach(async ({ page }) => await page.clock.install())

const removal = (page: Page, name: string) =>
  page.getByRole('button', { name: `Remove the booking of ${name} from view`, exact: true })

/** When rows have long come to rest, in milliseconds. */
const LATER = 60_000

type Press = (page: Page, x: number, y: number) => Promise<void>
const pointers: Readonly<Record<string, Press>> = {
  finger: (page, x, y) => page.touchscreen.tap(x, y),
  mouse: (page, x, y) => page.mouse.click(x, y),
}

/**
 * Presses where the control is, and there again after so many milliseconds, whatever is there by then. A busy machine takes
 * longer: the page's clock says what a quick one's does.
 */
async function pressTwice(page: Page, control: Locator, press: Press, after: number): Promise<void> {
  await control.scrollIntoViewIfNeeded()
  const box = await control.boundingBox()
  if (box === null) throw new Error('it is not shown')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const began = Date.now()
  await page.clock.setFixedTime(began)
  await press(page, x, y)
  await pause(after)
  await page.clock.setFixedTime(began + after)
  await press(page, x, y)
  await page.clock.setFixedTime(began + LATER)
}

/** Renters of one name, whom a search finds and nobody else. */
function someFamily() {
  const { name } = someone()
  let made = 0
  const relative = () => {
    made += 1
    return { ...someone(), name: `${name} ${made}` }
  }
  return { name, relative }
}

/** The desk at a tab that shows so many of one family and nobody else; their names, whoever asked last first. */
async function family(page: Page, request: APIRequestContext, count: number, tab: 'Bookings' | 'Customers') {
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  const { name, relative } = someFamily()
  const names = (await newRequests(page, request, count, relative)).map((renter) => renter.name).toReversed()
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo(tab)
  await page.getByRole('searchbox', { name: `Search ${tab.toLowerCase()}` }).fill(name)
  await expect(page.getByRole('main').locator('[data-row]')).toHaveCount(count)
  return { staff, names }
}

/** The calls of that method that have left the page. */
function sent(page: Page, method: 'PUT' | 'PATCH'): readonly string[] {
  const urls: string[] = []
  page.on('request', (call) => {
    if (call.method() === method) urls.push(call.url())
  })
  return urls
}

for (const [pointer, press] of Object.entries(pointers)) {
  for (const after of [150, 350]) {
    test(`a double press of × in Bookings removes one booking and decides about none: ${pointer}, ${after} ms apart`, async ({
      page,
      request,
    }) => {
      const staff = new DeskPage(page)
      await staff.openSignIn(harbour.slug)
      const [next, newest] = await newRequests(page, request, 2)
      if (next === undefined || newest === undefined) throw new Error('there are two requests')
      await staff.signInTo(harbour.slug, harbour.staff)
      await staff.decide('Reject', newest.name)
      await expect(toastOf(page)).toContainText('Booking status updated successfully')
      const [decisions, hidings] = [sent(page, 'PUT'), sent(page, 'PATCH')]

      await pressTwice(page, removal(page, newest.name), press, after)
      await expect(staff.booking(newest.name)).toHaveCount(0)
      // Whenever the rows moved, by now they have long come to rest.
      await page.clock.setFixedTime(Date.now() + 2 * LATER)
      await expect.poll(() => hidings.length).toBe(1)
      await expect(staff.booking(next.name)).toContainText('Awaiting decision')
      expect(decisions).toEqual([])

      await staff.decide('Approve', next.name)
      await expect(staff.booking(next.name)).toContainText('Approved')
    })

    test(`a double press of × in Customers hides one: ${pointer}, ${after} ms apart`, async ({ page }) => {
      const staff = new DeskPage(page)
      await staff.signInTo(harbour.slug, harbour.staff)
      await staff.goTo('Customers')
      const all = page.getByRole('button', { name: /^Hide / })
      await expect(all.first()).toBeVisible()
      const hidings = sent(page, 'PATCH')
      const known = page.getByRole('status').filter({ hasText: /customers$/ })
      const count = Number.parseInt((await known.textContent()) ?? '', 10)
      await pressTwice(page, all.first(), press, after)
      await expect.poll(() => hidings.length).toBe(1)
      await expect(staff.status).toHaveText(/^Up to date/)
      await expect(known).toContainText(String(count - 1))
      expect(hidings).toHaveLength(1)
    })
  }
}

test('a removed booking hands the keyboard’s focus to the row in its place, and the last one to the heading', async ({
  page,
  request,
}) => {
  const {
    staff,
    names: [three = '', two = '', one = ''],
  } = await family(page, request, 3, 'Bookings')
  for (const name of [one, three]) {
    await staff.decide('Reject', name)
    await expect(staff.booking(name)).toContainText('Rejected')
  }

  await removal(page, three).press('Enter')
  await expect(
    page.getByRole('button', { name: `View details of ${two}` }),
    'a request has no ×: its first control',
  ).toBeFocused()
  await staff.decide('Reject', two)
  await removal(page, two).press('Enter')
  await expect(removal(page, one)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Bookings', exact: true })).toBeFocused()
})

test('a hidden customer hands the keyboard’s focus to the next one, the last one to the one before', async ({
  page,
  request,
}) => {
  // Found by a search: a list of which more is shown a moment later has no last one to press.
  const { names } = await family(page, request, 4, 'Customers')
  const hiding = (place: number) => page.getByRole('button', { name: `Hide ${names.at(place)}`, exact: true })
  await hiding(0).focus()
  await page.keyboard.down('Enter')
  await expect(hiding(1)).toBeFocused()
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(hiding(1), 'a held key hides one').toBeFocused()
  await hiding(-1).press('Enter')
  await expect(hiding(-2)).toBeFocused()
})

test('a booking that is dismissed on the Overview hands the keyboard’s focus to the next one', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Overview')
  const all = page.getByRole('button', { name: /^Dismiss the booking of / })
  await expect(all.first()).toBeVisible()
  const next = await all.nth(1).getAttribute('aria-label')
  await all.first().press('Enter')
  await expect(page.getByRole('button', { name: next ?? '', exact: true })).toBeFocused()
})
