import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { expect, type Page, test } from '@playwright/test'
import * as z from 'zod/mini'
import { DeskPage } from './pages/desk.ts'
import { drawn } from './pages/drawn.ts'
import { addVehicle } from './pages/fleet.ts'
import { letGo } from './pages/let-go.ts'
import { newRequest, newRequests } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { harbour, withoutWorker } from './pages/world.ts'

test.use(withoutWorker)

/** What makes the desk quick: keys, undo, what announces itself, and a sheet of paper. */

test.afterEach(({ page, context }) => letGo(page, context))

test('rows are walked over, approved and rejected by keys, and that can be undone', async ({ page, request }) => {
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  const [older, newer] = await newRequests(page, request, 2)
  if (older === undefined || newer === undefined) throw new Error('there are two requests')
  await staff.signInTo(harbour.slug, harbour.staff)
  await expect(staff.booking(newer.name)).toBeVisible()
  const sent: string[] = []
  page.on('request', (call) => {
    if (call.method() === 'PUT') sent.push(call.postData() ?? '')
  })

  await page.keyboard.press('j')
  await expect(page.getByRole('button', { name: `View details of ${newer.name}` })).toBeFocused()
  await page.keyboard.press('a')
  await expect(staff.booking(newer.name)).toContainText('Approved')
  await toastOf(page).getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(staff.booking(newer.name)).toContainText('Awaiting decision')

  // The toast gives the focus back when it goes, in its own time.
  await expect(toastOf(page)).toHaveCount(0)
  await page.getByRole('button', { name: `View details of ${newer.name}` }).focus()
  for (const [key, { name }] of [
    ['j', older],
    ['k', newer],
    ['j', older],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('button', { name: `View details of ${name}` })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(staff.details).toContainText(older.email)
  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await expect(staff.booking(older.name), 'no key works under a dialog').toContainText('Awaiting decision')
  await page.getByRole('button', { name: `View details of ${older.name}` }).focus()
  await page.keyboard.press('r')
  await expect(staff.booking(older.name)).toContainText('Rejected')
  await expect.poll(() => sent.length, { timeout: 60_000 }).toBe(1)
  expect(sent[0]).toContain('rejected')
  await expect(toastOf(page)).toContainText('Booking status updated successfully')
})

test('a key that is typed into a field is no shortcut', async ({ page }) => {
  await new DeskPage(page).signInTo(harbour.slug, harbour.staff)
  await page.keyboard.press('/')
  await page.keyboard.type('jar 4?')
  await expect(page.getByRole('searchbox', { name: 'Search bookings' })).toHaveValue('jar 4?')
  await expect(page).toHaveURL(/tab=bookings/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('whoever goes to a tab, presses / and types on at once types into the search of that tab', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  // Customers for the first time: not even its code is there.
  for (const tab of ['Customers', 'Bookings', 'Customers']) {
    const link = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: tab, exact: true })
    // In one turn: the tab has had no time to be made.
    await link.evaluate((element: HTMLElement) => {
      element.click()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))
    })
    await page.keyboard.type('jar 4?')
    await expect(page.getByRole('searchbox', { name: `Search ${tab.toLowerCase()}` })).toHaveValue('jar 4?')
  }
})

test('single keys can be turned off, and stay off', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByLabel('Single keys work on this device').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('4')
  await expect(page.getByRole('heading', { name: 'Bookings', exact: true })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await help.getByLabel('Single keys work on this device').check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('4')
  await expect(page.getByRole('heading', { name: 'Fleet', exact: true })).toBeVisible()
})

test('a request that arrives while staff look announces itself and moves nothing', async ({ page, request }) => {
  const staff = new DeskPage(page)
  const stream = page.waitForResponse(/\/api\/admin\/live$/)
  await staff.signInTo(harbour.slug, harbour.staff)
  await stream
  await expect(staff.status).toHaveText(/^Up to date/)
  const row = page.getByRole('button', { name: /^View details of / }).nth(5)
  await drawn(page)
  const before = await row.boundingBox()
  const renter = await newRequest(page, request)
  const bar = page.getByRole('button', { name: '1 new request' })
  await expect(bar).toBeVisible({ timeout: 60_000 })
  expect(await row.boundingBox()).toEqual(before)
  await expect(staff.booking(renter.name)).toHaveCount(0)
  await bar.click()
  await expect(page.getByRole('button', { name: `View details of ${renter.name}` })).toBeFocused()
  await expect(bar).toHaveCount(0)
})

test('a vehicle that was taken out of hire is put back with Undo', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Fleet')
  const toggle = page.getByRole('button', { name: /^Mark Unavailable: / }).first()
  const name = ((await toggle.getAttribute('aria-label')) ?? '').replace('Mark Unavailable: ', '')
  const card = page.getByRole('article', { name, exact: true })
  const status = await card.getByText(/^(Available|Booked|Maintenance)$/).textContent()
  await toggle.click()
  await expect(card).toContainText('Unavailable')
  await expect(toastOf(page)).toContainText('Vehicle availability updated')
  await toastOf(page).getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(card.getByText(status ?? '', { exact: true })).toBeVisible()
  await page.reload()
  await expect(card.getByText(status ?? '', { exact: true })).toBeVisible()
})

/** Presses a button, and again in the very frame in which it says something else: no finger is as soon as that. */
const pressTwice = (page: Page, ...words: readonly [string, string]) =>
  page.evaluate(async (both) => {
    for (const wanted of both) {
      const button = () =>
        [...document.querySelectorAll('button')].find(
          ({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === wanted,
        )
      while (button() === undefined) await new Promise(requestAnimationFrame)
      button()?.click()
    }
  }, words)

test('a second tap on Mark Unavailable does not make the vehicle available again', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const name = await addVehicle(page)
  await staff.goTo('Fleet')
  const card = page.getByRole('article', { name, exact: true })
  const status = (words: string) => card.getByText(words, { exact: true })
  await expect(status('Unavailable')).toBeVisible()
  await pressTwice(page, `Make Available: ${name}`, `Mark Unavailable: ${name}`)
  await expect(toastOf(page)).toContainText('Vehicle availability updated')
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(status('Available')).toBeVisible()

  // A tap that was meant is taken a moment later.
  await card.getByRole('button', { name: `Mark Unavailable: ${name}`, disabled: false }).click()
  await expect(status('Unavailable')).toBeVisible()
})

test('a second tap on Mark as Verified leaves the licence verified', async ({ page, request }) => {
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  const renter = await newRequest(page, request)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Customers')
  await page.getByRole('button', { name: `View ${renter.name}`, exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Customer Details', exact: true })
  await expect(details.getByRole('button', { name: 'Mark as Verified', exact: true })).toBeVisible()
  await pressTwice(page, 'Mark as Verified', 'Mark as Pending')
  await expect(toastOf(page)).toContainText('License verified')
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(details.getByText('Verified', { exact: true })).toBeVisible()

  await details.getByRole('button', { name: 'Mark as Pending', disabled: false }).click()
  await expect(details.getByText('Pending', { exact: true })).toBeVisible()
})

test('what was hidden comes back with Undo, and is not sent', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Customers')
  const hide = page.getByRole('button', { name: /^Hide / }).first()
  const label = (await hide.getAttribute('aria-label')) ?? ''
  const sent: string[] = []
  page.on('request', (call) => {
    if (call.method() === 'PATCH') sent.push(call.url())
  })
  await hide.click()
  await expect(page.getByRole('button', { name: label, exact: true })).toHaveCount(0)
  await toastOf(page).getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('button', { name: label, exact: true })).toBeVisible()
  await expect(staff.status).toHaveText(/^Up to date/)
  expect(sent).toEqual([])
})

test('Undo brings back all that was hidden while its toast was there', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Customers')
  const hiding = page.getByRole('button', { name: /^Hide / })
  await expect(hiding.first()).toBeVisible()
  const labels = (await hiding.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel ?? ''))).slice(0, 3)
  const sent: string[] = []
  page.on('request', (call) => {
    if (call.method() === 'PATCH') sent.push(call.url())
  })
  for (const label of labels.toReversed()) {
    await page.getByRole('button', { name: label, exact: true }).press('Enter')
    await expect(page.getByRole('button', { name: label, exact: true })).toHaveCount(0)
  }
  await expect(toastOf(page)).toContainText('3 customers are hidden')
  await toastOf(page).getByRole('button', { name: 'Undo', exact: true }).click()
  for (const label of labels) await expect(page.getByRole('button', { name: label, exact: true })).toBeVisible()
  await expect(staff.status).toHaveText(/^Up to date/)
  expect(sent).toEqual([])
})

test('a booking is printed as a sheet to be signed, and nothing else is on it', async ({ page, request }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  const renter = await newRequest(page, request)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.openDetails(renter.name)
  await staff.details.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  const sheet = page.locator('[data-print]')
  await expect(sheet).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toBeVisible()
  await expect(staff.details).toBeHidden()
  for (const text of [renter.name, renter.email, renter.phone, harbour.name, '#BR-', 'Total', 'Signature and date']) {
    await expect(sheet).toContainText(text)
  }
})

test('a booking that the address names is opened, and decided on, however far back it is', async ({
  page,
  request,
}) => {
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  const { name } = await newRequest(page, request)
  await page.route('**/api/admin/bookings', async (route) => {
    const response = await route.fetch()
    const all = z.parse(AdminBookings, await response.json())
    await route.fulfill({ response, json: all.filter(({ customerName }) => customerName !== name) })
  })
  await staff.signInTo(harbour.slug, harbour.staff)
  const answer = await page.request.get('/api/admin/bookings', { params: { q: name } })
  const [farBack] = z.parse(AdminBookings, await answer.json())
  await page.goto(`/${harbour.slug}/admin?tab=bookings&booking=${farBack?.id}`)
  await expect(page.getByText(name).first()).toBeVisible()
  await page
    .getByRole('button', { name: `Reject: ${name}` })
    .first()
    .click()
  await expect(toastOf(page)).toContainText('Booking status updated successfully')
  await expect(staff.booking(name).getByText('Rejected').first()).toBeVisible()

  await page.getByText('History', { exact: true }).click()
  const history = page.getByRole('group').filter({ hasText: 'History' }).getByRole('listitem')
  await expect(history.first()).toContainText(/^Booking BR-\w+ was asked for in the portal: .*by the renter$/)
  await expect(history.nth(1)).toContainText(`The request was rejected`)
  await expect(history.nth(1)).toContainText(/by Morgan Ellis$/)
})
