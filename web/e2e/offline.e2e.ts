import { expect, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { inCacheStorage, inIndexedDb, slowToRead } from './pages/device.ts'
import { PortalPage } from './pages/portal.ts'
import { harbour, someone } from './pages/world.ts'

test('the portal opens without a network in the state last seen, and keeps what is typed', async ({
  page,
  context,
}) => {
  const renter = someone()
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const vehicles = await portal.vehicles()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await portal.introduce(renter)
  await expect
    .poll(() =>
      page.evaluate(
        (key) =>
          new Promise((resolve) => {
            const open = indexedDB.open('keyval-store')
            open.addEventListener('success', () => {
              const kept = open.result.transaction('keyval').objectStore('keyval').getKey(key)
              kept.addEventListener('success', () => resolve(kept.result))
            })
          }),
        `pub:${harbour.slug}`,
      ),
    )
    .toBe(`pub:${harbour.slug}`)

  await context.setOffline(true)
  await page.reload()
  await expect(portal.field('Full name')).toHaveValue(renter.name)
  expect(await portal.vehicles()).toEqual(vehicles)
})

test('no answer of the API and no licence is in a cache of the service worker, only the app itself', async ({
  page,
}) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await expect(page.getByRole('button', { name: /^View details of / }).first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  const kept = await inCacheStorage(page)
  expect(kept.some((url) => url.includes('/assets/'))).toBe(true)
  expect(kept.filter((url) => /\/api\/|\/objects\/licences\//.test(url))).toEqual([])
})

test('a network that goes away right after the first page has come does not keep the app from the device for good', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const lost = page.waitForEvent('requestfailed')
  await page.route('**/assets/settle-on-device-*.js', (route) => route.abort(), { times: 1 })
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  await lost
  await page.evaluate(() => navigator.serviceWorker.ready)
  expect(errors).toEqual([])
})

/** What a portal asks about its business. */
const PUBLIC = /\/api\/(business|cars)/

/** Whether the device has something of the business to show. */
const isKept = async (page: Page) =>
  (await inIndexedDb(page)).some((entry) => entry.includes(`"pub:${harbour.slug}"`) && entry.includes('"primaryColor"'))

/** Somebody looks at the portal, and the device keeps what they have seen. */
async function visit(page: Page): Promise<PortalPage> {
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  expect(await portal.vehicles()).not.toHaveLength(0)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => isKept(page)).toBe(true)
  return portal
}

/** From now on the page is told what the service says of a business that is closed. */
async function closeBusiness(page: Page): Promise<void> {
  const said = { title: 'Not Found', status: 404, detail: 'Not found', message: 'Not found', code: 'not-found' }
  const closed = {
    status: said.status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', ...said }),
  }
  await page.route(PUBLIC, (route) => route.fulfill(closed))
}

test('a business that is closed is not found by those either who have been there, with and without a network', async ({
  page,
  context,
}) => {
  const portal = await visit(page)

  await closeBusiness(page)
  await page.reload()
  const notFound = page.getByRole('heading', { name: 'Business Not Found' })
  await expect(notFound).toBeVisible()
  await page.route(PUBLIC, (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  await expect(notFound, 'what goes wrong later does not open it again').toBeVisible()
  await expect.poll(() => isKept(page), 'nothing of it is shown without a network').toBe(false)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()

  await context.setOffline(false)
  await expect(notFound).toBeVisible()
  await page.unroute(PUBLIC)
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(await portal.vehicles(), 'it is open again').not.toHaveLength(0)
})

test('a business that is closed is not found where the device answers later than the service either', async ({
  page,
  context,
}) => {
  await visit(page)

  await closeBusiness(page)
  await slowToRead(page, 700)
  await page.reload()
  const notFound = page.getByRole('heading', { name: 'Business Not Found' })
  await expect(notFound).toBeVisible()
  await page.route(PUBLIC, (route) => route.abort())
  await expect.poll(() => isKept(page), 'what the device had is forgotten').toBe(false)
  await expect(notFound, 'and not shown').toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
})
