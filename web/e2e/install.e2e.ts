import { expect, type Page, test } from '@playwright/test'
import * as z from 'zod/mini'
import { expectNothingWrong } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { PortalPage } from './pages/portal.ts'
import { freeStay, harbour, licencePicture, phone, someone } from './pages/world.ts'

const businesses = [
  { slug: harbour.slug, name: harbour.name },
  { slug: 'northern-wheels', name: 'Northern Wheels' },
] as const
const apps = [
  { app: 'portal', start: 'portal' },
  { app: 'admin', start: 'admin/login' },
] as const

const Manifest = z.object({ id: z.string(), name: z.string(), scope: z.string(), start_url: z.string() })

/** What the browser itself thinks of the screen as an app. */
async function appOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  const [manifest, id, installability] = [
    await session.send('Page.getAppManifest'),
    await session.send('Page.getAppId'),
    await session.send('Page.getInstallabilityErrors'),
  ]
  await session.detach()
  return {
    url: manifest.url,
    errors: manifest.errors,
    manifest: manifest.data === undefined ? undefined : z.parse(Manifest, JSON.parse(manifest.data)),
    id: id.appId,
    // A private window cannot install anything, whatever the app is like.
    obstacles: installability.installabilityErrors
      .map(({ errorId }) => errorId)
      .filter((one) => one !== 'in-incognito'),
  }
}

const linked = (page: Page, rel: string) => page.locator(`head > link[rel="${rel}"]`)

test('two businesses have two apps each: installable, each with an id and a scope of its own', async ({ page }) => {
  const found: string[] = []
  for (const { slug } of businesses) {
    for (const { app, start } of apps) {
      await page.goto(`/${slug}/${start}`)
      await expect(linked(page, 'manifest')).toHaveAttribute('href', `/${slug}/${app}/manifest.webmanifest`)
      await page.evaluate(() => navigator.serviceWorker.ready)
      const origin = new URL(page.url()).origin
      await expect
        .poll(() => appOf(page))
        .toMatchObject({
          url: `${origin}/${slug}/${app}/manifest.webmanifest`,
          errors: [],
          manifest: { id: `/${slug}/${app}`, scope: `/${slug}/${app}`, start_url: `/${slug}/${app}` },
          id: `${origin}/${slug}/${app}`,
          obstacles: [],
        })
      found.push(`/${slug}/${app}`)
    }
  }
  expect(new Set(found).size).toBe(4)
})

test('the shell names the app of the screen that is shown, in its colour, and none where there is none', async ({
  page,
}) => {
  await page.goto(`/${harbour.slug}/portal`)
  await expect(linked(page, 'manifest')).toHaveAttribute('href', `/${harbour.slug}/portal/manifest.webmanifest`)
  await expect(linked(page, 'apple-touch-icon')).toHaveAttribute('href', /\/portal\/icon\.png\?w=180&purpose=maskable$/)
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#0f6fde')
  const icon = await page.request.get((await linked(page, 'apple-touch-icon').getAttribute('href')) ?? '')
  expect(icon.headers()['content-type']).toBe('image/png')

  await page.getByRole('link', { name: 'Admin Login' }).click()
  await expect(linked(page, 'manifest')).toHaveAttribute('href', `/${harbour.slug}/admin/manifest.webmanifest`)
  await expect.poll(async () => (await appOf(page)).manifest?.scope).toBe(`/${harbour.slug}/admin`)
  await expect(linked(page, 'manifest')).toHaveCount(1)

  for (const address of ['/', '/nobody/portal']) {
    await page.goto(address)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect(linked(page, 'manifest')).toHaveCount(0)
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#FAF8F4')
  }
})

/** Chromium offers nothing in a private window: the event is sent as it would send it, and says that it was asked. */
async function offer(page: Page): Promise<void> {
  await expect(linked(page, 'manifest')).toHaveCount(1)
  await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    Object.assign(event, {
      prompt: async () => {
        document.body.setAttribute('data-asked', 'true')
      },
    })
    window.dispatchEvent(event)
    document.body.setAttribute('data-kept', String(event.defaultPrevented))
  })
  await expect(page.locator('body')).toHaveAttribute('data-kept', 'true')
}

test('the portal offers it to whoever has just asked for a car, and to nobody who only looks', async ({
  page,
  request,
}) => {
  const portal = new PortalPage(page)
  const install = page.getByRole('button', { name: 'Install the app' })
  await portal.open(harbour.slug)
  await offer(page)
  await expect(install).toHaveCount(0)

  const [car = ''] = await portal.vehicles()
  const stay = await freeStay(request, car)
  await portal.chooseVehicle(car)
  await portal.typeDates(stay.pickup, stay.dropoff)
  await portal.introduce(someone())
  await portal.uploadLicence(await licencePicture(page))
  await expect(install).toHaveCount(0)
  await portal.submit()
  await portal.reference()
  await expect(portal.confirmation.getByRole('button', { name: 'Install the app' })).toBeVisible()
  await expectNothingWrong(page, 'offer to install in the confirmation')
  await install.click()
  await expect(page.locator('body')).toHaveAttribute('data-asked', 'true')
  await expect(install).toHaveCount(0)
})

test('the desk offers it in its header, once the browser does, and opens the browser’s dialog', async ({ page }) => {
  await page.setViewportSize(phone)
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const install = page.getByRole('banner').getByRole('button', { name: 'Install', exact: true })
  await expect(install).toHaveCount(0)
  await offer(page)
  await expectNothingWrong(page, 'offer to install in the header')
  await install.click()
  await expect(page.locator('body')).toHaveAttribute('data-asked', 'true')
  await expect(install).toHaveCount(0)
})

test('on iOS, where no browser has a dialog for it, the desk says where to find it', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }))
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await page.getByRole('banner').getByRole('button', { name: 'Install', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Install the desk' })).toContainText('Share → Add to Home Screen')
  await expectNothingWrong(page, 'the way on iOS')
})
