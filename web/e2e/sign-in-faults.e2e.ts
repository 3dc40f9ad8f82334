import { expect, type Page, test } from '@playwright/test'
import { faults as deskFaults, play, withLessPatience } from './pages/desk-faults.ts'
import { failing, faults } from './pages/faults.ts'
import { toastOf } from './pages/toasts.ts'
import { harbour, phone } from './pages/world.ts'

/** A server that fails, lies or is silent while somebody signs in, or opens a portal for the first time. */

test.use({ viewport: phone, serviceWorkers: 'block' })

const TRY_AGAIN = 'Login failed. Please try again.'
const [silence] = deskFaults.filter(({ isSilent }) => isSilent === true)

const button = (page: Page) => page.getByRole('button', { name: 'Sign in' })

async function typeIn(page: Page): Promise<void> {
  await page.goto(`/${harbour.slug}/admin/login`)
  await page.getByLabel('Email').fill(harbour.staff.email)
  await page.getByLabel('Password').fill(harbour.staff.password)
}

for (const [name, fault] of Object.entries(faults)) {
  test(`signing in at a server that ${name} can be tried again without typing anything again`, async ({ page }) => {
    const mend = await failing(page, 'POST', '**/api/auth/login', fault)
    await typeIn(page)
    await button(page).click()
    await expect(toastOf(page)).toContainText(TRY_AGAIN)
    await expect(toastOf(page), 'nobody’s password is doubted').not.toContainText('Invalid credentials')
    await expect(page.getByLabel('Email')).toHaveValue(harbour.staff.email)
    await expect(page.getByLabel('Password')).toHaveValue(harbour.staff.password)
    await mend()
    const mendUser = await failing(page, 'GET', '**/api/auth/user', fault)
    // The message of the first time may still be there: what says that it is over is the button.
    const asked = page.waitForRequest('**/api/auth/user')
    await button(page).click()
    await asked
    await expect(button(page)).toBeEnabled()
    await expect(toastOf(page)).toContainText(TRY_AGAIN)
    await mendUser()
    await button(page).click()
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  })
}

test('a server that is silent is taken for unreachable, on each public screen with its way out', async ({
  browser,
  baseURL,
}) => {
  if (silence === undefined) throw new Error('no fault is silence')
  // Each on a device that has seen nothing yet: what is kept there is shown instead.
  const onNewDevice = async (address: string) => {
    const page = await browser.newPage({ baseURL: baseURL ?? '', viewport: phone, serviceWorkers: 'block' })
    await withLessPatience(page, silence)
    return { page, mend: await play(page, address, silence) }
  }
  const [gate, fleet, desk] = await Promise.all([
    onNewDevice('**/api/business/*'),
    onNewDevice('**/api/cars?*'),
    onNewDevice('**/api/auth/login'),
  ])
  const throughTheGate = async () => {
    await gate.page.goto(`/${harbour.slug}/portal`)
    await expect(gate.page.getByRole('heading', { name: 'Business Not Found' })).toBeVisible()
    await gate.mend()
    await gate.page.getByRole('button', { name: 'Try again' }).click()
    await expect(gate.page.getByRole('heading', { name: 'Our Fleet' })).toBeVisible()
  }
  const toTheFleet = async () => {
    await fleet.page.goto(`/${harbour.slug}/portal`)
    const alert = fleet.page.getByRole('alert').filter({ hasText: 'Unable to load vehicles' })
    await expect(alert).toBeVisible()
    await fleet.mend()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(fleet.page.getByRole('article').first()).toBeVisible()
  }
  const toTheDesk = async () => {
    await typeIn(desk.page)
    await button(desk.page).click()
    await expect(toastOf(desk.page)).toContainText(TRY_AGAIN)
    await desk.mend()
    await button(desk.page).click()
    await expect(desk.page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  }
  // Each is looked at while it says so: a toast goes again by itself.
  await Promise.all([throughTheGate(), toTheFleet(), toTheDesk()])
  await Promise.all([gate, fleet, desk].map(({ page }) => page.close()))
})
