import type { BusinessSettings } from '@forecourt/contracts/settings.ts'
import { expect, type Page, test } from '@playwright/test'
import { pngBomb } from '../../infra/testing/sample-files.ts'
import { expectNothingWrong } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { PortalPage } from './pages/portal.ts'
import { readSettings, SettingsPage, storeSettings } from './pages/settings.ts'
import { toastOf } from './pages/toasts.ts'
import { desk, northern, phone } from './pages/world.ts'

/** What staff choose for their business is seen at once by everybody, and nobody's choice is lost. */

test.use({ viewport: desk })

/** As they were before a test: the business is shared with others. */
let before: BusinessSettings | undefined
let owner: Page | undefined

test.beforeEach(async ({ page }) => {
  owner = page
  await new SettingsPage(page).openAt(northern.slug, northern.staff)
  before = await readSettings(page)
})
test.afterEach(async () => {
  if (owner !== undefined && before !== undefined) await storeSettings(owner, before)
})

const brandOf = (page: Page) => page.evaluate(() => document.documentElement.style.getPropertyValue('--brand'))

test('colour, name, logo and terms are changed: the portal in another tab and a second tablet follow untouched', async ({
  page,
  context,
  browser,
}) => {
  const settings = new SettingsPage(page)
  const portal = new PortalPage(await context.newPage())
  await portal.open(northern.slug)
  const away = await browser.newPage({ viewport: desk, serviceWorkers: 'block' })
  const tablet = new DeskPage(away)
  const stream = away.waitForResponse(/\/api\/admin\/live$/)
  await tablet.signInTo(northern.slug, northern.staff)
  await stream
  // There a logo does not arrive: its initials stand in its place, also when it is taken away.
  await away.route('**/objects/logos/**', (route) => route.abort())

  await settings.field('Name').fill('Northern & Daughters')
  await settings.field('Colour').fill('#FFD400')
  await settings.uploadLogo()
  await settings.field('Terms of hire').fill('The tank is full.\nNobody smokes.')
  const version = before?.termsVersion ?? 0
  await expect(page.getByText(`saving makes version ${version + 1}`)).toBeVisible()
  await page.getByRole('button', { name: 'Preview the terms', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Preview of the terms', exact: true })).toContainText('Nobody smokes.')
  await settings.save()
  await expect(settings.bar).toHaveText('Everything is saved')
  await expect(page.getByText(`Version ${version + 1}`, { exact: true })).toBeVisible()

  for (const seen of [page, portal.page, away]) {
    await expect(seen.getByRole('banner')).toContainText('Northern & Daughters')
    await expect.poll(() => brandOf(seen)).toBe('#ffd400')
  }
  for (const seen of [page, portal.page]) {
    await expect(seen.getByRole('banner').locator('img')).toHaveAttribute('src', /^\/objects\/logos\/.+\?w=96$/)
  }
  await expect(away.getByRole('banner').locator('img')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await settings.field('Name').fill('Northern & Sons')
  await settings.save()
  await expect(portal.page.getByRole('banner').locator('img')).toHaveCount(0)
  await expect(away.getByRole('banner')).toContainText('Northern & Sons')
  await away.close()
})

test('what is refused is said at its field; what is typed stays through a reload, and Discard can be taken back', async ({
  page,
}) => {
  const settings = new SettingsPage(page)
  await settings.field('Contact email').fill('nobody')
  await settings.field('Days a licence is kept').fill('400')
  await page.getByRole('button', { name: 'Save settings', exact: true }).click()
  await expect(page.getByText('Invalid email address', { exact: true })).toBeVisible()
  await expect(page.getByText('Licences can be kept from 1 to 365 days.', { exact: true })).toBeVisible()
  await expect(settings.field('Contact email')).toBeFocused()
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: pngBomb(8000, 5001) }
  await page.locator('main input[type=file]').setInputFiles(logo)
  await expect(page.getByText('The picture has more than 40 million pixels. Please make it smaller.')).toBeVisible()
  await settings.field('Address').fill('Kept on the quay')
  await new DeskPage(page).goTo('Fleet')
  await settings.open()
  await expect(settings.field('Address')).toHaveValue('Kept on the quay')
  await new DeskPage(page).untilKept('Kept on the quay')
  await page.reload()
  await expect(settings.field('Address')).toHaveValue('Kept on the quay')
  await expect(settings.bar).toHaveText('3 changes not saved, kept on this device')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(settings.field('Address')).toHaveValue(before?.address ?? '')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(settings.field('Address')).toHaveValue('Kept on the quay')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(settings.bar).toHaveText('Everything is saved')
})

test('two change the settings at once: what only one has changed is kept, and of the same both are shown', async ({
  page,
  context,
}) => {
  const settings = new SettingsPage(page)
  await context.setOffline(true)
  await settings.field('Phone').fill('0113 111 1111')
  await settings.field('Description').fill('Mine, of Leeds.')
  await settings.field('Address').fill('Mine, 1 Mill Lane')
  await expect(page.getByText('You are offline: save when there is a network')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save settings', exact: true })).toBeDisabled()
  // The colleague's device has a network: the request goes round the page.
  await storeSettings(page, { description: 'Theirs, of York.', address: 'Theirs, 2 Mill Lane', turnaroundDays: 2 })
  // Whoever saves before they have heard of it is told by the server.
  const refused = Promise.withResolvers<void>()
  await page.route('**/api/admin/live', (route) => route.abort())
  await page.route('**/api/admin/business/settings', async (route) => {
    if (route.request().method() === 'GET') await refused.promise
    await route.fallback()
  })
  page.on('response', (response) => {
    if (response.status() === 409) refused.resolve()
  })
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save settings', exact: true }).click()

  const description = page.getByRole('group', { name: 'Description: somebody has saved something else meanwhile' })
  await expect(description).toBeFocused()
  await expect(description).toContainText('Theirs, of York.')
  await expect(description).toContainText('Mine, of Leeds.')
  // The links further down may say that they were not reached: the network went before they had come.
  await expect(page.getByRole('alert').filter({ hasText: 'Choose whose it is to be' })).toBeVisible()
  await expectNothingWrong(page, 'two versions of a field')
  await page.getByRole('button', { name: 'Keep mine: Description', exact: true }).click()
  await page.getByRole('button', { name: 'Take theirs: Address', exact: true }).click()
  await expect(settings.field('Address')).toHaveValue('Theirs, 2 Mill Lane')
  await settings.save()
  expect(await readSettings(page)).toMatchObject({
    contactPhone: '0113 111 1111',
    description: 'Mine, of Leeds.',
    address: 'Theirs, 2 Mill Lane',
    turnaroundDays: 2,
  })
})

for (const [screen, viewport] of Object.entries({ phone, desk })) {
  test(`the settings have nothing wrong on a ${screen}, as axe sees them`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const settings = new SettingsPage(page)
    await expectNothingWrong(page, 'settings')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Your account', exact: true })).toBeVisible()
    await expectNothingWrong(page, 'the menu')
    await page.keyboard.press('Escape')
    await settings.field('Name').fill('')
    await settings.field('Colour').fill('#ffd400')
    await page.getByRole('button', { name: 'Preview the terms', exact: true }).click()
    await page.getByRole('button', { name: 'Save settings', exact: true }).click()
    await expect(settings.field('Name')).toBeFocused()
    await expectNothingWrong(page, 'settings with errors and previews')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
  })
}

test('a calendar’s link is made, copied and followed by whoever has it, until it is revoked', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const links = page.getByRole('region', { name: 'Calendar links', exact: true })
  await links.getByLabel('Calendar of', { exact: true }).selectOption('Whole fleet')
  await links.getByRole('button', { name: 'Make a link', exact: true }).click()
  await links.getByRole('button', { name: 'Copy link: Whole fleet', exact: true }).click()
  await expect(toastOf(page)).toContainText('The calendar link is copied')
  await expectNothingWrong(page, 'a calendar link')
  const url = await page.evaluate(() => navigator.clipboard.readText())
  // Nobody is signed in there.
  const calendar = await request.get(url)
  expect([calendar.status(), (await calendar.text()).split('\r\n')[0]]).toEqual([200, 'BEGIN:VCALENDAR'])

  await links.getByRole('button', { name: 'Revoke: Whole fleet', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke the link: Whole fleet?', exact: true })
  await question.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(links.getByRole('button', { name: 'Copy link: Whole fleet', exact: true })).toHaveCount(0)
  await expect.poll(async () => (await request.get(url)).status()).toBe(404)
})
