import { test } from '@playwright/test'
import { RUNS } from './bench/figures.ts'
import { PHONE, SLOW_4G, SLOWER, slowDown } from './bench/slow-device.ts'
import { recordVisits, type Vitals, visit } from './bench/vitals.ts'
import { harbour } from './pages/world.ts'

/** A benchmark (`npm run bench:web`): somebody opens a page for the first time, on a cheap phone with a slow network. */

const pages = [
  { screen: 'landing', path: '/', limits: { lcp: 1_200, tbt: 30, cls: 0 } },
  { screen: 'portal', path: `/${harbour.slug}/portal`, limits: { lcp: 1_500, tbt: 80, cls: 0.02 } },
]

for (const { screen, path, limits } of pages) {
  test(`the first visit to the ${screen}`, async ({ browser }) => {
    const visits: Vitals[] = []
    for (let run = 0; run < RUNS; run += 1) {
      // A context of its own: nothing is on the device yet.
      const context = await browser.newContext(PHONE)
      const page = await context.newPage()
      await slowDown(page, { cpu: SLOWER, network: SLOW_4G })
      visits.push(await visit(page, path))
      await context.close()
    }
    recordVisits(screen, 'first visit', visits, limits)
  })
}
