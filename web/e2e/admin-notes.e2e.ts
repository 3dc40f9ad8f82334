import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { newRequest } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { harbour, phone } from './pages/world.ts'

/** Notes about a booking, and who else writes some. */

const notesOf = (desk: DeskPage) => desk.details.getByLabel('Admin Notes')
const save = (desk: DeskPage) => desk.details.getByRole('button', { name: 'Save Notes' }).click()

async function at(page: Page): Promise<DeskPage> {
  const desk = new DeskPage(page)
  await desk.signInTo(harbour.slug, harbour.staff)
  return desk
}

/** The same, and somebody who has just asked for a booking: nobody else has written about that. */
async function withRequest(page: Page, request: APIRequestContext) {
  await new DeskPage(page).openSignIn(harbour.slug)
  const { name: customer } = await newRequest(page, request)
  return { desk: await at(page), customer }
}

/** Another clerk, at a tablet of their own. */
async function colleague(browser: Browser): Promise<DeskPage> {
  return await at(await (await browser.newContext()).newPage())
}

test('notes that were left unsaved are there again, also after a reload, and are gone at sign-out', async ({
  page,
  request,
}) => {
  const { desk, customer } = await withRequest(page, request)
  await desk.openDetails(customer)
  await notesOf(desk).fill('Rang twice, nobody there')
  await page.keyboard.press('Escape')
  await expect(desk.details).toHaveCount(0)
  await desk.openDetails(customer)
  await expect(notesOf(desk)).toHaveValue('Rang twice, nobody there')
  await expect(desk.details.getByText('You left these notes without saving them.')).toBeVisible()
  await desk.untilKept('Rang twice, nobody there')
  await page.reload()
  await expect(notesOf(desk)).toHaveValue('Rang twice, nobody there')

  await page.keyboard.press('Escape')
  await desk.logoutAndDrop()
  await expect(page).toHaveURL(`/${harbour.slug}/portal`)
  await at(page)
  await desk.openDetails(customer)
  await expect(notesOf(desk)).toHaveValue('')
})

test('notes are typed where the caret is', async ({ page, request }) => {
  const { desk, customer } = await withRequest(page, request)
  await desk.openDetails(customer)
  await notesOf(desk).fill('ab')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('123', { delay: 30 })
  await expect(notesOf(desk)).toHaveValue('a123b')
  await notesOf(desk).fill('')
})

test('notes that somebody else has saved meanwhile are shown before they are replaced', async ({
  page,
  browser,
  request,
}) => {
  const { desk, customer } = await withRequest(page, request)
  const other = await colleague(browser)
  await desk.openDetails(customer)
  await notesOf(desk).fill('Wants a child seat')
  await other.openDetails(customer)
  await notesOf(other).fill('Paid the deposit in cash')
  await save(other)
  await expect(toastOf(other.page)).toContainText('Admin notes saved successfully')

  await expect(desk.details.getByText('Somebody has saved other notes meanwhile:')).toBeVisible()
  await expect(desk.details.getByRole('blockquote')).toHaveText('Paid the deposit in cash')
  await expect(notesOf(desk)).toHaveValue('Wants a child seat')
  await notesOf(desk).fill('Paid the deposit in cash. Wants a child seat')
  await save(desk)
  await expect(toastOf(page)).toContainText('Admin notes saved successfully')
  await expect(notesOf(other)).toHaveValue('Paid the deposit in cash. Wants a child seat')
})

test('notes written without a network overwrite nobody: they come back to whoever wrote them', async ({
  page,
  context,
  browser,
  request,
}) => {
  const { desk, customer } = await withRequest(page, request)
  const other = await colleague(browser)
  await desk.untilKept()
  await desk.openDetails(customer)
  await context.setOffline(true)
  await notesOf(desk).fill('Back by four')
  await save(desk)
  await expect(desk.status).toHaveText(/1 change to send$/)
  await expect(desk.details.getByText('Saved on this device – not sent yet')).toBeVisible()
  await other.openDetails(customer)
  await notesOf(other).fill('Back by five')
  await save(other)
  await expect(toastOf(other.page)).toContainText('Admin notes saved successfully')

  await context.setOffline(false)
  await expect(toastOf(page)).toContainText('Failed to save admin notes')
  await expect(toastOf(page)).toContainText('Somebody has changed the admin notes meanwhile')
  await expect(notesOf(desk)).toHaveValue('Back by four')
  await expect(desk.details.getByRole('blockquote')).toHaveText('Back by five')
  await notesOf(desk).fill('Back by five, not four')
  await save(desk)
  await expect(toastOf(page)).toContainText('Admin notes saved successfully')
  await expect(desk.status).toHaveText(/^Up to date/)
  await expect(notesOf(other)).toHaveValue('Back by five, not four')
})

test('saving leaves the focus in the dialog, and Esc closes it', async ({ page, context, request }) => {
  await page.setViewportSize(phone)
  const { desk, customer } = await withRequest(page, request)
  await desk.untilKept()
  await desk.openDetails(customer)
  await context.setOffline(true)
  await notesOf(desk).fill('Back by four')
  const button = desk.details.getByRole('button', { name: 'Save Notes' })
  await button.press('Enter')
  await expect(desk.details.getByText('Saved on this device – not sent yet')).toBeVisible()
  await expect(button).toBeDisabled()
  await expect(button).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(desk.details).toHaveCount(0)
  await context.setOffline(false)
  await expect(toastOf(page)).toContainText('Admin notes saved successfully')
})

test('on a phone a toast leaves the title of a dialog in sight, and its buttons', async ({ page, request }) => {
  const { desk, customer } = await withRequest(page, request)
  await page.setViewportSize(phone)
  await desk.openDetails(customer)
  await notesOf(desk).fill(`Noted ${Date.now()}`)
  await save(desk)
  await expect(toastOf(page)).toContainText('Admin notes saved successfully')
  // Whoever points at a toast keeps it.
  await toastOf(page).hover()
  await desk.details.getByRole('heading', { name: 'Booking Details' }).scrollIntoViewIfNeeded()
  const [toast, title, close] = await Promise.all(
    [
      toastOf(page),
      desk.details.getByRole('heading', { name: 'Booking Details' }),
      desk.details.getByText('Close'),
    ].map(async (each) => await each.boundingBox()),
  )
  expect(title?.y).toBeGreaterThanOrEqual(0)
  expect(toast?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0))
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(close?.y ?? 0)
})
