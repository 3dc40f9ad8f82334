import { expect, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { Keyboard } from './pages/keyboard.ts'
import { PortalPage } from './pages/portal.ts'
import { newRequest } from './pages/requests.ts'
import { readSettings, SettingsPage, storeSettings } from './pages/settings.ts'
import { toastOf } from './pages/toasts.ts'
import { desk, freeStay, harbour, licencePicture, someone, withoutWorker } from './pages/world.ts'

test.use({ ...withoutWorker, viewport: desk })

test('a day at the desk by keyboard alone: sign in, approve, note, book a walk-in', async ({ page, request }) => {
  const keyboard = new Keyboard(page)
  const staff = new DeskPage(page)
  const form = new PortalPage(page)
  const walkIn = someone()
  await staff.openSignIn(harbour.slug)
  const { name: customer } = await newRequest(page, request)
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true })

  await keyboard.fill(page.getByLabel('Email'), harbour.staff.email)
  await keyboard.fill(page.getByLabel('Password'), harbour.staff.password)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await keyboard.tabTo(tab('Bookings'))
  await keyboard.press('Enter')
  await keyboard.fill(page.getByRole('searchbox', { name: 'Search bookings' }), customer)
  await expect(staff.booking(customer)).toHaveCount(1)
  await keyboard.tabTo(page.getByRole('button', { name: `Approve: ${customer}` }))
  await keyboard.press('Enter')
  await expect(staff.booking(customer)).toContainText('Approved')

  await keyboard.tabTo(page.getByRole('button', { name: `View details of ${customer}` }))
  await keyboard.press('Enter')
  await keyboard.fill(page.getByLabel('Admin Notes'), 'Keys in the blue box')
  await keyboard.tabTo(page.getByRole('button', { name: 'Save Notes' }))
  await keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Admin notes saved successfully')
  await keyboard.press('Escape')

  await keyboard.tabTo(tab('Manual Booking'))
  await keyboard.press('Enter')
  await expect(form.form).toBeVisible()
  const car = (await form.vehicles()).at(7) ?? ''
  const { months } = await freeStay(request, car)
  await keyboard.tabTo(form.field('Vehicle'))
  await keyboard.press(...Array.from({ length: 8 }, () => 'ArrowDown'))
  await expect(form.field('Vehicle').locator('option:checked')).toContainText(car)
  await keyboard.tabTo(form.form.getByRole('grid').locator('[tabindex="0"]'))
  await keyboard.press(...Array.from({ length: months }, () => 'PageDown'))
  // Choosing the first day by keyboard moves on to the next one.
  await keyboard.press('Enter', 'ArrowRight', 'Enter')
  await expect(form.form.getByRole('status').filter({ hasText: '2 days' })).toBeVisible()
  await keyboard.fill(form.field('Full name'), walkIn.name)
  await keyboard.fill(form.field('Email'), walkIn.email)
  await keyboard.fill(form.field('Phone'), walkIn.phone)
  await keyboard.fill(form.field('Address'), walkIn.address)
  await keyboard.tabTo(form.form.locator('input[type=file]'))
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Space')])
  await chooser.setFiles(await licencePicture(page))
  await expect(form.submitButton).toBeEnabled()
  await keyboard.tabTo(form.submitButton)
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Booking created' })).toBeVisible()
  await keyboard.tabTo(page.getByRole('button', { name: 'Open the booking' }))
  await keyboard.press('Enter')
  await expect(staff.details).toContainText(walkIn.name)
})

test('what could not be done leaves the keyboard where it was, and Esc closes the dialog', async ({
  page,
  context,
}) => {
  const keyboard = new Keyboard(page)
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  await keyboard.fill(page.getByLabel('Email'), harbour.staff.email)
  await keyboard.fill(page.getByLabel('Password'), 'wrong')
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
  await keyboard.tabTo(signIn)
  await keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Login Failed')
  await expect(signIn, 'a wrong password').toBeFocused()

  await staff.signIn(harbour.staff)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await staff.goTo('Fleet')
  await page.getByRole('button', { name: 'Add Vehicle', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Vehicle' })
  await keyboard.fill(dialog.getByLabel('Name'), 'Nobody’s car')
  await keyboard.fill(dialog.getByLabel('Daily rate'), '31')
  await context.setOffline(true)
  const add = dialog.getByRole('button', { name: 'Add Vehicle' })
  await keyboard.tabTo(add)
  await keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Failed to add vehicle to fleet')
  await expect(add, 'a vehicle that could not be added').toBeFocused()
  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('settings that could not be saved leave the keyboard at the button, as do those that were', async ({ page }) => {
  const keyboard = new Keyboard(page)
  const settings = new SettingsPage(page)
  await settings.openAt(harbour.slug, harbour.staff)
  const before = await readSettings(page)
  const save = page.getByRole('button', { name: 'Save settings', exact: true })
  await settings.field('Description').fill(`By the harbour, ${Date.now()}`)
  await page.route('**/api/admin/business/settings', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, body: '<h1>Busy</h1>' }) : route.fallback(),
  )
  await keyboard.tabTo(save)
  await keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Failed to save the settings')
  await expect(save).toBeFocused()
  await page.unroute('**/api/admin/business/settings')
  await keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Settings saved')
  await expect(save).toBeFocused()
  await expect(save, 'there is nothing left to save').toBeDisabled()
  await storeSettings(page, before)
})
