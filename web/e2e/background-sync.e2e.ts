import {
  type APIRequestContext,
  type BrowserContext,
  type CDPSession,
  expect,
  type Page,
  type Request,
  type Route,
  test,
} from '@playwright/test'
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

/**
 * A request is saved on the phone without a network; then the page's clock stands still, as in the background: nothing
 * but the worker can wake it.
 * @returns the reference of what waits
 */
async function saveAndSleep({ page, context, request }: World, place: number): Promise<string> {
  const portal = new PortalPage(page)
  // Before the page has timers of its own: they would go on by the true clock.
  await page.clock.install()
  await portal.open(harbour.slug)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const car = (await portal.vehicles()).at(place) ?? ''
  const stay = await freeStay(request, car)
  await portal.chooseVehicle(car)
  await portal.typeDates(stay.pickup, stay.dropoff)
  await portal.introduce(someone())
  await portal.uploadLicence(await licencePicture(page))
  await context.route(BOOKINGS, (route) => route.abort())
  await portal.submit()
  await portal.form.getByRole('button', { name: 'Save it on this phone and send it later' }).click()
  const reference = await portal.savedReference()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await expect.poll(() => restsOf(page)).toEqual(['waits'])
  return reference
}

interface World {
  readonly page: Page
  readonly context: BrowserContext
  readonly request: APIRequestContext
}

const BOOKINGS = '**/api/bookings'
const isBooking = (one: Request) => one.method() === 'POST' && new URL(one.url()).pathname === '/api/bookings'

/** What each of those that wait on the device does: `waits` for a time that is not yet, or is `due`, or on its way. */
const restsOf = (page: Page) =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query()
    const isSending = held.some(({ name = '' }) => name.startsWith('forecourt-outbox'))
    const rows = await new Promise<unknown[]>((resolve, reject) => {
      const opening = indexedDB.open('forecourt-outbox')
      opening.addEventListener('error', () => reject(opening.error))
      opening.addEventListener('success', () => {
        const all = opening.result.transaction('actions').objectStore('actions').getAll()
        all.addEventListener('success', () => resolve(all.result.flat()))
        all.addEventListener('error', () => reject(all.error))
        opening.result.close()
      })
    })
    return rows.map((row) => {
      if (isSending) return 'on its way'
      const nextAt = typeof row === 'object' && row !== null && 'nextAt' in row ? Number(row.nextAt) : Number.NaN
      return nextAt > Date.now() ? 'waits' : 'due'
    })
  })

test('the worker wakes an open page when the browser says that the network is back, and what waits is sent', async ({
  page,
  context,
  request,
}) => {
  const portal = new PortalPage(page)
  const reference = await saveAndSleep({ page, context, request }, 5)
  await context.unroute(BOOKINGS)
  const sync = await syncOf(page)
  const sent: Request[] = []
  page.on('request', (one) => void (isBooking(one) && sent.push(one)))
  await sync('something-else')
  // A wake that it caused would have come to the page, and a request of the page's to us, before this answer.
  await page.evaluate(() => fetch('/healthz').then(() => undefined))
  expect(sent).toEqual([])
  await sync('forecourt-outbox')
  await expect.poll(() => sent.length).toBe(1)
  await page.clock.resume()
  expect(await portal.reference()).toBe(reference)
  await expect(portal.waiting).toHaveCount(0)
})

test('what was on its way without a network when the worker woke the page is sent again at once when that fails', async ({
  page,
  context,
  request,
}) => {
  const portal = new PortalPage(page)
  const reference = await saveAndSleep({ page, context, request }, 7)
  const sync = await syncOf(page)
  await context.unroute(BOOKINGS)
  const held = Promise.withResolvers<Route>()
  await context.route(BOOKINGS, (route) => held.resolve(route), { times: 1 })
  // The first time it wakes to a network that answers nothing, the second time to one that is there.
  await sync('forecourt-outbox')
  const hanging = await held.promise
  const woken = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        navigator.serviceWorker.addEventListener('message', ({ data }) => data === 'forecourt-wake' && resolve())
      }),
  )
  await sync('forecourt-outbox')
  await woken
  const sending = page.waitForRequest(isBooking)
  await hanging.abort()
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
