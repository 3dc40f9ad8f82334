import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Page, type Route, test } from '@playwright/test'
import { expectNothingWrong } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { inIndexedDb } from './pages/device.ts'
import { endSession } from './pages/fleet.ts'
import { letGo } from './pages/let-go.ts'
import { deskWithContractToSign, newRequests } from './pages/requests.ts'
import { drawSignature } from './pages/signing.ts'
import { harbour, withoutWorker } from './pages/world.ts'

/** What the server has refused, as somebody answers it: nothing is dropped that nobody meant, and all is tried again at once. */

test.use({ ...withoutWorker, viewport: { width: 1024, height: 768 }, hasTouch: true })
test.afterEach(({ page, context }) => letGo(page, context))

const refuse = (route: Route) => {
  if (route.request().method() === 'GET') return route.fallback()
  const said = 'This booking was changed by somebody else.'
  const problem = { type: 'about:blank', title: 'Conflict', status: 409, code: 'transition-not-allowed', detail: said }
  return route.fulfill({
    status: 409,
    contentType: 'application/problem+json',
    body: JSON.stringify({ ...problem, message: said }),
  })
}

/** Staff whose decisions about so many requests were refused, looking at them. */
async function withRefused(page: Page, count: number, renters: readonly { readonly name: string }[]) {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await page.route('**/api/admin/bookings/*', refuse)
  for (const { name } of renters) await page.getByRole('button', { name: `Reject: ${name}` }).press('Enter')
  await expect(staff.status).toHaveText(`${count} changes need you`)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes that need you' })
  await expect(dialog.getByRole('listitem')).toHaveCount(count)
  return { staff, dialog }
}

test('two quick taps on Drop drop one change: the next one has just come under the finger', async ({
  page,
  request,
}) => {
  // Before the app is there: what asks for the time keeps the clock that it has found.
  await page.clock.install()
  await new DeskPage(page).openSignIn(harbour.slug)
  // More than the screen holds: each one that goes takes the next one exactly to its place.
  const { dialog } = await withRefused(page, 8, await newRequests(page, request, 8))
  const drop = dialog.getByRole('button', { name: /^Drop: / }).nth(1)
  const box = await drop.boundingBox()
  if (box === null) throw new Error('it is not shown')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const began = Date.now()
  await page.clock.setFixedTime(began)
  await page.touchscreen.tap(x, y)
  await expect(dialog.getByRole('listitem')).toHaveCount(7)
  await page.clock.setFixedTime(began + 300)
  await page.touchscreen.tap(x, y)
  // Whatever was dropped would be gone by then.
  await pause(500)
  await expect(dialog.getByRole('listitem')).toHaveCount(7)
  await page.clock.setFixedTime(began + 60_000)
  await page.touchscreen.tap(x, y)
  await expect(dialog.getByRole('listitem'), 'a tap that is meant').toHaveCount(6)
})

test('all that was refused is tried again at once', async ({ page, request }) => {
  await new DeskPage(page).openSignIn(harbour.slug)
  const renters = await newRequests(page, request, 3)
  const { staff, dialog } = await withRefused(page, 3, renters)
  await expectNothingWrong(page, 'several changes that need somebody')
  await page.unroute('**/api/admin/bookings/*')
  await dialog.getByRole('button', { name: 'Try all again', exact: true }).click()
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(dialog).toHaveCount(0)
  for (const { name } of renters) await expect(staff.booking(name)).toContainText('Rejected')
})

test('a signature that the server has refused is not dropped before somebody was asked', async ({ page, request }) => {
  const { staff } = await deskWithContractToSign(page, request)
  await page.route('**/contract/signature', refuse)
  await staff.details.getByRole('button', { name: 'Sign here' }).click()
  const signing = page.getByRole('dialog', { name: 'Sign the contract' })
  await drawSignature(page, signing)
  await signing.getByRole('checkbox', { name: /^I have read this rental agreement/ }).check()
  await signing.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(staff.status).toHaveText('1 change needs you')

  const sealed = async () => (await inIndexedDb(page)).filter((entry) => entry.startsWith('forecourt-sealed')).length
  const before = await sealed()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes that need you' })
  const drop = dialog.getByRole('button', { name: /^Drop: Sign the contract / })
  await drop.click()
  const question = page.getByRole('alertdialog', { name: 'Drop this change?', exact: true })
  await expect(question).toContainText('the signature is deleted from this device.')
  await expectNothingWrong(page, 'asked whether to drop a signature')
  await question.getByRole('button', { name: 'Keep it', exact: true }).click()
  await expect(drop).toBeFocused()
  expect(await sealed()).toBe(before)
  await drop.click()
  await question.getByRole('button', { name: 'Drop it', exact: true }).click()
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect.poll(sealed).toBeLessThan(before)
})

test('what was refused is not said to wait for its sending where its member signs in: it needs them', async ({
  page,
  context,
  request,
}) => {
  await new DeskPage(page).openSignIn(harbour.slug)
  const [first, second, third] = await newRequests(page, request, 3)
  const { staff } = await withRefused(
    page,
    2,
    [first, second].filter((one) => one !== undefined),
  )
  await page.unroute('**/api/admin/bookings/*')
  await endSession(page)
  await page.reload()
  const note = page.getByRole('main').getByRole('status')
  await expect(note).toHaveText(`2 changes need you: sign in as ${harbour.staff.email}.`)

  await staff.signIn(harbour.staff)
  await staff.goTo('Bookings')
  await expect(staff.status).toHaveText('2 changes need you')
  await context.setOffline(true)
  await page.getByRole('button', { name: `Reject: ${third?.name}` }).press('Enter')
  await expect(staff.status).toHaveText(/1 change to send$/)
  await context.clearCookies()
  await context.setOffline(false)
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
  await expect(note).toHaveText(`2 changes need you and 1 is not sent yet: sign in as ${harbour.staff.email}.`)
})
