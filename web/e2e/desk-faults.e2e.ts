import { expect, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { faults, play, withLessPatience } from './pages/desk-faults.ts'
import { addVehicle, VehiclePage } from './pages/fleet.ts'
import { PortalPage } from './pages/portal.ts'
import { deskWithRequest } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { desk, freeStay, harbour, licencePicture, someone } from './pages/world.ts'

/** A server that fails, lies or is silent: words and a way out on every screen of the desk. */

test.use({ viewport: desk, serviceWorkers: 'block' })

/** All that the dashboard reads, but for its stream of changes. */
const READS = /\/api\/admin\/(bookings|cars|customers|stats|car-performance)(\?|$)/

/** Each tab, the words of its own for what is missing, and something that is on it when all is well. */
const tabs = [
  {
    tab: 'overview',
    words: 'The bookings could not be loaded.',
    well: (page: Page) => page.getByText('Decisions waiting'),
  },
  {
    tab: 'bookings',
    words: 'The bookings could not be loaded.',
    well: (page: Page) => page.locator('[data-row]').first(),
  },
  { tab: 'fleet', words: 'The fleet could not be loaded.', well: (page: Page) => page.locator('[data-row]').first() },
  {
    tab: 'customers',
    words: 'The customers could not be loaded.',
    well: (page: Page) => page.locator('[data-row]').first(),
  },
  {
    tab: 'manual-booking',
    words: 'The fleet could not be loaded.',
    well: (page: Page) => page.getByRole('form', { name: 'Booking request' }),
  },
] as const

for (const fault of faults) {
  test.describe(fault.name, () => {
    test('every tab without a copy says what is missing, and Try again brings it', async ({ page }) => {
      await withLessPatience(page, fault)
      await nothingChanges(page)
      const staff = new DeskPage(page)
      await staff.openSignIn(harbour.slug)
      let mend = await play(page, READS, fault)
      await staff.signIn(harbour.staff)
      await expect(page).not.toHaveURL(/login/)
      for (const { tab, words, well } of tabs) {
        await page.goto(`/${harbour.slug}/admin?tab=${tab}`)
        await expect(page.getByRole('main')).toBeVisible()
        const alert = page.getByRole('alert').filter({ hasText: fault.words ?? words })
        await expect(alert.first(), tab).toBeVisible()
        await mend()
        await alert.first().getByRole('button', { name: 'Try again' }).click()
        await expect(well(page), tab).toBeVisible()
        mend = await play(page, READS, fault)
        await forgetCopy(page)
      }
    })

    test('search, older months, licences, pictures', async ({ page, request }) => {
      await withLessPatience(page, fault)
      await nothingChanges(page)
      const { staff, customer } = await deskWithRequest(page, request)

      let mend = await play(page, /\/api\/admin\/bookings\?q=/, fault)
      await page.getByRole('searchbox', { name: 'Search bookings' }).fill(customer)
      const alert = page.getByRole('main').getByRole('alert')
      await expect(alert).toContainText(fault.words ?? 'The server could not search.')
      await expect(staff.booking(customer), 'what is on the device is found').toHaveCount(1)
      await mend()
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(alert).toHaveCount(0)

      mend = await play(page, /\/api\/admin\/bookings\?status=approved/, fault)
      await page.getByRole('button', { name: 'Calendar View' }).click()
      await expect(alert).toContainText(fault.words ?? 'Not all of the month could be loaded.')
      await mend()
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(alert).toHaveCount(0)
      await page.getByRole('button', { name: 'Table View' }).click()

      mend = await play(page, '**/objects/licences/**', fault)
      await page.getByRole('searchbox', { name: 'Search bookings' }).fill(customer)
      await page.getByRole('button', { name: `View license of ${customer}` }).click()
      const licence = page.getByRole('dialog', { name: `License of ${customer}` })
      if (fault.isSilent !== true) await expect(licence).toContainText('The license could not be loaded.')
      await mend()
      if (fault.isSilent !== true) {
        await licence.getByRole('button', { name: 'Try again' }).click()
        await expect(licence.getByRole('img')).toHaveJSProperty('complete', true)
      }
      await licence.getByRole('button', { name: 'Close' }).click()

      await addVehicle(page)
      await staff.goTo('Fleet')
      await page.getByRole('button', { name: 'Add Vehicle', exact: true }).click()
      const form = new VehiclePage(page)
      mend = await play(page, '**/api/objects/upload', fault)
      await form.dialog.locator('input[type=file]').setInputFiles(await licencePicture(page))
      await expect(form.dialog).toContainText(fault.words ?? 'The picture could not be uploaded. Please try again.')
      await mend()
      await form.dialog.getByRole('button', { name: 'Try again' }).click()
      await expect(form.dialog.getByRole('img', { name: 'The vehicle' })).toBeVisible()
    })

    test('signing in, the look at the session, and its stream of changes', async ({ page }) => {
      await withLessPatience(page, fault)
      const staff = new DeskPage(page)
      let mend = await play(page, '**/api/business/*', fault)
      await page.goto(`/${harbour.slug}/admin/login`)
      await expect(page.getByRole('heading', { name: 'Business Not Found' })).toBeVisible()
      await mend()
      await page.getByRole('button', { name: 'Try again' }).click()

      mend = await play(page, '**/api/auth/login', fault)
      await staff.signIn(harbour.staff)
      const said = fault.name === '503' ? fault.words : 'Login failed. Please try again.'
      await expect(toastOf(page)).toContainText(said ?? '')
      await mend()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()

      mend = await play(page, '**/api/auth/user', fault)
      await forgetMember(page)
      await page.goto(`/${harbour.slug}/admin`)
      await expect(page.getByRole('heading', { name: 'The dashboard could not be opened' })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(fault.words ?? 'Something went wrong. Please try again.')
      await mend()
      mend = await play(page, '**/api/admin/live', fault)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
      await expect(staff.status, 'works without its stream').toHaveText(/^Up to date/)
      await mend()
    })

    test('a manual booking with its licence: nothing typed is lost, and sent again it is there once', async ({
      page,
      request,
    }) => {
      await withLessPatience(page, fault)
      const customer = someone()
      const staff = new DeskPage(page)
      await staff.signInTo(harbour.slug, harbour.staff)
      await staff.goTo('Manual Booking')
      const form = new PortalPage(page)
      const [car = ''] = await form.vehicles()
      const { pickup, dropoff } = await freeStay(request, car)
      await form.field('Vehicle').selectOption({ index: 1 })
      await form.typeDates(pickup, dropoff)
      await form.introduce(customer)

      let mend = await play(page, '**/api/objects/upload', fault)
      await form.form.locator('input[type=file]').setInputFiles(await licencePicture(page))
      await expect(form.form).toContainText(fault.words ?? 'There was an error processing your license upload.')
      await mend()
      await form.form.getByRole('button', { name: 'Try again' }).click()
      await expect(form.form.getByText('License uploaded', { exact: true })).toBeVisible()

      mend = await play(page, '**/api/bookings', fault, 'POST')
      await form.submit()
      await expect(form.form.getByRole('alert')).toContainText(
        fault.words ?? 'There was an error submitting your booking.',
      )
      await expect(form.field('Full name')).toHaveValue(customer.name)
      await mend()
      await form.submit()
      await page
        .getByRole('dialog', { name: 'Booking created' })
        .getByRole('button', { name: 'Open the booking' })
        .click()
      await expect(staff.details).toContainText(customer.name)
      await page.keyboard.press('Escape')
      await expect(staff.booking(customer.name)).toHaveCount(1)
    })
  })
}

/** What others do, a worker among them, would have the page read anew by itself before somebody tries again. */
const nothingChanges = (page: Page) => page.route('**/api/admin/live', (route) => route.abort())

/** What the dashboard keeps for the time without a server is gone, as on a device that it never was on. */
async function forgetCopy(page: Page): Promise<void> {
  await page.goto('/')
  await emptied(page, 'adm:')
}

/** Nobody is known to have signed in here, while the session is there. */
async function forgetMember(page: Page): Promise<void> {
  await page.goto('/')
  await emptied(page, 'member')
}

const emptied = (page: Page, prefix: string) =>
  page.evaluate(
    (start) =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('keyval-store')
        request.addEventListener('success', () => {
          const rows = request.result.transaction('keyval', 'readwrite').objectStore('keyval')
          rows.delete(IDBKeyRange.bound(start, `${start}\uffff`)).addEventListener('success', () => {
            request.result.close()
            resolve()
          })
        })
      }),
    prefix,
  )

test('a dashboard that could not be opened for want of a network asks again by itself', async ({ page, context }) => {
  await page.route('**/api/auth/user', (route) => route.abort())
  await page.goto(`/${harbour.slug}/admin`)
  await expect(page.getByRole('heading', { name: 'The dashboard could not be opened' })).toBeVisible()
  await context.setOffline(true)
  await page.unroute('**/api/auth/user')
  await context.setOffline(false)
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
})
