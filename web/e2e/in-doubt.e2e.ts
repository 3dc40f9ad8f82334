import { expect, type Route, test } from '@playwright/test'
import { invited, newColleague, setStatus } from './pages/accounts.ts'
import { DeskPage } from './pages/desk.ts'
import { letGo } from './pages/let-go.ts'
import { SettingsPage } from './pages/settings.ts'
import { toastOf } from './pages/toasts.ts'
import { desk, northern, withoutWorker } from './pages/world.ts'

/** The server does something and its answer is lost: nobody is told that it was not done. */

test.use({ ...withoutWorker, viewport: desk })
test.afterEach(({ page, context }) => letGo(page, context))

const nothingComesBack = (route: Route) =>
  route.request().method() === 'GET' ? route.fallback() : route.abort('connectionreset')

test('a password link whose answer was lost is mailed once, however often it is asked for', async ({
  page,
  request,
}) => {
  await new DeskPage(page).signInTo(northern.slug, northern.staff)
  const { email } = await newColleague(page, request)
  const keys: (string | undefined)[] = []
  await page.route('**/api/admin/staff/*/password-link', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await new SettingsPage(page).open('Staff')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: email })
  const mail = row.getByRole('button', { name: /^Mail a password link to / })
  await mail.click()
  await expect(toastOf(page)).toContainText('may or may not have been changed')
  await mail.click()
  await expect(toastOf(page)).toContainText('A link to choose a password is on its way')
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  await mail.click()
  await expect.poll(() => keys.length).toBe(3)
  expect(keys[2], 'another mail').not.toBe(keys[0])
})

test('why nobody is known to be shut out goes as soon as it is seen that they are, and does not come back', async ({
  page,
}) => {
  await new DeskPage(page).signInTo(northern.slug, northern.staff)
  const { id, name } = await invited(page)
  await page.route('**/api/admin/staff/*/status', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await new SettingsPage(page).open('Staff')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await row.getByRole('button', { name: `Deactivate ${name}`, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: `Deactivate ${name}?`, exact: true })
  await question.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(toastOf(page)).toContainText('may or may not have been changed')
  await expect(row).toContainText('Deactivated')
  await expect(row.getByRole('alert')).toHaveCount(0)
  await setStatus(page, id, 'active')
  await expect(row).toContainText('Invited')
  await expect(row.getByRole('alert')).toHaveCount(0)
})

test('what may have been done is not said to be undone: a calendar link, the end of all sessions', async ({ page }) => {
  await new SettingsPage(page).openAt(northern.slug, northern.staff)
  await page.route('**/api/admin/calendar-feeds', nothingComesBack)
  await page.getByRole('button', { name: 'Make a link', exact: true }).click()
  await expect(toastOf(page)).toContainText('The calendar link may have been made')

  await new SettingsPage(page).open('Your account')
  await page.route('**/api/auth/logout/everywhere', nothingComesBack)
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere?', exact: true })
  await question.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await expect(toastOf(page)).toContainText('You may still be signed in')
})
