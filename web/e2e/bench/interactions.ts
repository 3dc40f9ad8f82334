import type { Page } from '@playwright/test'

/** Has the browser write down how long each tap and key took until the next paint. */
export const watchInteractions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const durations: number[] = []
    Object.assign(window, { durations })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration)
    }).observe(Object.assign({ type: 'event' }, { durationThreshold: 16 }))
  })

/** The longest of what the action caused, in milliseconds; what took less than 16 is 16. */
export async function tapToPaint(page: Page, act: () => Promise<unknown>): Promise<number> {
  await atRest(page)
  await page.evaluate(() => Reflect.get(window, 'durations').splice(0))
  await act()
  await atRest(page)
  return await page.evaluate(() => Math.max(16, ...Reflect.get(window, 'durations')))
}

/** Until what is to be painted is painted, what is done in the background is done, and the browser has told about both. */
const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let calm = 0; calm < 3; calm += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 2_000 })))
    }
  })
