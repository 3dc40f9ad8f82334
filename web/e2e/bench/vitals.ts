import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { record } from './figures.ts'

const Vitals = z.object({
  /** When the largest thing on the screen was painted, in milliseconds from the beginning of the visit. */
  lcp: z.number(),
  /** By how much tasks after the first paint kept the page from answering: what each took over 50 ms, in milliseconds. */
  tbt: z.number(),
  /** The worst second or so of things moving about. */
  cls: z.number(),
})
export type Vitals = z.infer<typeof Vitals>

/** The page is at rest when no long task has begun for so many milliseconds; after the longest time it is not waited for. */
const REST = 2_000
const LONGEST = 20_000
const LOOK_EVERY = 250

/** Visits an address and tells how its showing felt, once the page is at rest. */
export async function visit(page: Page, address: string): Promise<Vitals> {
  await page.addInitScript(watch)
  await page.goto(address, { waitUntil: 'load' })
  // Looked for from out here: what the runner puts into a page to wait in it is a long task of its own.
  const calm = () => page.evaluate(() => performance.now() - Math.max(Reflect.get(window, 'vitals').busyUntil, 0))
  const began = performance.now()
  while ((await calm()) < REST && performance.now() - began < LONGEST) await page.waitForTimeout(LOOK_EVERY)
  return z.parse(Vitals, await page.evaluate(() => Reflect.get(window, 'vitals').summary()))
}

/** Runs in the page before anything else. The definitions are those of Lighthouse and web-vitals. */
function watch(): void {
  const tasks: PerformanceEntry[] = []
  let lcp = 0
  let firstPaint = 0
  let worst = 0
  let session = { from: 0, until: 0, moved: 0 }
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page has to be in one piece
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry)
    }).observe({ type, buffered: true })

  const vitals = {
    busyUntil: 0,
    summary: () => ({
      lcp,
      cls: worst,
      tbt: tasks.reduce((sum, { startTime, duration }) => {
        const from = Math.max(startTime, firstPaint)
        return sum + Math.max(0, startTime + duration - from - 50)
      }, 0),
    }),
  }
  Object.assign(window, { vitals })
  on('largest-contentful-paint', ({ startTime }) => {
    lcp = startTime
    vitals.busyUntil = Math.max(vitals.busyUntil, startTime)
  })
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') firstPaint = startTime
  })
  on('longtask', (task) => {
    tasks.push(task)
    vitals.busyUntil = Math.max(vitals.busyUntil, task.startTime + task.duration)
  })
  // Shifts less than a second apart belong together, for five seconds at most.
  on('layout-shift', (shift) => {
    if (Reflect.get(shift, 'hadRecentInput') === true) return
    const { startTime } = shift
    const value = Number(Reflect.get(shift, 'value'))
    const goesOn = startTime - session.until < 1_000 && startTime - session.from < 5_000
    session = goesOn
      ? { ...session, until: startTime, moved: session.moved + value }
      : { from: startTime, until: startTime, moved: value }
    worst = Math.max(worst, session.moved)
  })
}

/** Writes down the three figures of several visits beside their limits. */
export function recordVisits(screen: string, kind: string, visits: readonly Vitals[], limits: Partial<Vitals>): void {
  const of = (what: string, limit: number | undefined) => ({ screen, what: `${kind}, ${what}`, limit })
  record(
    { ...of('LCP', limits.lcp), unit: 'ms' },
    visits.map(({ lcp }) => Math.round(lcp)),
  )
  record(
    { ...of('TBT', limits.tbt), unit: 'ms' },
    visits.map(({ tbt }) => Math.round(tbt)),
  )
  record(
    { ...of('CLS', limits.cls), unit: '' },
    visits.map(({ cls }) => Number(cls.toFixed(4))),
  )
}
