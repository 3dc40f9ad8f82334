import { expect, test } from '@playwright/test'
import { RUNS, record } from './bench/figures.ts'
import { tapToPaint, watchInteractions } from './bench/interactions.ts'
import { PHONE, SLOWER, slowDown } from './bench/slow-device.ts'
import { PortalPage } from './pages/portal.ts'
import { harbour } from './pages/world.ts'

/** A benchmark (`npm run bench:web`): the portal on a cheap phone, from each tap to the next paint. */

const GOAL = 150

test.use(PHONE)

test('the portal', async ({ page }) => {
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const vehicles = await portal.vehicles()
  await slowDown(page, { cpu: SLOWER })
  await watchInteractions(page)
  const next = portal.form.getByRole('button', { name: /^Next/ }).first()
  const free = portal.form.getByRole('gridcell').getByRole('button', { disabled: false })

  const times = { open: [] as number[], vehicle: [] as number[], month: [] as number[], day: [] as number[] }
  for (let run = 0; run < RUNS; run += 1) {
    await page.evaluate(() => window.scrollTo(0, 0))
    times.open.push(await tapToPaint(page, () => page.getByRole('main').getByRole('link', { name: 'Book Now' }).tap()))
    const name = vehicles[run % vehicles.length] ?? ''
    const select = portal.vehicle(name).getByRole('button')
    await select.scrollIntoViewIfNeeded()
    times.vehicle.push(await tapToPaint(page, () => select.tap()))
    await expect(portal.field('Vehicle')).not.toHaveValue('')
    times.month.push(await tapToPaint(page, () => next.tap()))
    // The first tap begins a stay, the second one ends it.
    times.day.push(await tapToPaint(page, () => free.nth(5).tap()))
    times.day.push(await tapToPaint(page, () => free.nth(7).tap()))
  }
  const typing: number[] = []
  await portal.field('Full name').tap()
  for (const letter of 'Ada L') typing.push(await tapToPaint(page, () => page.keyboard.press(letter)))

  portalFigure('open the booking form', times.open)
  portalFigure('choose a vehicle', times.vehicle)
  portalFigure('next month', times.month)
  portalFigure('choose a day', times.day)
  portalFigure('a letter of the name', typing)
})

const portalFigure = (what: string, times: readonly number[]) =>
  record({ screen: 'portal', what: `${what}, tap to paint`, unit: 'ms', limit: GOAL }, times)
