import { expect, type Page, test } from '@playwright/test'
import { newColleague } from './pages/accounts.ts'
import { DeskPage } from './pages/desk.ts'
import { inIndexedDb } from './pages/device.ts'
import { newVehicle } from './pages/fleet.ts'
import { MaintenancePage } from './pages/maintenance.ts'
import { deskWithRequest } from './pages/requests.ts'
import { readSettings, SettingsPage, storeSettings } from './pages/settings.ts'
import { standstill } from './pages/standstill.ts'
import { toastOf } from './pages/toasts.ts'
import { after, dayIn, harbour } from './pages/world.ts'

/** Rows that do not follow the log: what makes them hangs, and the server answers with what it has. */

/** How many old answers a page was given to a question. */
function oldAnswersTo(page: Page, path: string): () => number {
  let count = 0
  page.on('response', (answer) => {
    if (answer.url().endsWith(path) && answer.headers()['x-stale'] === 'true') count += 1
  })
  return () => count
}

test('while the rows stand still what was done stays on the screen, which says that it is behind, and catches up by itself', async ({
  page,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  await expect(staff.status).toHaveText(/^Up to date/)
  const row = staff.booking(customer)
  const oldAnswers = oldAnswersTo(page, '/api/admin/bookings')
  await standstill('projector', async () => {
    await staff.decide('Approve', customer)
    await expect(staff.status).toHaveText(/^The screens are behind – showing \d\d:\d\d$/)
    await expect(row).toContainText('Approved')
    await expect.poll(oldAnswers, 'it is asked again by itself').toBeGreaterThanOrEqual(3)
    await expect(row).toContainText('Approved')
    await expect(page.getByRole('button', { name: `Approve: ${customer}` })).toHaveCount(0)
    await expect(staff.status).toHaveText(/^The screens are behind/)

    // The cookie that says what was written is over after a minute: the tab says so itself.
    await page.context().clearCookies({ name: 'seen' })
    const asked = await page.waitForRequest('**/api/admin/bookings', { timeout: 60_000 })
    expect((await asked.response())?.headers()['x-stale']).toBe('true')
    await expect(row).toContainText('Approved')
    await expect(staff.status).toHaveText(/^The screens are behind/)
  })
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(row).toContainText('Approved')
  await page.reload()
  await expect(row).toContainText('Approved')
})

test('a page that is loaded anew while the rows stand still says so still, and the picture that the device keeps is no newer', async ({
  page,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  await expect(staff.status).toHaveText(/^Up to date/)
  await standstill('projector', async () => {
    const before = Date.now()
    await staff.decide('Approve', customer)
    await expect(staff.status).toHaveText(/^The screens are behind/)
    const decided = Date.now()
    // Up to when it is true, with answers that were all given since.
    const picturedAt = async () => {
      const picture = (await inIndexedDb(page)).find((entry) => entry.includes(':seen:bookings"'))
      return Number(/"at":(\d+)/.exec(picture ?? '')?.[1] ?? 0)
    }
    await expect.poll(picturedAt).toBeGreaterThan(before)
    expect(await picturedAt()).toBeLessThanOrEqual(decided)

    await page.context().clearCookies({ name: 'seen' })
    await page.reload()
    await expect(staff.status).toHaveText(/^The screens are behind – showing \d\d:\d\d$/)
  })
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(staff.booking(customer)).toContainText('Approved')
  expect(await page.evaluate(() => sessionStorage.getItem('forecourt-owed'))).toBeNull()
})

test('settings that were saved stay in the form while the rows stand still', async ({ page }) => {
  const settings = new SettingsPage(page)
  await settings.openAt(harbour.slug, harbour.staff)
  const before = await readSettings(page)
  const address = `${Date.now()} Harbour Street`
  const oldAnswers = oldAnswersTo(page, '/api/admin/business/settings')
  try {
    await standstill('projector', async () => {
      await settings.field('Address').fill(address)
      await settings.save()
      await expect.poll(oldAnswers).toBeGreaterThanOrEqual(1)
      await expect(new DeskPage(page).status).toHaveText(/^The screens are behind/)
      await expect(settings.bar).toHaveText('Everything is saved')
      await expect(settings.field('Address')).toHaveValue(address)
    })
    await expect(new DeskPage(page).status).toHaveText(/^Up to date/)
    await expect(settings.field('Address')).toHaveValue(address)
  } finally {
    // Other tests look at the same business.
    await storeSettings(page, before)
  }
})

test('what one tab has sent while the rows stand still stays on the screen of another, which says that it is behind', async ({
  page,
  context,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  const beside = new DeskPage(await context.newPage())
  await beside.page.goto(`/${harbour.slug}/admin?tab=bookings`)
  await expect(beside.status).toHaveText(/^Up to date/)
  await expect(beside.booking(customer)).toContainText('Awaiting decision')
  // Either may be the one that sends it.
  const tabs = [staff, beside].map((tab) => ({
    status: tab.status,
    row: tab.booking(customer),
    oldAnswers: oldAnswersTo(tab.page, '/api/admin/bookings'),
  }))
  await standstill('projector', async () => {
    await staff.decide('Approve', customer)
    for (const { status, row, oldAnswers } of tabs) {
      await expect(row).toContainText('Approved')
      await expect.poll(oldAnswers).toBeGreaterThanOrEqual(2)
      await expect(row).toContainText('Approved')
      await expect(status).toHaveText(/^The screens are behind/)
    }
  })
  for (const { status, row } of tabs) {
    await expect(status).toHaveText(/^Up to date/)
    await expect(row).toContainText('Approved')
  }
})

test('while the rows stand still a removed vehicle stays away, an added one is there, and planned maintenance is not called unsent', async ({
  page,
}) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const [removed, kept] = [await newVehicle(page), await newVehicle(page)]
  // After all others: tests of the portal look at its first vehicles.
  const added = `Test ${Date.now()} added`
  await staff.goTo('Fleet')
  await page.reload()
  const card = (name: string) => page.getByRole('article', { name, exact: true })
  await expect(card(removed.name)).toBeVisible()
  await expect(staff.status).toHaveText(/^Up to date/)
  const oldFleets = oldAnswersTo(page, '/api/admin/cars')
  await standstill('projector', async () => {
    await page.getByRole('button', { name: `Delete ${removed.name}`, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Vehicle' }).click()
    await expect(toastOf(page)).toContainText('Vehicle deleted successfully')
    await page.getByRole('button', { name: 'Add Vehicle', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Add Vehicle' })
    await form.getByLabel('Name').fill(added)
    await form.getByLabel('Daily rate').fill('31')
    await form.getByLabel('Status').selectOption('unavailable')
    await form.getByRole('button', { name: 'Add Vehicle' }).click()
    await expect(card(added)).toBeVisible()
    const before = oldFleets()
    await expect.poll(oldFleets).toBeGreaterThan(before + 1)
    await expect(card(removed.name)).toHaveCount(0)
    await expect(card(added)).toBeVisible()

    const maintenance = new MaintenancePage(page, kept.name)
    await maintenance.open()
    await maintenance.add(dayIn(40), after(dayIn(40), 1))
    await expect(toastOf(page)).toContainText('Maintenance added')
    const cancel = maintenance.dialog.getByRole('button', { name: /^Cancel: Service/ })
    await expect(maintenance.dialog.getByText('Not sent yet', { exact: true })).toHaveCount(0)
    await cancel.click()
    await expect(toastOf(page)).toContainText('It can be changed as soon as the screen is up to date again.')
    await expect(cancel).toBeVisible()
    await maintenance.close()
  })
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(card(removed.name)).toHaveCount(0)
  await expect(card(added)).toHaveCount(1)
})

test('settings whose answer comes after a colleague has taken the desk over are not told to them', async ({
  page,
  context,
  browser,
  request,
}) => {
  const settings = new SettingsPage(page)
  await settings.openAt(harbour.slug, harbour.staff)
  const before = await readSettings(page)
  const colleague = await newColleague(page, request)
  const address = `${Date.now()} Harbour Street`
  const gate = Promise.withResolvers<void>()
  let isSaved = false
  await page.route('**/api/admin/business/settings', async (route) => {
    if (route.request().method() !== 'PUT') return await route.continue()
    const answer = await route.fetch()
    isSaved = true
    await gate.promise
    return await route.fulfill({ response: answer })
  })
  await standstill('projector', async () => {
    await settings.field('Address').fill(address)
    await page.getByRole('button', { name: 'Save settings', exact: true }).click()
    await expect.poll(() => isSaved).toBe(true)
    await context.clearCookies()
    await new DeskPage(await context.newPage()).signInTo(harbour.slug, colleague)
    await expect(settings.bar).toHaveText('Everything is saved')
    await expect(settings.field('Address')).not.toHaveValue(address)
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    gate.resolve()
    await answered
    await expect(toastOf(page).filter({ hasText: 'Settings saved' })).toHaveCount(0)
    await expect(settings.field('Address')).not.toHaveValue(address)
  })
  await expect(settings.field('Address')).toHaveValue(address)
  const again = await browser.newPage()
  await new DeskPage(again).signInTo(harbour.slug, harbour.staff)
  await storeSettings(again, before)
})
