import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { PortalPage } from './pages/portal.ts'
import { freeStay, harbour, licencePicture, phone, someone } from './pages/world.ts'

test.use({ viewport: phone })

/** How the browser tells the service worker of the page that the network is back. */
async function syncOf(page: Page): Promise<(tag: string) => Promise<void>> {
  const browser: CDPSession = await page.context().newCDPSession(page)
  const known = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (registration !== undefined) resolve(registration.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const registrationId = await known
  const { origin } = new URL(page.url())
  return async (tag) => {
    await browser.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false })
  }
}

test('the worker wakes an open page when the browser says that the network is back, and what waits is sent', async ({
  page,
  context,
  request,
}) => {
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const car = (await portal.vehicles()).at(5) ?? ''
  const stay = await freeStay(request, car)
  await portal.chooseVehicle(car)
  await portal.typeDates(stay.pickup, stay.dropoff)
  await portal.introduce(someone())
  await portal.uploadLicence(await licencePicture(page))
  await context.route('**/api/bookings', (route) => route.abort())
  await portal.submit()
  await portal.form.getByRole('button', { name: 'Save it on this phone and send it later' }).click()
  const reference = await portal.savedReference()

  // In the background a page's clock stands still: nothing but the worker can wake it.
  await page.clock.install()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await context.unroute('**/api/bookings')
  const sync = await syncOf(page)
  const sending = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/bookings'))
  await sync('something-else')
  await sync('forecourt-outbox')
  await sending
  await page.clock.resume()
  expect(await portal.reference()).toBe(reference)
  await expect(portal.waiting).toHaveCount(0)
})

test('without a network a page asks the browser to be woken', async ({ page, context, request }) => {
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const car = (await portal.vehicles()).at(6) ?? ''
  const stay = await freeStay(request, car)
  await portal.chooseVehicle(car)
  await context.setOffline(true)
  await portal.typeDates(stay.pickup, stay.dropoff)
  await portal.introduce(someone())
  await portal.keepLicence(await licencePicture(page))
  await portal.submit()
  await portal.savedReference()
  const tags = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const sync: unknown = 'sync' in registration ? registration.sync : undefined
      if (typeof sync !== 'object' || sync === null || !('getTags' in sync)) return []
      const ask = sync.getTags
      const found: unknown = typeof ask === 'function' ? await ask.call(sync) : []
      return Array.isArray(found) ? found.map(String) : []
    })
  await expect.poll(tags).toContain('forecourt-outbox')
  await context.setOffline(false)
  await portal.reference()
})
