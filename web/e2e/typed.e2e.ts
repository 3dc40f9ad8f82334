import { type Browser, expect, type Page, test } from '@playwright/test'
import { newcomer } from './pages/accounts.ts'
import { DeskPage } from './pages/desk.ts'
import { inIndexedDb } from './pages/device.ts'
import { endSession, newVehicle, removeElsewhere, VehiclePage } from './pages/fleet.ts'
import { letGo } from './pages/let-go.ts'
import { SettingsPage } from './pages/settings.ts'
import { toastOf } from './pages/toasts.ts'
import { desk, harbour } from './pages/world.ts'

/** Nothing that staff type is lost: by a slip, a reload, the end of a session, or a colleague who is faster. */

test.use({ viewport: desk })
test.afterEach(({ page, context }) => letGo(page, context))

async function atTheFleet(page: Page) {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const { id, name } = await newVehicle(page)
  await staff.goTo('Fleet')
  return { staff, id, name, form: new VehiclePage(page) }
}

/** A colleague changes the vehicle on another device. */
async function colleagueSaves(browser: Browser, name: string, change: Readonly<Record<string, string>>): Promise<void> {
  const page = await browser.newPage({ viewport: desk })
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Fleet')
  const form = new VehiclePage(page)
  await form.edit(name)
  for (const [field, text] of Object.entries(change)) await form.field(field).fill(text)
  await form.save()
  await expect(toastOf(page)).toContainText('Vehicle updated successfully')
  await page.close()
}

test('an edited vehicle that is left with a slip, or reloaded, is as it was typed; Cancel discards it', async ({
  page,
}) => {
  const { name, form } = await atTheFleet(page)
  await form.edit(name)
  await form.field('Description').fill('Boot for two suitcases')
  await page.keyboard.press('Escape')
  await expect(form.dialog).toHaveCount(0)
  await form.edit(name)
  await expect(form.field('Description')).toHaveValue('Boot for two suitcases')
  await expect(form.dialog).toContainText('You left these changes without saving them.')
  await form.field('Daily rate').fill('77.50')
  await expect(form.dialog.getByRole('status')).toHaveCount(0)
  await form.untilKept('77.50')
  await page.reload()
  await expect(form.field('Daily rate'), 'the form is open again').toHaveValue('77.50')
  await form.dialog.getByRole('button', { name: 'Discard mine' }).click()
  await expect(form.field('Daily rate')).toHaveValue('45.00')
  await form.field('Daily rate').fill('78')
  await form.dialog.getByRole('button', { name: 'Cancel' }).click()
  await form.edit(name)
  await expect(form.field('Daily rate')).toHaveValue('45.00')
})

test('a text is typed where the caret is', async ({ page }) => {
  const { name, form } = await atTheFleet(page)
  await form.edit(name)
  await form.field('Description').fill('ab')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('123', { delay: 30 })
  await expect(form.field('Description')).toHaveValue('a123b')
})

test('a new vehicle that was sent as the session ended is there after signing in, and is added once', async ({
  page,
}) => {
  const { staff, form } = await atTheFleet(page)
  const name = `New ${Date.now()}`
  await page.getByRole('button', { name: 'Add Vehicle', exact: true }).click()
  await form.field('Name').fill(name)
  await form.field('Daily rate').fill('31')
  await endSession(page)
  await form.dialog.getByRole('button', { name: 'Add Vehicle' }).click()
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
  await staff.signIn(harbour.staff)
  await expect(form.field('Name'), 'the form is open where it was').toHaveValue(name)
  await expect(form.field('Daily rate')).toHaveValue('31')
  await form.dialog.getByRole('button', { name: 'Add Vehicle' }).click()
  await expect(toastOf(page)).toContainText('Vehicle added to fleet successfully')
  await expect(page.getByRole('article', { name, exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Add Vehicle', exact: true }).click()
  await expect(form.field('Name'), 'what is saved is no draft any more').toHaveValue('')
})

test('a new vehicle whose answer was lost is added once, also when it is sent again after a reload', async ({
  page,
}) => {
  const { form } = await atTheFleet(page)
  const name = `Lost ${Date.now()}`
  await page.getByRole('button', { name: 'Add Vehicle', exact: true }).click()
  await form.field('Name').fill(name)
  await page.route('**/api/admin/cars', async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback()
    await route.fetch()
    await route.abort()
  })
  await form.dialog.getByRole('button', { name: 'Add Vehicle' }).click()
  await expect(form.dialog.getByRole('alert')).toContainText('The server could not be reached.')
  await page.unroute('**/api/admin/cars')
  await page.reload()
  await form.dialog.getByRole('button', { name: 'Add Vehicle' }).click()
  await expect(toastOf(page)).toContainText('Vehicle added to fleet successfully')
  await expect(page.getByRole('article', { name, exact: true })).toHaveCount(1)
})

test('a colleague who is half added as the session ends is there after signing in, until Cancel or logging out', async ({
  page,
}) => {
  const staff = new DeskPage(page)
  const menu = new SettingsPage(page)
  await menu.openAt(harbour.slug, harbour.staff, 'Staff')
  const dialog = page.getByRole('dialog', { name: 'Add somebody', exact: true })
  const field = (name: string) => dialog.getByLabel(name, { exact: true })
  const begin = () => page.getByRole('button', { name: 'Add somebody', exact: true }).click()
  await begin()
  await expect(dialog.getByRole('status')).toHaveCount(0)
  await field('Email').fill('robin@example.com')
  await field('First name (optional)').fill('Robin')
  await field('Last name (optional)').fill('Half-typed')
  await expect(dialog.getByRole('status')).toHaveCount(0)
  await staff.untilKept('Half-typed')
  await endSession(page)
  await page.reload()
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
  await staff.signIn(harbour.staff)
  await begin()
  await expect(field('Email')).toHaveValue('robin@example.com')
  await expect(field('First name (optional)')).toHaveValue('Robin')
  await expect(field('Last name (optional)')).toHaveValue('Half-typed')
  await expect(dialog.getByRole('status')).toHaveText('You left this unfinished. Cancel drops it.')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await begin()
  await expect(field('Email')).toHaveValue('')

  await field('Last name (optional)').fill('Typed anew')
  await staff.untilKept('Typed anew')
  await page.reload()
  expect(await staff.logoutAndDrop()).toBe(
    'What you have typed into “Add somebody” is not saved. Logging out drops it.',
  )
  await expect(page).toHaveURL(`/${harbour.slug}/portal`)
  expect((await inIndexedDb(page)).filter((entry) => entry.includes(':typed:'))).toEqual([])
})

test('a colleague whose answer was lost is added once, also when they are sent again after a reload', async ({
  page,
}) => {
  await new SettingsPage(page).openAt(harbour.slug, harbour.staff, 'Staff')
  const { email } = newcomer()
  const dialog = page.getByRole('dialog', { name: 'Add somebody', exact: true })
  const begin = () => page.getByRole('button', { name: 'Add somebody', exact: true }).click()
  const send = () => dialog.getByRole('button', { name: 'Add and mail the link', exact: true }).click()
  await begin()
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await page.route('**/api/admin/staff', async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback()
    await route.fetch()
    await route.abort()
  })
  await send()
  await expect(dialog.getByRole('alert')).toContainText('The server could not be reached.')
  await page.unroute('**/api/admin/staff')
  await page.reload()
  await begin()
  await send()
  await expect(toastOf(page)).toContainText('Added to the staff')
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: email })).toHaveCount(1)
  await begin()
  await expect(dialog.getByLabel('Email', { exact: true }), 'who is added is no draft any more').toHaveValue('')
})

test('two clerks edit one vehicle: what only one has changed is kept; the same needs the second, who sees both', async ({
  page,
  context,
  browser,
}) => {
  const { staff, name, form } = await atTheFleet(page)
  await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
  await context.setOffline(true)
  await form.edit(name)
  await form.field('Description').fill('Roof box on request')
  await form.field('Daily rate').fill('60.00')
  await form.save()
  await expect(staff.status).toHaveText(/1 change to send$/)
  await colleagueSaves(browser, name, { 'Daily rate': '52.00', Year: '2021' })
  await context.setOffline(false)

  await expect(staff.status).toHaveText('1 change needs you')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const needsYou = page.getByRole('dialog', { name: 'Changes that need you' })
  await expect(needsYou).toContainText('Somebody has changed this vehicle meanwhile: daily rate.')
  await needsYou.getByRole('button', { name: `Open the vehicle: Save ${name}` }).click()
  await expect(form.dialog).toContainText('daily rate: 52.00')
  await expect(form.field('Daily rate')).toHaveValue('60.00')
  await expect(form.field('Description')).toHaveValue('Roof box on request')
  await expect(form.field('Year'), 'theirs').toHaveValue('2021')
  await form.save()
  await expect(staff.status).toHaveText(/^Up to date/)
  await form.edit(name)
  await expect(form.field('Daily rate')).toHaveValue('60.00')
  await expect(form.field('Description')).toHaveValue('Roof box on request')
  await expect(form.field('Year')).toHaveValue('2021')
  await expect(form.dialog.getByRole('status')).toHaveCount(0)
})

test('what is refused because its vehicle was removed meanwhile can be dropped, and leads nowhere', async ({
  page,
  context,
}) => {
  const { staff, id, name, form } = await atTheFleet(page)
  await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
  await context.setOffline(true)
  await form.edit(name)
  await form.field('Daily rate').fill('60.00')
  await form.save()
  await expect(staff.status).toHaveText(/1 change to send$/)
  await removeElsewhere(page, id)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const needsYou = page.getByRole('dialog', { name: 'Changes that need you' })
  await expect(needsYou).toContainText('it was removed meanwhile')
  await expect(needsYou.getByRole('button')).toHaveText(['Drop', 'Close'])
  await needsYou.getByRole('button', { name: /^Drop/ }).click()
  await expect(staff.status).toHaveText(/^Up to date/)
})

test('the e-mail address of the sign-in page outlives a reload and a refusal, and nobody finds it afterwards', async ({
  page,
}) => {
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  await staff.signIn({ ...harbour.staff, password: 'not this one' })
  await expect(toastOf(page)).toContainText('Login Failed')
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue(harbour.staff.email)
  await page.getByLabel('Password').fill(harbour.staff.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await staff.logout()
  await staff.openSignIn(harbour.slug)
  await expect(page.getByLabel('Email')).toHaveValue('')
})
