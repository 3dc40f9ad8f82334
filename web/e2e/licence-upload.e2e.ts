import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { inIndexedDb } from './pages/device.ts'
import { letGo } from './pages/let-go.ts'
import { PortalPage } from './pages/portal.ts'
import { harbour, licencePicture, phone, withoutWorker } from './pages/world.ts'

test.use(withoutWorker)
test.use({ viewport: phone })
test.afterEach(({ page, context }) => letGo(page, context))

const sealed = async (page: Page) => (await inIndexedDb(page)).filter((entry) => entry.startsWith('forecourt-sealed'))

/** A licence was chosen without a network; now there is one, and the server answers with this status, so many times. */
async function keptBefore(page: Page, context: BrowserContext, status: number, times: number) {
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const licence = await licencePicture(page)
  await context.setOffline(true)
  await portal.keepLicence(licence)
  await page.route('**/api/objects/upload', (route) => route.fulfill({ status, json: {} }), { times })
  const refused = page.waitForResponse('**/api/objects/upload')
  await context.setOffline(false)
  await refused
  return portal
}

test('the page does not move on while a licence is uploaded: the button that is pressed next stays where it is', async ({
  page,
}) => {
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const licence = await licencePicture(page)
  // The upload stays under way.
  await page.route('**/api/license-upload*', () => {})
  // What is said of the upload would come to lie below the price bar.
  const choose = portal.form.getByText("Upload driver's license", { exact: true })
  await choose.evaluate((label) => {
    const below = window.innerHeight - label.getBoundingClientRect().bottom
    window.scrollBy({ top: 120 - below, behavior: 'instant' })
  })
  const before = await page.evaluate(() => window.scrollY)
  const places = page.evaluate(async () => {
    // Before the file is there, however soon the next picture is.
    const seen: number[] = [window.scrollY]
    while (Reflect.get(window, 'isSeen') !== true) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (seen.at(-1) !== window.scrollY) seen.push(window.scrollY)
    }
    return seen
  })
  await portal.form.locator('input[type=file]').setInputFiles(licence)
  await expect(portal.form.getByText('Uploading licence.png')).toBeInViewport()
  // Whatever still moves the page does so by then.
  await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    Reflect.set(window, 'isSeen', true)
  })
  const [first, ...then] = await places
  expect(first).toBe(before)
  expect(then, 'at once, and no further').toHaveLength(1)
})

for (const status of [503, 429]) {
  test(`a licence that was kept stays on the phone when the server answers ${status}, and is sent again by itself`, async ({
    page,
    context,
  }) => {
    const portal = await keptBefore(page, context, status, 1)
    await expect(portal.error('There was an error processing your license upload.')).toBeVisible()
    await expect(portal.form.getByText('License kept on this phone', { exact: true })).toBeVisible()
    expect(await sealed(page)).toHaveLength(1)
    await expect(portal.form.getByText('License uploaded', { exact: true })).toBeVisible()
    await expect.poll(() => sealed(page)).toEqual([])
  })
}

test('a licence that was kept is sent again by hand as well, as often as it takes', async ({ page, context }) => {
  const portal = await keptBefore(page, context, 503, 2)
  const again = portal.form.getByRole('button', { name: 'Try again' })
  const refused = page.waitForResponse('**/api/objects/upload')
  await again.click()
  await refused
  await again.click()
  await expect(portal.form.getByText('License uploaded', { exact: true })).toBeVisible({ timeout: 10_000 })
  await expect.poll(() => sealed(page)).toEqual([])
})

test('a licence that was kept is given up when the server will never take it', async ({ page, context }) => {
  const portal = await keptBefore(page, context, 415, 1)
  await expect(portal.error('The file is not a PNG, JPG or PDF. Please choose another one.')).toBeVisible()
  await expect(portal.form.getByText('License kept on this phone', { exact: true })).toHaveCount(0)
  await expect.poll(() => sealed(page)).toEqual([])
})

/** A licence is on its way to the server, and stays so until what is returned is called. */
async function onItsWay(page: Page) {
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  let times = 0
  await page.route('**/api/license-upload*', async (route) => {
    times += 1
    await promise
    await route.continue()
  })
  await portal.form.locator('input[type=file]').setInputFiles(await licencePicture(page))
  await expect(portal.form.getByText('Uploading licence.png')).toBeVisible()
  await expect.poll(() => times).toBe(1)
  return { portal, arrive, timesSent: () => times }
}

test('a network that flickers stops no upload that is under way', async ({ page, context }) => {
  const { portal, arrive, timesSent } = await onItsWay(page)
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(portal.form.getByText('Uploading licence.png')).toBeVisible()
  arrive()
  await expect(portal.form.getByText('License uploaded', { exact: true })).toBeVisible()
  expect(timesSent()).toBe(1)
})

test('a licence that is on its way when the network goes is kept on the phone, and sent when it is back', async ({
  page,
  context,
}) => {
  const { portal, arrive } = await onItsWay(page)
  await context.setOffline(true)
  await expect(portal.form.getByText('License kept on this phone', { exact: true })).toBeVisible()
  expect(await sealed(page)).toHaveLength(1)
  arrive()
  await context.setOffline(false)
  await expect(portal.form.getByText('License uploaded', { exact: true })).toBeVisible()
  await expect.poll(() => sealed(page)).toEqual([])
})

test('another licence that is on its way is in nobody’s way when the network flickers: the one it replaces waits', async ({
  page,
  context,
}) => {
  const portal = await keptBefore(page, context, 503, 1)
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/api/license-upload*', async (route) => {
    await promise
    await route.continue()
  })
  const other = { ...(await licencePicture(page)), name: 'other.png' }
  await portal.form.locator('input[type=file]').setInputFiles(other)
  await expect(portal.form.getByText('Uploading other.png')).toBeVisible()
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(portal.form.getByText('Uploading other.png')).toBeVisible()
  arrive()
  await expect(portal.form.getByText('License uploaded', { exact: true })).toBeVisible()
  await expect(portal.form.getByText('other.png')).toBeVisible()
  await expect.poll(() => sealed(page)).toEqual([])
})
