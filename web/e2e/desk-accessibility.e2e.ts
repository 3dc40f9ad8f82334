import { expect, type Page, test } from '@playwright/test'
import { expectNothingWrong, looks, paint } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { toastOf } from './pages/toasts.ts'
import { harbour } from './pages/world.ts'

/** Every state of the dashboard, as axe sees it. */

const first = (page: Page, name: RegExp) => page.getByRole('button', { name }).first()

for (const { name, colour, viewport } of looks) {
  test.describe(name, () => {
    test.use({ viewport, serviceWorkers: 'block' })
    test.setTimeout(600_000)

    test.beforeEach(async ({ page }) => paint(page, colour))

    test('sign-in, overview, bookings, calendar', async ({ page }) => {
      const staff = new DeskPage(page)
      await staff.openSignIn(harbour.slug)
      await expectNothingWrong(page, 'sign-in')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
      await expectNothingWrong(page, 'sign-in with errors')
      await staff.signIn(harbour.staff)
      await expect(page.getByText('Fleet Performance Insights')).toBeVisible()
      await expectNothingWrong(page, 'overview')
      await staff.goTo('Bookings')
      await expect(first(page, /^View details of /)).toBeVisible()
      await expectNothingWrong(page, 'bookings')
      await first(page, /^View details of /).click()
      await expect(staff.details).toBeVisible()
      await expectNothingWrong(page, 'details')
      await page.keyboard.press('Escape')
      // Where the details are a dialog, it has the keyboard until it is gone.
      await expect(first(page, /^View details of /)).toBeFocused()
      await page.keyboard.press('j')
      await expect(page.getByRole('button', { name: /^View details of / }).nth(1)).toBeFocused()
      await expectNothingWrong(page, 'a row that the keyboard is at, and its details where they stand beside it')
      await first(page, /^View license of /).click()
      await expect(page.getByRole('dialog', { name: /^License of / })).toBeVisible()
      await expectNothingWrong(page, 'licence')
      await page.keyboard.press('Escape')
      await page.getByRole('searchbox', { name: 'Search bookings' }).fill('nobody is called so')
      await expect(page.getByText('Nothing found')).toBeVisible()
      await expectNothingWrong(page, 'nothing found')
      await page.getByRole('button', { name: 'Calendar View' }).click()
      await expect(page.getByText('Showing only approved bookings')).toBeVisible()
      await expectNothingWrong(page, 'calendar')
      await page.locator('td button').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNothingWrong(page, 'a day of the calendar')
    })

    test('fleet, customers, manual booking, shortcuts', async ({ page }) => {
      const staff = new DeskPage(page)
      await staff.signInTo(harbour.slug, harbour.staff)
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      await expectNothingWrong(page, 'shortcuts')
      await page.keyboard.press('Escape')
      await staff.goTo('Manual Booking')
      await expect(page.getByRole('heading', { name: 'Manual Booking' })).toBeVisible()
      await expectNothingWrong(page, 'manual booking')
      await staff.goTo('Fleet')
      await expect(first(page, /^Edit /)).toBeVisible()
      await expectNothingWrong(page, 'fleet')
      await page.getByRole('button', { name: 'Add Vehicle' }).click()
      const form = page.getByRole('dialog', { name: 'Add Vehicle' })
      await expect(form).toBeVisible()
      await expectNothingWrong(page, 'add vehicle')
      await form.getByRole('button', { name: 'Add Vehicle' }).click()
      await expect(form.getByLabel('Name')).toBeFocused()
      await expectNothingWrong(page, 'add vehicle with errors')
      await page.keyboard.press('Escape')
      await first(page, /^Delete /).click()
      await expect(page.getByRole('alertdialog', { name: 'Delete Vehicle' })).toBeVisible()
      await expectNothingWrong(page, 'delete vehicle')
      await page.keyboard.press('Escape')
      await staff.goTo('Customers')
      await expect(first(page, /^View /)).toBeVisible()
      await expectNothingWrong(page, 'customers')
      await first(page, /^View (?!license)/).click()
      await expect(page.getByRole('dialog', { name: 'Customer Details' })).toBeVisible()
      await expectNothingWrong(page, 'customer details')
    })

    test('toast, offline, changes to send, needs you, failures', async ({ page, context }) => {
      const staff = new DeskPage(page)
      await staff.signInTo(harbour.slug, harbour.staff)
      await staff.goTo('Fleet')
      const said = {
        type: 'about:blank',
        title: 'Conflict',
        status: 409,
        code: 'conflict',
        detail: 'No.',
        message: 'No.',
      }
      await page.route('**/api/admin/cars/*/status', (route) => route.fulfill({ status: 409, json: said }))
      await first(page, /^(Mark Unavailable|Make Available): /).click()
      await expect(toastOf(page)).toContainText('Failed to update vehicle availability')
      await expect(staff.status).toHaveText('1 change needs you')
      await expectNothingWrong(page, 'a failure, and a change that needs somebody')
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Changes that need you' })).toBeVisible()
      await expectNothingWrong(page, 'what needs somebody')
      await page.getByRole('button', { name: /^Drop: / }).click()
      await context.setOffline(true)
      await first(page, /^(Mark Unavailable|Make Available): /).click()
      await expect(staff.status).toHaveText(/1 change to send$/)
      await expectNothingWrong(page, 'offline')
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Changes to send' })).toBeVisible()
      await expectNothingWrong(page, 'changes to send')
      await page.keyboard.press('Escape')
      await staff.logout()
      await expect(page.getByRole('alertdialog', { name: 'Changes not sent yet' })).toBeVisible()
      await expectNothingWrong(page, 'logging out with unsent work')
      await page.getByRole('button', { name: 'Stay' }).click()
      await context.setOffline(false)
      await expect(staff.status).toHaveText('1 change needs you')
      await page.route('**/api/admin/customers', (route) => route.fulfill({ status: 503, body: '<h1>Busy</h1>' }))
      await staff.goTo('Customers')
      await first(page, /^Hide /)
        .or(page.getByRole('main').getByRole('alert'))
        .first()
        .waitFor()
      await expectNothingWrong(page, 'customers that could not be loaded')
    })
  })
}
