import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { makeBusy } from './bench/busy-desk.ts'
import { RUNS, record } from './bench/figures.ts'
import { SLOW_4G, SLOWER, slowDown, TABLET } from './bench/slow-device.ts'
import { recordVisits, type Vitals, visit } from './bench/vitals.ts'
import { DeskPage } from './pages/desk.ts'
import { harbour } from './pages/world.ts'

/**
 * A benchmark (`npm run bench:web`): staff open the dashboard again, with the app and a copy of 500 bookings on the tablet.
 * The service worker is stopped each time: whoever opens the app in the morning has to start it too.
 */

const COPIED = 500

test('the next visit to the dashboard', async ({ browser }) => {
  const context = await signedIn(await browser.newContext(TABLET))
  const visits: Vitals[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const page = await coldPage(context)
    await slowDown(page, { cpu: SLOWER, network: SLOW_4G })
    visits.push(await visit(page, `/${harbour.slug}/admin`))
    await page.close()
  }
  recordVisits('dashboard', 'next visit', visits, { lcp: 600, tbt: 150, cls: 0.02 })
  await context.close()
})

test('the first booking without a network', async ({ browser }) => {
  const context = await signedIn(await browser.newContext(TABLET))
  // Neither the server nor the stand-in for a busy one can be reached from here on.
  await context.unrouteAll()
  await context.setOffline(true)
  for (const [cpu, limit] of [
    [1, 400],
    [SLOWER, 1_000],
  ] as const) {
    const times: { readonly seen: number; readonly usable: number }[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const page = await coldPage(context)
      await slowDown(page, { cpu })
      times.push(await firstBooking(page))
      await page.close()
    }
    const of = (what: string, budget: number | undefined) =>
      ({ screen: 'dashboard', what: `offline start, ${what}, CPU ×${cpu}`, unit: 'ms', limit: budget }) as const
    record(
      of('first booking row', limit),
      times.map(({ seen }) => Math.round(seen)),
    )
    record(
      of('rows that can be used', undefined),
      times.map(({ usable }) => Math.round(usable)),
    )
  }
  await context.close()
})

/** Everything that a dashboard leaves on the device of somebody who has worked with it. */
async function signedIn(context: BrowserContext): Promise<BrowserContext> {
  await makeBusy(context, COPIED)
  const page = await context.newPage()
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await expect(staff.status).toHaveText(/^Up to date/)
  await staff.untilKept(`seeded-${COPIED - 1}`)
  await staff.untilSeen('bookings')
  await staff.goTo('Overview')
  await staff.untilSeen('overview')
  await page.close()
  return context
}

async function coldPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('ServiceWorker.enable')
  await devTools.send('ServiceWorker.stopAllWorkers')
  await devTools.detach()
  return page
}

/** Milliseconds from the address to the first booking on the screen, and to the first that can be used. */
async function firstBooking(page: Page): Promise<{ readonly seen: number; readonly usable: number }> {
  await page.addInitScript(() => {
    const times: Record<string, number> = {}
    Object.assign(window, { times })
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page has to be in one piece
    const when = (name: string, selector: string) => {
      // The frame after the one in which it is there: it has been painted.
      if (document.querySelector(selector) === null) requestAnimationFrame(() => when(name, selector))
      else requestAnimationFrame(() => Object.assign(times, { [name]: performance.now() }))
    }
    when('seen', '[data-row]')
    when('usable', '[data-row]:not([inert] *)')
  })
  await page.goto(`/${harbour.slug}/admin?tab=bookings`)
  await page.waitForFunction(() => Reflect.has(Reflect.get(window, 'times'), 'usable'))
  return await page.evaluate(() => Reflect.get(window, 'times'))
}
