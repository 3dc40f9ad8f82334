import {
  expect,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightWorkerArgs,
  type Route,
  test,
} from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { inIndexedDb } from './pages/device.ts'
import { EventLog } from './pages/event-log.ts'
import { letGo } from './pages/let-go.ts'
import { OwnRun } from './pages/own-run.ts'
import { deskWithContractToSign, deskWithRequest, newRequest, newRequests } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { harbour } from './pages/world.ts'

/** Everything that staff do counts exactly once, whatever the network, the tabs and the server do. */

const CHANGES = '**/api/admin/{bookings,customers,cars}/**'

/** The server does it, and its answer never arrives. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

const isChange = (route: Route) => route.request().method() !== 'GET'

/** Accessible names of buttons. */
async function buttons(page: Page, name: RegExp): Promise<string[]> {
  await expect(page.getByRole('button', { name }).first()).toBeVisible()
  return await page.getByRole('button', { name }).evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))
}

const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).first().click()

test.afterEach(({ page, context }) => letGo(page, context))

test('30 changes in two tabs, every second answer lost: each is in the log once', async ({ context, request }) => {
  const log = await EventLog.open()
  const [first, second] = [new DeskPage(await context.newPage()), new DeskPage(await context.newPage())]
  await first.openSignIn(harbour.slug)
  const decisions = (await newRequests(first.page, request, 15)).map(({ name }) => `Reject: ${name}`)
  await first.signInTo(harbour.slug, harbour.staff)
  await second.page.goto(`/${harbour.slug}/admin?tab=customers`)
  const hidings = (await buttons(second.page, /^Hide /)).slice(-15)
  const from = await log.position()
  // Without a network it is reloaded from the device.
  await first.untilKept()

  let answers = 0
  const keys: string[] = []
  await context.route(CHANGES, async (route) => {
    if (!isChange(route)) return route.fallback()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    answers += 1
    return answers % 2 === 1 ? loseAnswer(route) : route.continue()
  })
  await context.setOffline(true)
  for (const label of decisions) await press(first.page, label)
  // By keyboard: a pointer that stays where it is means the row that has just gone from there.
  for (const label of hidings)
    await second.page.getByRole('button', { name: label, exact: true }).first().press('Enter')
  await expect(first.status).toHaveText(/30 changes to send$/)
  await expect(second.status).toHaveText(/30 changes to send$/)
  await first.page.reload()
  await expect(first.status).toHaveText(/30 changes to send$/)
  await context.setOffline(false)

  await expect(first.status).toHaveText(/^Up to date/, { timeout: 90_000 })
  await expect(second.status).toHaveText(/^Up to date/, { timeout: 90_000 })
  expect((await inIndexedDb(first.page)).filter((entry) => entry.startsWith('forecourt-outbox'))).toEqual([])
  expect(new Set(keys).size, 'one key for each change').toBe(30)
  expect(keys.length, 'answers were lost').toBeGreaterThan(30)
  expect(await log.since(from), 'events in the log').toHaveLength(30)
  await log.close()
})

test('two tabs that come back at the same time send a change once', async ({ context, request }) => {
  const [first, second] = [new DeskPage(await context.newPage()), new DeskPage(await context.newPage())]
  await first.openSignIn(harbour.slug)
  const { name: customer } = await newRequest(first.page, request)
  await first.signInTo(harbour.slug, harbour.staff)
  await second.page.goto(`/${harbour.slug}/admin?tab=bookings`)
  await expect(second.booking(customer).first()).toBeVisible()
  let sent = 0
  await context.route(CHANGES, (route) => {
    if (isChange(route)) sent += 1
    return route.fallback()
  })
  await context.setOffline(true)
  await first.decide('Reject', customer)
  await expect(second.booking(customer).getByText('Rejected').first(), 'the other tab shows it').toBeVisible()
  await context.setOffline(false)
  await expect(first.status).toHaveText(/^Up to date/)
  await expect(second.status).toHaveText(/^Up to date/)
  expect(sent).toBe(1)
})

test('a connection that is cut after the commit: done once, shown as done', async ({ page, request }) => {
  const log = await EventLog.open()
  const { staff, customer } = await deskWithRequest(page, request)
  const from = await log.position()
  const keys: (string | undefined)[] = []
  await page.route(CHANGES, (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length === 1 ? loseAnswer(route) : route.continue()
  })
  await staff.decide('Reject', customer)
  await expect(toastOf(page)).toContainText('Booking status updated successfully')
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  expect(await log.since(from)).toHaveLength(1)
  await log.close()
})

test('what the server refuses needs a person; the others go on; it can be tried again or dropped', async ({
  page,
  request,
}) => {
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  const [one = '', other = ''] = (await newRequests(page, request, 2)).map(({ name }) => name)
  await staff.signInTo(harbour.slug, harbour.staff)
  let refusing = true
  await page.route(CHANGES, async (route) => {
    if (!refusing || !isChange(route)) return route.fallback()
    const problem = {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'transition-not-allowed',
      detail: 'This booking was changed by somebody else.',
      message: 'This booking was changed by somebody else.',
    }
    refusing = false
    await route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  })
  await staff.decide('Reject', one)
  await expect(toastOf(page)).toContainText('Failed to update booking status')
  await expect(staff.status).toHaveText('1 change needs you')
  await expect(staff.booking(one).first()).toContainText('This booking was changed by somebody else.')
  await staff.decide('Reject', other)
  await expect(staff.booking(other).getByText('Rejected').first()).toBeVisible()
  await expect(staff.status).toHaveText('1 change needs you')

  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes that need you' })
  await expect(dialog).toContainText('This booking was changed by somebody else.')
  refusing = true
  const refusedAgain = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.status() === 409,
  )
  await dialog.getByRole('button', { name: `Try again: Reject ${one}’s booking` }).click()
  await refusedAgain
  await expect(dialog).toContainText('This booking was changed by somebody else.')
  await expect(staff.status).toHaveText('1 change needs you')
  await page.reload()
  await expect(staff.status, 'a reload forgets no refusal').toHaveText('1 change needs you')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await dialog.getByRole('button', { name: `Open the booking: Reject ${one}’s booking` }).click()
  await expect(staff.details, 'what the booking is by now').toContainText(one)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await dialog.getByRole('button', { name: `Drop: Reject ${one}’s booking` }).click()
  await expect(dialog).toHaveCount(0)
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(staff.booking(one).first()).toContainText('Awaiting decision')

  await staff.decide('Reject', one)
  await expect(staff.booking(one).getByText('Rejected').first()).toBeVisible()
})

/** Somebody rejects a request without a network; a colleague approves it meanwhile, and then the network is back. */
async function refusedRejection({
  page,
  browser,
  request,
}: Pick<PlaywrightTestArgs & PlaywrightWorkerArgs, 'page' | 'browser' | 'request'>) {
  const { staff, customer } = await deskWithRequest(page, request)
  const other = new DeskPage(await (await browser.newContext()).newPage())
  await other.signInTo(harbour.slug, harbour.staff)
  await page.context().setOffline(true)
  await staff.decide('Reject', customer)
  await expect(staff.status).toHaveText(/1 change to send$/)
  await other.decide('Approve', customer)
  await expect(toastOf(other.page)).toContainText('Booking status updated successfully')
  await page.context().setOffline(false)
  await expect(staff.status).toHaveText('1 change needs you')
  await expect(staff.booking(customer)).toContainText('Approved')
  return { staff, other, customer }
}

test('what would be refused again for certain is not offered to be tried again', async ({ page, browser, request }) => {
  const { staff, customer } = await refusedRejection({ page, browser, request })
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes that need you' })
  await expect(dialog.getByRole('button', { name: `Open the booking: Reject ${customer}’s booking` })).toBeVisible()
  await expect(dialog.getByRole('button', { name: `Try again: Reject ${customer}’s booking` })).toHaveCount(0)
  await dialog.getByRole('button', { name: `Drop: Reject ${customer}’s booking` }).click()
  await expect(dialog).toHaveCount(0)
  await expect(staff.booking(customer)).toContainText('Approved')
})

test('who decides anew about a booking has answered the decision that was refused: the new one is sent', async ({
  page,
  browser,
  request,
}) => {
  const { staff, other, customer } = await refusedRejection({ page, browser, request })

  await staff.decide('Mark as Completed', customer)
  await expect(staff.status).toHaveText(/^Up to date/, { timeout: 30_000 })
  await expect(staff.booking(customer)).toContainText('Completed')
  await expect(other.booking(customer), 'it has arrived').toContainText('Completed')
})

test('what waits behind something that was refused is said not to be sent, and is sent when that is answered', async ({
  page,
  request,
}) => {
  const { staff, customer } = await deskWithContractToSign(page, request)
  await page.route(CHANGES, async (route) => {
    if (!isChange(route) || !route.request().url().endsWith('/contract')) return route.fallback()
    const detail = 'No contract can be made.'
    const problem = { type: 'about:blank', title: 'Invalid', status: 422, code: 'invalid', detail, message: detail }
    await route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  })
  await staff.details.getByRole('button', { name: 'Make it anew', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make it anew', exact: true }).click()
  await expect(staff.status).toHaveText('1 change needs you')
  await page.keyboard.press('Escape')

  await staff.decide('Mark as Completed', customer)
  await expect(staff.status).toHaveText('1 change needs you · 1 change to send')
  await expect(staff.booking(customer)).toContainText('Not sent yet')

  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('button', { name: `Drop: Make the contract of ${customer}’s booking` }).click()
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(staff.booking(customer)).toContainText('Completed')
  await expect(staff.booking(customer)).not.toContainText('Not sent yet')
})

test('a server that lies, hangs up or is busy: the change waits, and arrives when it is well', async ({
  page,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  const lies = [
    (route: Route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to the Wi-Fi</h1>' }),
    (route: Route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"id":"' }),
    (route: Route) => route.fulfill({ status: 503, body: 'busy' }),
    (route: Route) => route.abort('connectionreset'),
  ]
  await page.route(CHANGES, (route) => (lies.shift() ?? ((well: Route) => well.continue()))(route))
  await staff.decide('Reject', customer)
  await expect(staff.status).toHaveText('No answer from the server · 1 change to send')
  await expect(toastOf(page)).toContainText('Booking status updated successfully', { timeout: 90_000 })
  expect(lies).toEqual([])
})

test('the server is stopped and started again: what was done meanwhile is in its log once', async ({ browser }) => {
  test.setTimeout(400_000)
  await using run = await OwnRun.start()
  await using context = await browser.newContext({ baseURL: run.origin })
  const staff = new DeskPage(await context.newPage())
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.untilKept()
  const labels = (await buttons(staff.page, /^(Reject|Mark as Completed): /)).slice(0, 5)
  const before = await EventLog.open(run.dataFolder)
  const from = await before.position()
  await before.close()

  await run.stop()
  for (const label of labels) await press(staff.page, label)
  await expect(staff.status).toHaveText('No answer from the server · 5 changes to send')
  await staff.page.reload()
  await expect(staff.status, 'the app opens without its server').toHaveText(
    'No answer from the server · 5 changes to send',
  )
  await run.start()

  await expect(staff.status).toHaveText(/^Up to date/, { timeout: 90_000 })
  const after = await EventLog.open(run.dataFolder)
  expect(await after.since(from)).toHaveLength(5)
  await after.close()
})
