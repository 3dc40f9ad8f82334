import { expect, test } from '@playwright/test'
import pg from 'pg'
import { changePassword, choosePassword, invited, newColleague, newcomer, setStatus } from './pages/accounts.ts'
import { expectNothingWrong } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { settingsOfRun } from './pages/event-log.ts'
import { Inbox } from './pages/inbox.ts'
import { SettingsPage } from './pages/settings.ts'
import { toastOf } from './pages/toasts.ts'
import { desk, northern, phone } from './pages/world.ts'

/** Those who sign in to a business: how they come, how they get in again, and how they are shut out. */

test.use({ viewport: desk })

const signInPage = `/${northern.slug}/admin/login`

test('a colleague is added, chooses a password by the mailed link, signs in, is deactivated and is out', async ({
  page,
  browser,
  request,
}) => {
  await new SettingsPage(page).openAt(northern.slug, northern.staff, 'Staff')
  const { email, firstName, lastName } = newcomer()
  const name = `${firstName} ${lastName}`
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await page.getByRole('button', { name: 'Add somebody', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add somebody', exact: true })
  await dialog.getByLabel('Email', { exact: true }).fill(northern.staff.email)
  await dialog.getByRole('button', { name: 'Add and mail the link', exact: true }).click()
  await expect(dialog.getByText('Somebody signs in with this address already.', { exact: true })).toBeVisible()
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByLabel('First name (optional)', { exact: true }).fill(firstName)
  await dialog.getByLabel('Last name (optional)', { exact: true }).fill(lastName)
  await dialog.getByRole('button', { name: 'Add and mail the link', exact: true }).click()
  await expect(row).toContainText('Invited')

  const theirs = await browser.newPage({ viewport: desk })
  await theirs.goto(await new Inbox(request).passwordLink(email))
  await expect(theirs.getByRole('heading', { name: 'Choose a password', exact: true })).toBeVisible()
  await expect(theirs).toHaveURL(`/${northern.slug}/admin/reset`)
  await choosePassword(theirs, 'short')
  await expect(theirs.getByText('At least 12 characters', { exact: true })).toBeVisible()
  await choosePassword(theirs, 'gulls over the quay')
  await expect(theirs).toHaveURL(signInPage)
  const colleague = new DeskPage(theirs)
  await colleague.signIn({ email, password: 'gulls over the quay' })
  await expect(theirs.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible()

  await expect(row).toContainText('Active')
  await page.getByRole('button', { name: `Deactivate ${name}`, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: `Deactivate ${name}?`, exact: true })
  await question.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(row).toContainText('Deactivated')
  await expect(theirs).toHaveURL(signInPage)
  await colleague.signIn({ email, password: 'gulls over the quay' })
  await expect(toastOf(theirs)).toContainText('Invalid credentials')
  await theirs.close()

  const own = page.getByRole('main').getByRole('listitem').filter({ hasText: '(you)' })
  await expect(own.getByRole('button')).toHaveCount(0)
})

test('who is let in again before they have chosen a password is not said to sign in: they are invited still', async ({
  page,
}) => {
  await new SettingsPage(page).openAt(northern.slug, northern.staff, 'Staff')
  const { id, name } = await invited(page)
  await setStatus(page, id, 'deactivated')
  await page.getByRole('button', { name: `Let in again: ${name}`, exact: true }).click()
  await expect(toastOf(page)).toContainText(`${name} is invited still`)
  await expect(toastOf(page)).toContainText('“Invite again” mails them a new link')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await expect(row.getByRole('button', { name: `Invite again: ${name}`, exact: true })).toHaveText('Invite again')
})

test('a forgotten password is chosen anew by a mailed link, once; whoever has no account is told the same', async ({
  page,
  browser,
  request,
}) => {
  await new DeskPage(page).signInTo(northern.slug, northern.staff)
  const { email, link: first } = await newColleague(page, request)
  const theirs = await browser.newPage({ viewport: desk })
  const colleague = new DeskPage(theirs)
  await colleague.openSignIn(northern.slug)
  const ask = async (address: string) => {
    await theirs.goto(signInPage)
    await theirs.getByRole('link', { name: 'Forgotten your password?', exact: true }).click()
    await theirs.getByLabel('Email', { exact: true }).fill(address)
    await theirs.getByRole('button', { name: 'Mail me a link', exact: true }).click()
    const answer = theirs.getByRole('status').filter({ hasText: address })
    await expect(answer).toBeVisible()
    return (await answer.innerText()).replace(address, '…')
  }
  expect(await ask(newcomer().email)).toBe(await ask(email))

  const link = await new Inbox(request).passwordLink(email, [first])
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: 'Choose a password', exact: true })).toBeVisible()
  await expect(theirs, 'the token is out of the address').toHaveURL(`/${northern.slug}/admin/reset`)
  await choosePassword(theirs, 'terns over the pier')
  await expect(toastOf(theirs)).toContainText('Password saved')
  await colleague.signIn({ email, password: 'terns over the pier' })
  await expect(theirs.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible()

  await theirs.goto(link)
  await choosePassword(theirs, 'crows over the dock')
  await expect(theirs.getByRole('heading', { name: 'This link is over', exact: true })).toBeVisible()
  await theirs.getByRole('link', { name: 'Ask for a new link', exact: true }).click()
  await expect(theirs.getByRole('heading', { name: 'Forgotten your password?', exact: true })).toBeVisible()
  await theirs.close()
})

test('whoever changes their password, or signs out everywhere, is out on every other device', async ({
  page,
  browser,
  context,
  request,
}) => {
  await new DeskPage(page).signInTo(northern.slug, northern.staff)
  const { email, password } = await newColleague(page, request)
  await context.clearCookies()
  const account = new SettingsPage(page)
  await account.openAt(northern.slug, { email, password }, 'Your account')
  const away = await browser.newPage({ viewport: desk })
  const elsewhere = new DeskPage(away)
  await elsewhere.signInTo(northern.slug, { email, password })

  await changePassword(page, 'not my password', 'terns over the pier')
  await expect(page.getByText('This is not your password.', { exact: true })).toBeVisible()
  await changePassword(page, password, 'terns over the pier')
  await expect(toastOf(page)).toContainText('Password changed')
  await expect(away).toHaveURL(signInPage)
  await elsewhere.signIn({ email, password: 'terns over the pier' })
  await expect(away.getByRole('heading', { name: 'Bookings', exact: true })).toBeVisible()

  await context.setOffline(true)
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out everywhere', exact: true })).toBeDisabled()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere?', exact: true })
  await question.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await expect(page).toHaveURL(`/${northern.slug}/portal`)
  await expect(away).toHaveURL(signInPage)
  await away.close()
})

test('whoever changes their password stays signed in, however long the log takes to hear of it', async ({
  page,
  context,
  request,
}) => {
  await new DeskPage(page).signInTo(northern.slug, northern.staff)
  const { email, password } = await newColleague(page, request)
  await context.clearCookies()
  await new SettingsPage(page).openAt(northern.slug, { email, password }, 'Your account')
  const database = new pg.Client({ connectionString: settingsOfRun().DATABASE_URL })
  await database.connect()
  try {
    // The sessions have ended by then, and nothing is answered yet.
    await database.query('begin; lock table log.events in exclusive mode')
    const refused = page.waitForResponse((response) => response.status() === 401)
    await changePassword(page, password, 'terns over the pier')
    await refused
    await database.query('rollback')
  } finally {
    await database.end()
  }
  await expect(toastOf(page)).toContainText('Password changed')
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible()
})

for (const [screen, viewport] of Object.entries({ phone, desk })) {
  test(`accounts have nothing wrong on a ${screen}, as axe sees them`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.goto(`${signInPage}?forgotten`)
    await page.getByLabel('Email', { exact: true }).fill(newcomer().email)
    await page.getByRole('button', { name: 'Mail me a link', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Mail me another link', exact: true })).toBeVisible()
    await expectNothingWrong(page, 'a link that was asked for')
    await page.goto(`/${northern.slug}/admin/reset#no-such-link`)
    await choosePassword(page, 'short')
    await expect(page.getByText('At least 12 characters', { exact: true })).toBeVisible()
    await expectNothingWrong(page, 'a password that is refused')
    await choosePassword(page, 'gulls over the quay')
    await expect(page.getByRole('heading', { name: 'This link is over', exact: true })).toBeVisible()
    await expectNothingWrong(page, 'a link that is over')
    const menu = new SettingsPage(page)
    await menu.openAt(northern.slug, northern.staff, 'Staff')
    await expect(page.getByText('(you)')).toBeVisible()
    await expectNothingWrong(page, 'staff')
    await page.getByRole('button', { name: 'Add somebody', exact: true }).click()
    await page.getByRole('button', { name: 'Add and mail the link', exact: true }).click()
    await expect(page.getByText('Invalid email address', { exact: true })).toBeVisible()
    await expectNothingWrong(page, 'somebody who is added without an address')
    await page.keyboard.press('Escape')
    await menu.open('Your account')
    await page.getByRole('button', { name: 'Change password', exact: true }).click()
    await expect(page.getByText('Your current password is required', { exact: true })).toBeVisible()
    await expectNothingWrong(page, 'one’s own account, with errors')
  })
}
