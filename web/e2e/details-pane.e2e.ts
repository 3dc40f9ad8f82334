import { expect, type Locator, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { drawn } from './pages/drawn.ts'
import { Keyboard } from './pages/keyboard.ts'
import type { Renter } from './pages/portal.ts'
import { newRequests } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { harbour, desk as wide } from './pages/world.ts'

/** The details of a booking beside the list, on screens that have the room. */

/** A tablet that lies on the desk. */
const tablet = { width: 1024, height: 768 }

const paneOf = (page: Page) => page.getByRole('region', { name: 'Booking Details' })
const openerOf = (page: Page, { name }: Renter) => page.getByRole('button', { name: `View details of ${name}` })
const licenceOf = (pane: Locator, { name }: Renter) => pane.getByRole('img', { name: `Driving license of ${name}` })

/** The desk with two requests at the head of its list. */
async function withTwo(page: Page, request: Parameters<typeof newRequests>[1]) {
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  const [older, newer] = await newRequests(page, request, 2)
  if (older === undefined || newer === undefined) throw new Error('there are two requests')
  await staff.signInTo(harbour.slug, harbour.staff)
  await expect(openerOf(page, newer)).toBeVisible()
  return { staff, older, newer, pane: paneOf(page) }
}

test('by keyboard alone the details follow the rows; Enter goes into them, Esc back to the row', async ({
  page,
  request,
}) => {
  const { older, newer, pane } = await withTwo(page, request)
  const keyboard = new Keyboard(page)
  await expect(page.getByRole('region', { name: 'No booking chosen' })).toBeVisible()
  await keyboard.press('j')
  await expect(openerOf(page, newer)).toBeFocused()
  await expect(pane).toContainText(newer.email)
  await keyboard.press('ArrowDown')
  await expect(openerOf(page, older)).toBeFocused()
  await expect(pane).toContainText(older.email)
  await keyboard.press('ArrowUp')
  await expect(pane).toContainText(newer.email)
  await keyboard.press('j')
  await expect(pane).toContainText(older.email)

  await keyboard.press('Enter')
  await expect(pane).toBeFocused()
  const notes = pane.getByLabel('Admin Notes')
  await keyboard.fill(notes, 'Rang back at nine')
  await keyboard.tabTo(pane.getByRole('button', { name: 'Save Notes' }))
  await keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Admin notes saved successfully')
  await keyboard.press('Escape')
  await expect(openerOf(page, older)).toBeFocused()
  await expect(pane, 'closed').toHaveCount(0)
  await keyboard.press('k')
  await expect(pane).toContainText(newer.email)
  await keyboard.press('Escape')
  await expect(pane, 'closed from the row').toHaveCount(0)
  await expect(openerOf(page, newer)).toBeFocused()
})

test('a licence is loaded for whom somebody asks, not for those who are walked past', async ({ page, request }) => {
  const { newer, older, pane } = await withTwo(page, request)
  await page.keyboard.press('j')
  await expect(pane).toContainText(newer.email)
  await expect(licenceOf(pane, newer)).toHaveCount(0)
  await pane.getByRole('button', { name: 'Show License' }).click()
  await expect(licenceOf(pane, newer)).toBeVisible()
  await openerOf(page, older).click()
  await expect(licenceOf(pane, older)).toBeVisible()
})

test('whom somebody walked past is not in the way when they turn to the calendar', async ({ page, request }) => {
  const { newer, pane } = await withTwo(page, request)
  await page.keyboard.press('j')
  await expect(pane).toContainText(newer.email)
  await page.getByRole('button', { name: 'Calendar View' }).click()
  await expect(page.getByText('Showing only approved bookings')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the details follow without a network, and what another tablet decides', async ({
  page,
  context,
  browser,
  request,
}) => {
  await page.setViewportSize(tablet)
  const { staff, older, newer, pane } = await withTwo(page, request)
  const elsewhere = await browser.newContext()
  const other = new DeskPage(await elsewhere.newPage())
  await other.signInTo(harbour.slug, harbour.staff)
  await staff.openDetails(newer.name)
  await expect(pane).toContainText('Awaiting decision')
  await other.decide('Approve', newer.name)
  await expect(pane.getByText('Approved', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(pane.getByRole('button', { name: 'Cancel Booking' })).toBeVisible()
  await elsewhere.close()

  await context.setOffline(true)
  await staff.openDetails(older.name)
  await expect(pane).toContainText(older.email)
  await staff.decide('Reject', older.name)
  await expect(pane.getByText('Rejected', { exact: true })).toBeVisible()
  await expect(staff.status).toHaveText(/1 change to send$/)
  await context.setOffline(false)
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(pane.getByText('Rejected', { exact: true })).toBeVisible()
})

test('choosing moves nothing, and a turned tablet has the same booking open in a dialog', async ({ page, request }) => {
  await page.setViewportSize(tablet)
  const { staff, older, newer, pane } = await withTwo(page, request)
  await drawn(page)
  const before = await openerOf(page, older).boundingBox()
  const place = await page.getByRole('region', { name: 'No booking chosen' }).boundingBox()
  await staff.openDetails(newer.name)
  expect(await openerOf(page, older).boundingBox()).toEqual(before)
  expect(await pane.boundingBox()).toEqual(place)
  await pane.getByLabel('Admin Notes').fill('Half a sentence')
  await page.setViewportSize({ width: tablet.height, height: tablet.width })
  const dialog = page.getByRole('dialog', { name: 'Booking Details' })
  await expect(dialog).toContainText(newer.email)
  await expect(dialog.getByLabel('Admin Notes')).toHaveValue('Half a sentence')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(staff.details).toHaveCount(0)
})

test('what can be done with a booking stands in one line of the table, with its details open beside it', async ({
  page,
  request,
}) => {
  await page.setViewportSize(wide)
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  const [completed, approved, pending] = await newRequests(page, request, 3)
  if (completed === undefined || approved === undefined || pending === undefined) throw new Error('there are three')
  await staff.signInTo(harbour.slug, harbour.staff)
  for (const { name } of [completed, approved]) await staff.decide('Approve', name)
  await staff.decide('Mark as Completed', completed.name)
  const rowOf = (renter: Renter) => page.getByRole('row').filter({ has: openerOf(page, renter) })
  for (const [step, renter] of [
    ['Reject', pending],
    ['Mark as Completed', approved],
    ['Mark as Approved', completed],
  ] as const) {
    const buttons = rowOf(renter).getByRole('cell').last().getByRole('button')
    await expect(rowOf(renter).getByRole('button', { name: `${step}: ${renter.name}` })).toBeVisible()
    const tops = await Promise.all((await buttons.all()).map(async (button) => (await button.boundingBox())?.y))
    expect(new Set(tops).size, step).toBe(1)
  }
  await openerOf(page, approved).click()
  for (const screen of [wide, tablet]) {
    await page.setViewportSize(screen)
    const tops = ['Close', 'Print', 'Cancel Booking'].map(async (name) => {
      const box = await staff.details.getByRole('button', { name, exact: true }).boundingBox()
      return box?.y
    })
    expect(new Set(await Promise.all(tops)).size, `the foot of the details, ${screen.width} wide`).toBe(1)
  }
})

test('from Today a booking opens beside the list, and the way back leads to Overview', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Overview')
  const link = page.getByRole('region', { name: 'Decisions waiting' }).getByRole('listitem').getByRole('link').first()
  const name = (await link.locator('strong').textContent()) ?? ''
  await link.click()
  await expect(paneOf(page)).toContainText(name)
  await expect(paneOf(page)).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
})
