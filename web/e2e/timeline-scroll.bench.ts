import { expect, type Page, test } from '@playwright/test'
import { quantile } from '../../bench/statistics.ts'
import { record } from './bench/figures.ts'
import { makeLargeFleet } from './bench/large-fleet.ts'
import { SLOWER, slowDown, TABLET } from './bench/slow-device.ts'
import { DeskPage } from './pages/desk.ts'
import { harbour } from './pages/world.ts'

/** A benchmark (`npm run bench:web`): the timeline of 200 vehicles and 90 days on a slow tablet, frame by frame as it is scrolled. */

const VEHICLES = 200
/** How far a finger pushes, in CSS pixels: 90 days; and the vehicles that it comes past meanwhile. */
const FAR = { x: 90 * 34, y: 90 * 34 }
/** Pixels a second: a quick push. */
const SPEED = 1_600
/** Two frames of a screen that shows 60 a second. */
const GOAL = 34

test.use({ ...TABLET, serviceWorkers: 'block' })

test('the timeline of 200 vehicles', async ({ page, context }) => {
  await makeLargeFleet(context, VEHICLES)
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await page.goto(`/${harbour.slug}/admin?tab=fleet&view=timeline`)
  await expect(page.getByRole('gridcell').nth(20)).toBeVisible()
  await slowDown(page, { cpu: SLOWER })
  for (const [what, push] of [
    ['90 days', { xDistance: -FAR.x }],
    ['70 vehicles', { yDistance: -FAR.y }],
  ] as const) {
    const frames = await framesDuring(page, push)
    timeline(`scrolling ${what}, a frame in the middle`, [quantile(frames, 0.5)])
    timeline(`scrolling ${what}, 95 of 100 frames within`, [quantile(frames, 0.95)])
    record({ screen: 'timeline', what: `scrolling ${what}, the longest frame`, unit: 'ms', limit: undefined }, [
      Math.max(...frames),
    ])
  }
})

/** How long each frame took while a finger pushed, in milliseconds. */
async function framesDuring(page: Page, push: { readonly xDistance?: number; readonly yDistance?: number }) {
  const box = await page.getByRole('grid').boundingBox()
  if (box === null) throw new Error('the timeline is not there')
  await page.evaluate(() => {
    const times: number[] = []
    Reflect.set(window, 'frameTimes', times)
    const tick = (now: number) => {
      times.push(now)
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width * 0.7,
    y: box.y + box.height * 0.7,
    speed: SPEED,
    gestureSourceType: 'touch',
    ...push,
  })
  const pushed = await page.getByRole('grid').evaluate(({ scrollLeft, scrollTop }) => Math.max(scrollLeft, scrollTop))
  expect(pushed).toBeGreaterThan(FAR.x / 2)
  const times = await page.evaluate((): unknown => Reflect.get(window, 'frameTimes'))
  if (!Array.isArray(times)) throw new Error('no frame was told')
  return times.slice(1).map((time, place) => Number(time) - Number(times[place]))
}

const timeline = (what: string, values: readonly number[]) =>
  record({ screen: 'timeline', what, unit: 'ms', limit: GOAL }, values)
