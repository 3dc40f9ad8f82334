import { expect, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { deskWithRequest } from './pages/requests.ts'
import { readSettings, SettingsPage, storeSettings } from './pages/settings.ts'
import { standstill } from './pages/standstill.ts'
import { harbour } from './pages/world.ts'

/** Rows that do not follow the log: what makes them hangs, and the server answers with what it has. */

test('while the rows stand still what was done stays on the screen, which says that it is behind, and catches up by itself', async ({
  page,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  await expect(staff.status).toHaveText(/^Up to date/)
  const row = staff.booking(customer)
  let oldAnswers = 0
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/admin/bookings') && answer.headers()['x-stale'] === 'true') oldAnswers += 1
  })
  await standstill('projector', async () => {
    await staff.decide('Approve', customer)
    await expect(staff.status).toHaveText(/^The screens are behind – showing \d\d:\d\d$/)
    await expect(row).toContainText('Approved')
    await expect.poll(() => oldAnswers, 'it is asked again by itself').toBeGreaterThanOrEqual(3)
    await expect(row).toContainText('Approved')
    await expect(page.getByRole('button', { name: `Approve: ${customer}` })).toHaveCount(0)
    await expect(staff.status).toHaveText(/^The screens are behind/)

    // The cookie that says what was written is over after a minute: the tab says so itself.
    await page.context().clearCookies({ name: 'seen' })
    const before = oldAnswers
    await expect.poll(() => oldAnswers).toBeGreaterThan(before + 1)
    await expect(row).toContainText('Approved')
    await expect(staff.status).toHaveText(/^The screens are behind/)
  })
  await expect(staff.status).toHaveText(/^Up to date/)
  await expect(row).toContainText('Approved')
  await page.reload()
  await expect(row).toContainText('Approved')
})

test('settings that were saved stay in the form while the rows stand still', async ({ page }) => {
  const settings = new SettingsPage(page)
  await settings.openAt(harbour.slug, harbour.staff)
  const before = await readSettings(page)
  const address = `${Date.now()} Harbour Street`
  let oldAnswers = 0
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/admin/business/settings') && answer.headers()['x-stale'] === 'true') oldAnswers += 1
  })
  try {
    await standstill('projector', async () => {
      await settings.field('Address').fill(address)
      await settings.save()
      await expect.poll(() => oldAnswers).toBeGreaterThanOrEqual(1)
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
