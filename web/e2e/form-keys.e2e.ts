import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { Keyboard } from './pages/keyboard.ts'
import { PortalPage } from './pages/portal.ts'
import { desk, freeStay, harbour, licencePicture, phone, someone } from './pages/world.ts'

/** What Enter and the calendar's buttons do in the booking form: nothing is sent that nobody asked to send. */

test.use({ viewport: desk })

/** Counts the booking requests that leave the page. */
function countSent(page: Page): () => number {
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/bookings') sent += 1
  })
  return () => sent
}

/** A portal whose form has everything but the licence. */
async function withoutLicence(page: Page, request: APIRequestContext, place: number): Promise<PortalPage> {
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  await fillIn(portal, request, place)
  return portal
}

async function fillIn(portal: PortalPage, request: APIRequestContext, place: number): Promise<void> {
  const car = (await portal.vehicles()).at(place) ?? ''
  const { pickup, dropoff } = await freeStay(request, car)
  await portal.field('Vehicle').selectOption({ index: place + 1 })
  await portal.typeDates(pickup, dropoff)
  await portal.introduce(someone())
}

const month = (portal: PortalPage) => portal.form.getByRole('grid').getAttribute('aria-label')

/** The one that only screen readers find, behind the last day. */
const nextMonthForReaders = (portal: PortalPage) =>
  portal.form.getByRole('application').getByRole('button', { name: 'Next', exact: true }).last()

test('turning a month with the button that only screen readers find sends nothing, in the portal and at the desk', async ({
  page,
  request,
}) => {
  const sent = countSent(page)
  const portal = await withoutLicence(page, request, 0)
  await portal.uploadLicence(await licencePicture(page))
  await expect(portal.submitButton).toBeEnabled()
  await turnAMonth(portal)
  await expect(portal.confirmation).toHaveCount(0)

  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Manual Booking')
  const form = new PortalPage(page)
  await fillIn(form, request, 0)
  await form.uploadLicence(await licencePicture(page))
  await turnAMonth(form)
  expect(sent()).toBe(0)
})

async function turnAMonth(form: PortalPage): Promise<void> {
  const before = await month(form)
  await nextMonthForReaders(form).dispatchEvent('click')
  await expect.poll(() => month(form)).not.toBe(before)
  await expect(form.submitButton, 'and the form stands as it was').toBeEnabled()
}

test('Enter in a field sends the form and leaves the calendar where it is', async ({ page, request }) => {
  const sent = countSent(page)
  const portal = await withoutLicence(page, request, 1)
  await portal.uploadLicence(await licencePicture(page))
  await portal.field('Email').fill('nobody')
  const before = await month(portal)
  await portal.field('Full name').press('Enter')
  await expect(portal.field('Email'), 'the form was to be sent').toBeFocused()
  await expect(portal.error('Invalid email address')).toBeVisible()
  expect(await month(portal)).toBe(before)
  await portal.field('Email').fill('somebody@example.com')
  await portal.field('Email').press('Enter')
  await portal.reference()
  expect(sent()).toBe(1)
})

test('Enter does what the button does: without a licence nothing at all', async ({ page, request }) => {
  const portal = await withoutLicence(page, request, 1)
  await portal.field('Email').fill('nobody')
  await expect(portal.submitButton).toBeDisabled()
  const before = await month(portal)
  await portal.field('Address').press('Enter')
  await expect(portal.form.getByText("Upload the driver's license to send the request.")).toBeVisible()
  await expect(portal.field('Address')).toBeFocused()
  await expect(portal.error('Invalid email address'), 'the form was not even looked at').toHaveCount(0)
  expect(await month(portal)).toBe(before)
})

test('no button in the booking form sends it but the one that says so', async ({ page, request }) => {
  const portal = await withoutLicence(page, request, 1)
  await portal.uploadLicence(await licencePicture(page))
  const submits = await portal.form
    .locator('button')
    .evaluateAll((all) => all.filter((each) => each instanceof HTMLButtonElement && each.type === 'submit').length)
  expect(submits).toBe(1)
})

test('Enter pressed three times sends one request, and its confirmation is still there to be read', async ({
  page,
  request,
}) => {
  await page.clock.install()
  const sent = countSent(page)
  const portal = await withoutLicence(page, request, 2)
  await portal.uploadLicence(await licencePicture(page))
  await standStill(page)
  await portal.field('Address').press('Enter')
  await untilDoneHasTheFocus(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.clock.resume()
  await portal.reference()
  expect(sent()).toBe(1)
  // Whoever has seen it closes it with the same key.
  await new Keyboard(page).closeSaid(portal.confirmation)
})

test('what is said of a request that waits outlasts an impatient Enter, too', async ({ page, context, request }) => {
  await page.clock.install()
  const portal = await withoutLicence(page, request, 2)
  await portal.uploadLicence(await licencePicture(page))
  await context.setOffline(true)
  await standStill(page)
  await portal.field('Address').press('Enter')
  await untilDoneHasTheFocus(page)
  await page.keyboard.press('Enter')
  await page.clock.resume()
  await portal.savedReference()
})

/** From here on the page's time goes on only as it is told: fingers are quick, however busy the machine is. */
const standStill = async (page: Page) => await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))

/** At once, as quick fingers are: within a few frames of the page's time. */
async function untilDoneHasTheFocus(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(50)
        return await page.evaluate(() => document.activeElement?.textContent)
      },
      { intervals: [100] },
    )
    .toBe('Done')
}

test('choosing a vehicle on its card takes the complaint away that none was chosen', async ({ page }) => {
  await page.setViewportSize(phone)
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  await portal.uploadLicence(await licencePicture(page))
  await portal.submit()
  await expect(portal.error('Please select a vehicle')).toBeVisible()
  const [car = ''] = await portal.vehicles()
  await portal.chooseVehicle(car)
  await expect(portal.error('Please select a vehicle')).toHaveCount(0)
  await expect(portal.error('Pickup date is required'), 'what is still missing is still said').toBeVisible()
})
