import { expect, type Locator, type Page, test } from '@playwright/test'
import { makeBusy } from './bench/busy-desk.ts'
import { RUNS, record } from './bench/figures.ts'
import { tapToPaint, watchInteractions } from './bench/interactions.ts'
import { SLOWER, slowDown, TABLET } from './bench/slow-device.ts'
import { DeskPage } from './pages/desk.ts'
import { harbour } from './pages/world.ts'

/** A benchmark (`npm run bench:web`): the desk of a busy business on a slow tablet, from each tap to the next paint. */

const BOOKINGS = 5_000
/** The server's pages of bookings: the newest one is there, the others are asked for. */
const PAGES = BOOKINGS / 500
const GOAL = 100

test.use({ ...TABLET, serviceWorkers: 'block' })

test('the desk with 5,000 bookings', async ({ page, context }) => {
  await makeBusy(context, BOOKINGS)
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const older = page.getByRole('button', { name: 'Load older bookings' })
  for (let shown = 1; shown < PAGES; shown += 1) {
    const answer = page.waitForResponse(/\/api\/admin\/bookings/)
    await older.tap()
    await answer
  }
  await expect(older).toHaveCount(0)
  await expect(staff.status).toHaveText(/^Up to date/)
  await watchInteractions(page)
  await slowDown(page, { cpu: SLOWER })

  const button = (name: RegExp) => page.getByRole('button', { name }).first()
  const taps: readonly (readonly [string, Locator, () => Promise<unknown>])[] = [
    ['reject a request', button(/^Reject: /), nothing],
    ['open details', button(/^View details of /), async () => page.keyboard.press('Escape')],
    ['show 100 more', button(/^Show more/), nothing],
    ['to another tab', tabOf(page, 'Fleet'), async () => tabOf(page, 'Bookings').tap()],
    ['to the bookings', tabOf(page, 'Bookings'), async () => tabOf(page, 'Fleet').tap()],
  ]
  for (const [what, target, back] of taps) {
    if (what === 'to the bookings') await back()
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      await target.scrollIntoViewIfNeeded()
      times.push(await tapToPaint(page, () => target.tap()))
      await back()
    }
    desk(what, times)
  }
  await tabOf(page, 'Bookings').tap()
  await page.getByRole('searchbox').focus()
  const times: number[] = []
  for (const letter of 'harbo') times.push(await tapToPaint(page, () => page.keyboard.press(letter)))
  desk('a letter of a search', times)
})

const nothing = async () => undefined

const tabOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true })

const desk = (what: string, times: readonly number[]) =>
  record({ screen: 'dashboard', what: `${what}, tap to paint`, unit: 'ms', limit: GOAL }, times)
