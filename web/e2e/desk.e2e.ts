import { expect, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { letGo } from './pages/let-go.ts'
import { deskWithRequest } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { harbour, withoutWorker } from './pages/world.ts'

test.use(withoutWorker)

test.afterEach(({ page, context }) => letGo(page, context))

test('nobody signed in: the toast, then the sign-in page', async ({ page }) => {
  await page.goto(`/${harbour.slug}/admin`)
  await expect(toastOf(page)).toContainText('You are logged out. Logging in again...')
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
})

test('a wrong password is answered with Login Failed and keeps what was typed', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  await staff.signIn({ ...harbour.staff, password: 'wrong' })
  await expect(toastOf(page)).toContainText('Login Failed')
  await expect(page.getByLabel('Email')).toHaveValue(harbour.staff.email)
})

test('signing in without a password: its sentence, and the focus is there', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  await staff.signIn({ ...harbour.staff, password: '' })
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Password')).toBeFocused()
})

test('the dashboard of another business: Access Denied', async ({ page }) => {
  await new DeskPage(page).signInTo(harbour.slug, harbour.staff)
  await page.goto('/northern-wheels/admin')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText("You don't have access to this business dashboard.")).toBeVisible()
})

test('logging out leads to the portal and ends the session', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.logout()
  await expect(page).toHaveURL(`/${harbour.slug}/portal`)
  await page.goto(`/${harbour.slug}/admin`)
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
})

test('an approved booking is cancelled only after the question', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const approved = staff.bookings().filter({ has: page.getByRole('button', { name: /^Mark as Completed: / }) })
  await approved
    .first()
    .getByRole('button', { name: /^View details of / })
    .click()
  const cancel = page.getByRole('button', { name: 'Cancel Booking' })
  await cancel.click()
  const question = page.getByRole('alertdialog', { name: 'Cancel Booking' })
  await expect(question).toContainText('Are you sure you want to cancel this booking?')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(staff.details).toContainText('Approved')
  await cancel.click()
  await question.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(toastOf(page)).toContainText('Booking cancelled successfully')
  await expect(staff.details).toContainText('Rejected')
})

test('a second tap on the same place takes no second step, and a completion can be undone', async ({
  page,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  const complete = page.getByRole('button', { name: `Mark as Completed: ${customer}` })
  await staff.decide('Approve', customer)
  // In the very frame in which it is there: no click of the mouse is as soon as that.
  await page.waitForFunction((label) => {
    const button = document.querySelector<HTMLElement>(`[aria-label="${label}"]`)
    button?.click()
    return button !== null
  }, `Mark as Completed: ${customer}`)
  await expect(toastOf(page)).toContainText('Booking status updated successfully')
  await expect(complete).toBeEnabled()
  await expect(staff.booking(customer)).toContainText('Approved')

  await staff.decide('Mark as Completed', customer)
  await expect(staff.booking(customer)).toContainText('Completed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(complete).toBeEnabled()
  await expect(staff.booking(customer)).toContainText('Approved')
})

test('an answer that was lost: the decision is sent again by itself and counts once', async ({ page, request }) => {
  const { staff, customer } = await deskWithRequest(page, request)
  const keys: (string | undefined)[] = []
  await page.route('**/api/admin/bookings/*', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await staff.decide('Reject', customer)
  await expect(staff.booking(customer).getByText('Rejected')).toBeVisible()
  await expect(toastOf(page)).toContainText('Booking status updated successfully')
  expect(keys[0]).toBeDefined()
  expect(keys[1]).toBe(keys[0])
})
