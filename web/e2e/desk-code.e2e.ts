import { expect, type Page, type Route, test } from '@playwright/test'
import { expectNothingWrong } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { failing, faults } from './pages/faults.ts'
import { shownFirst, watchFirst } from './pages/last-seen.ts'
import { newRequest } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { desk, harbour, upright } from './pages/world.ts'

/** Code of the desk that does not arrive, in a browser that keeps nothing of the app: the rest stays in use, and all has a way out. */

test.use({ viewport: desk, serviceWorkers: 'block' })

const BROKEN = 'This page could not be shown'

/** Files whose name begins so do not arrive until what is returned is called, which gives how often they were asked for. */
async function withhold(page: Page, file: RegExp): Promise<{ asked: () => number; mend: () => Promise<void> }> {
  let asked = 0
  const refuse = (route: Route) => {
    asked += 1
    return route.abort()
  }
  await page.route(file, refuse)
  return { asked: () => asked, mend: () => page.unroute(file, refuse) }
}

/** Somebody at the desk whose change waits: nothing of it reaches the server. */
async function withChangeWaiting(staff: DeskPage, customer: string): Promise<void> {
  await staff.page.route('**/api/admin/bookings/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await staff.decide('Reject', customer)
}

for (const [what, file] of [
  ['code', /\/assets\/needs-you-.*\.js$/],
  ['style sheet', /\/assets\/needs-you-.*\.css$/],
  ['code and style sheet', /\/assets\/needs-you-/],
] as const) {
  test(`a dialog whose ${what} did not arrive when the desk began opens with the tap that asks for it`, async ({
    page,
    request,
  }) => {
    const staff = new DeskPage(page)
    await staff.openSignIn(harbour.slug)
    const { name: customer } = await newRequest(page, request)
    const { asked, mend } = await withhold(page, file)
    await staff.signInTo(harbour.slug, harbour.staff)
    await expect.poll(asked).toBeGreaterThan(0)
    await mend()
    await withChangeWaiting(staff, customer)
    await page.getByRole('banner').getByRole('button', { name: 'Show', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Changes to send' })
    await expect(dialog.getByRole('listitem')).toContainText(customer)
    await expect(dialog.locator('ul'), 'its looks are there').toHaveCSS('display', 'grid')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.unrouteAll()
    await expect(staff.status).toHaveText(/^Up to date/)
  })
}

test('a dialog whose code stays away says so, the desk stays in use, and the code is asked for again', async ({
  page,
  request,
}) => {
  // Where no browser has a dialog to install an app.
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }))
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  const { name: customer } = await newRequest(page, request)
  const toasts = await withhold(page, /\/assets\/toasts-.*\.js$/)
  const { asked, mend } = await withhold(page, /\/assets\/(needs-you|install-steps|shortcuts-help)-/)
  await staff.signInTo(harbour.slug, harbour.staff)
  await expect.poll(asked).toBeGreaterThan(2)
  // What says it may have been missed as well.
  await expect.poll(toasts.asked).toBeGreaterThan(0)
  await toasts.mend()
  await withChangeWaiting(staff, customer)

  const dialogs = [
    ['Show', 'Changes to send'],
    ['Install', 'Install the desk'],
    ['Keyboard shortcuts', 'Keyboard shortcuts'],
  ] as const
  const banner = page.getByRole('banner')
  for (const [button] of dialogs) {
    await banner.getByRole('button', { name: button, exact: true }).click()
    await expect(toastOf(page), button).toContainText('This could not be opened')
    await toastOf(page).getByLabel('Dismiss').click()
    await expect(toastOf(page)).toHaveCount(0)
    await expect(staff.booking(customer), 'the desk is as it was').toHaveCount(1)
  }
  await staff.goTo('Fleet')
  await expect(page.getByRole('heading', { name: 'Fleet', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: BROKEN })).toHaveCount(0)

  await mend()
  for (const [button, title] of dialogs) {
    await banner.getByRole('button', { name: button, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await page.unrouteAll()
  await expect(staff.status).toHaveText(/^Up to date/)
})

test('a tab whose code stays away leaves the header and the other tabs in use, and comes in its place when it is tried again', async ({
  page,
}) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const { asked, mend } = await withhold(page, /\/assets\/fleet-tab-.*\.js$/)
  const broken = page.getByRole('heading', { name: BROKEN })
  const again = page.getByRole('button', { name: 'Try again', exact: true })
  await staff.goTo('Fleet')
  await expect(broken).toBeVisible()
  await expect(staff.status).toHaveText(/^Up to date/)
  await expectNothingWrong(page, 'a tab without its code')
  await staff.goTo('Customers')
  await expect(page.locator('main [data-row]').first()).toBeVisible()
  await expect(broken).toHaveCount(0)

  await staff.goTo('Fleet')
  const before = asked()
  await again.click()
  // Within its place: a toast, which may say meanwhile what others do, is an alert too.
  await expect(page.getByRole('main').getByRole('alert')).toContainText('It has not arrived this time either.')
  expect(asked()).toBeGreaterThan(before)
  await mend()
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true))
  await again.click()
  await expect(page.getByRole('heading', { name: 'Fleet', exact: true })).toBeVisible()
  await expect(page.locator('main [data-row]').first()).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
})

test('a tab whose code is refused for half a second is there a second later, with nothing to tap', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const refused = Date.now() + 500
  await page.route(/\/assets\/fleet-tab-.*\.js$/, (route) => (Date.now() < refused ? route.abort() : route.continue()))
  await staff.goTo('Fleet')
  await expect(page.getByRole('heading', { name: 'Fleet', exact: true })).toBeVisible()
  await expect(page.locator('main [data-row]').first()).toBeVisible()
})

test('a tab whose code did not arrive without a network comes by itself once there is one', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await page.context().setOffline(true)
  await staff.goTo('Fleet')
  await expect(page.getByRole('heading', { name: BROKEN })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Fleet', exact: true })).toBeVisible()
  await expect(page.locator('main [data-row]').first()).toBeVisible()
})

for (const [what, file, shown] of [
  ['timeline', /\/assets\/timeline-.*\.js$/, (page: Page) => page.getByRole('button', { name: 'Timeline' }).click()],
  [
    'maintenance',
    /\/assets\/maintenance-dialog-.*\.js$/,
    (page: Page) =>
      page
        .getByRole('button', { name: /^Plan maintenance: / })
        .first()
        .click(),
  ],
] as const) {
  test(`the fleet whose ${what} did not arrive has it when it is tried again`, async ({ page }) => {
    const staff = new DeskPage(page)
    await staff.signInTo(harbour.slug, harbour.staff)
    const { mend } = await withhold(page, file)
    await staff.goTo('Fleet')
    await expect(page.locator('main [data-row]').first()).toBeVisible()
    await shown(page)
    await expect(page.getByRole('heading', { name: BROKEN })).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await expect(page.getByRole('heading', { name: BROKEN })).toHaveCount(0)
    await expect(what === 'timeline' ? page.getByRole('grid') : page.getByRole('dialog')).toBeVisible()
  })
}

test('a contract that did not arrive with the details of a booking is there when they are opened again', async ({
  page,
}) => {
  const staff = new DeskPage(page)
  // Where there is no room for the details beside the list.
  await page.setViewportSize(upright)
  await staff.signInTo(harbour.slug, harbour.staff)
  const { mend } = await withhold(page, /\/assets\/contract-part-.*\.js$/)
  const open = page.getByRole('button', { name: /^View details of / }).first()
  await open.click()
  await expect(staff.details).toContainText('This part did not arrive. Close the details and open them again.')
  await mend()
  await staff.details.getByRole('button', { name: 'Close' }).click()
  await open.click()
  await expect(staff.details).not.toContainText('This part did not arrive.')
  await expect(staff.details.getByRole('status').first()).toBeVisible()
})

/** What a desk without its first file says, and what one without its own code does. */
const missing = (page: Page) => [
  {
    file: /\/assets\/index-.*\.js$/,
    words: page.getByRole('heading', { name: 'The desk could not be loaded' }),
    way: page.getByRole('link', { name: 'load the page again' }),
  },
  {
    file: /\/assets\/admin-.*\.js$/,
    words: page.getByRole('heading', { name: BROKEN }),
    way: page.getByRole('button', { name: 'Try again', exact: true }),
  },
]

const picture = (page: Page) => page.locator('[data-last-seen][inert]')
const untilPicture = (page: Page) => page.waitForFunction(() => Reflect.get(window, 'shown')?.length > 0)

for (const name of ['is not reached', 'answers 500 with a page', 'answers a page instead of JSON'] as const) {
  test(`the desk's code from a server that ${name}: a sentence with a way out, whatever was last seen`, async ({
    page,
  }) => {
    const staff = new DeskPage(page)
    await staff.signInTo(harbour.slug, harbour.staff)
    await staff.untilSeen('bookings')
    await watchFirst(page)
    for (const tab of ['bookings', 'fleet'] as const) {
      for (const { file, words, way } of missing(page)) {
        const mend = await failing(page, 'GET', file, async (route) => {
          // Of the fleet no picture is kept; that of the bookings is there first.
          if (tab === 'bookings') await untilPicture(page)
          await faults[name]?.(route)
        })
        await page.goto(`/${harbour.slug}/admin?tab=${tab}`, { waitUntil: 'commit' })
        await expect(words).toBeVisible()
        await expect(picture(page)).toHaveCount(0)
        const seen = (await shownFirst(page)).filter(({ isOutOfReach }) => isOutOfReach)
        expect(seen).toHaveLength(tab === 'bookings' ? 1 : 0)
        await expectNothingWrong(page, `the desk without ${file}`)
        await mend()
        await way.click()
        await expect(page.locator('[data-last-seen]')).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
        await expect(page.locator('main [data-row]').first()).toBeVisible()
      }
    }
  })
}

test('the desk whose first file hangs says so in time, and is there when it comes after all', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.untilSeen('bookings')
  await watchFirst(page)
  const held: Route[] = []
  await page.route(/\/assets\/index-.*\.js$/, (route) => void held.push(route))
  await page.clock.install()
  await page.goto(`/${harbour.slug}/admin?tab=bookings`, { waitUntil: 'commit' })
  await expect(picture(page)).toHaveCount(1)
  const words = page.getByRole('heading', { name: 'The desk could not be loaded' })
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(words).toBeVisible({ timeout: 100 })
  }).toPass({ timeout: 60_000 })
  await expect(picture(page)).toHaveCount(0)
  for (const route of held) await route.continue()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(words).toHaveCount(0)
})
