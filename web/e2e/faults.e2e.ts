import { expect, test } from '@playwright/test'
import { failing, faults } from './pages/faults.ts'
import { PortalPage } from './pages/portal.ts'
import { toastOf } from './pages/toasts.ts'
import { freeStay, harbour, licencePicture, phone, someone } from './pages/world.ts'

/** A slow, failing, half-dead or lying server: each public screen says so, loses nothing and has a way out. */

test.use({ viewport: phone, serviceWorkers: 'block' })

const each = Object.entries(faults)

for (const [name, fault] of each) {
  test(`the portal of a server that ${name} comes back, part by part`, async ({ page }) => {
    const portal = new PortalPage(page)
    let mend = await failing(page, 'GET', '**/api/business/*', fault)
    // From the beginning: the fleet is asked for together with the business.
    const mendFleet = await failing(page, 'GET', '**/api/cars?*', fault)
    await page.goto(`/${harbour.slug}/portal`)
    await expect(page.getByRole('heading', { name: 'Business Not Found' })).toBeVisible()
    await expect(page).toHaveTitle('Business Not Found – Forecourt')
    await expect(page.getByRole('link', { name: 'Go to Homepage' })).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Try again' }).click()

    const fleet = page.getByRole('alert').filter({ hasText: 'Unable to load vehicles' })
    await expect(fleet).toContainText('Please try refreshing the page.')
    await mendFleet()
    await fleet.getByRole('button', { name: 'Try again' }).click()
    await expect(portal.form).toBeVisible()

    mend = await failing(page, 'GET', '**/api/cars/*/booked-dates', fault)
    const [car = ''] = await portal.vehicles()
    await portal.chooseVehicle(car)
    const days = portal.form.getByRole('alert').filter({ hasText: 'The days that are booked already' })
    await expect(days).toContainText('could not be loaded.')
    await mend()
    await days.getByRole('button', { name: 'Try again' }).click()
    await expect(days).toHaveCount(0)
    await expect(portal.field('Vehicle'), 'what was chosen is still chosen').not.toHaveValue('')
  })

  test(`a licence and a request to a server that ${name} are sent again, and nothing typed is lost`, async ({
    page,
    request,
  }) => {
    const renter = someone()
    const portal = new PortalPage(page)
    await portal.open(harbour.slug)
    const car = (await portal.vehicles()).at(7) ?? ''
    const stay = await freeStay(request, car)
    await portal.chooseVehicle(car)
    await portal.typeDates(stay.pickup, stay.dropoff)
    await portal.introduce(renter)

    const licence = await licencePicture(page)
    await portal.form.locator('input[type=file]').setInputFiles(licence)
    await expect(portal.form.getByText('License uploaded', { exact: true })).toBeVisible()
    for (const [method, address] of [
      ['POST', '**/api/objects/upload'],
      ['PUT', /\/incoming\//],
      ['PUT', '**/api/license-upload'],
    ] as const) {
      await portal.form.getByRole('button', { name: 'Remove' }).click()
      const mend = await failing(page, method, address, fault)
      await portal.form.locator('input[type=file]').setInputFiles(licence)
      const again = portal.form.getByRole('button', { name: 'Try again' })
      await expect(again, `${method} ${String(address)}`).toBeVisible()
      await expect(toastOf(page)).toContainText('There was an error processing your license upload.')
      await expect(portal.submitButton).toBeDisabled()
      await mend()
      await again.click()
      await expect(portal.form.getByText('License uploaded', { exact: true })).toBeVisible()
    }

    const mend = await failing(page, 'POST', '**/api/bookings', fault)
    await portal.submit()
    await expect(toastOf(page)).toContainText('Booking Failed')
    await expect(portal.form.getByRole('alert')).toContainText('Nothing you typed is lost')
    await expect(portal.confirmation).toHaveCount(0)
    await page.reload()
    await expect(portal.field('Full name')).toHaveValue(renter.name)
    await expect(portal.field('Address')).toHaveValue(renter.address)
    await expect(portal.field('Pickup date')).toHaveValue(stay.pickup)
    await mend()
    await portal.submit()
    await portal.reference()
  })
}

test('code that does not arrive leaves no screen empty', async ({ page }) => {
  const portal = new PortalPage(page)
  await page.route(/\/assets\/portal-booking-.*\.js$/, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(`/${harbour.slug}/portal`)
  await expect(page.getByText('The form could not be loaded.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Our Fleet' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(portal.form).toBeVisible()

  for (const [file, address, heading] of [
    ['portal', `/${harbour.slug}/portal`, 'Our Fleet'],
    ['sign-in', `/${harbour.slug}/admin/login`, 'Sign in to manage Harbour Hire'],
  ] as const) {
    await page.route(new RegExp(`/assets/${file}-.*\\.js$`), (route) =>
      route.fulfill({ status: 500, body: '<h1>no</h1>' }),
    )
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }

  // The landing page is there before its code, and stays without it.
  const landing = page.waitForRequest(/\/assets\/landing-.*\.js$/)
  await page.route(/\/assets\/landing-.*\.js$/, (route) => route.fulfill({ status: 500, body: '<h1>no</h1>' }))
  await page.goto('/')
  await landing
  await expect(page.getByRole('heading', { name: 'The complete car rental management platform' })).toBeVisible()
  await page.getByRole('link', { name: 'Features' }).first().click()
  await expect(page).toHaveURL('/#features')
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toHaveCount(0)

  // Toasts are an extra: nothing else may go with them.
  await page.route(/\/assets\/toasts-.*\.js$/, (route) => route.abort())
  await portal.open(harbour.slug)
})

test('landing and not-found pages need no server but for their own files', async ({ page }) => {
  await page.route(/\/(api|objects)\//, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Book a Free Call' }).first()).toHaveAttribute('href', /^https:/)
  await page.goto('/nothing/of/the/kind')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page).toHaveTitle('404 Page Not Found – Forecourt')
  await page.getByRole('link', { name: 'Go to Homepage' }).click()
  await expect(page.getByRole('heading', { name: 'The complete car rental management platform' })).toBeVisible()
})

test('signing in says what is missing beside each field, and the first one has the focus', async ({ page }) => {
  await page.goto(`/${harbour.slug}/admin/login`)
  const signIn = page.getByRole('button', { name: 'Sign in' })
  await signIn.click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(harbour.staff.email)
  await signIn.click()
  await expect(page.getByLabel('Password')).toBeFocused()
})
