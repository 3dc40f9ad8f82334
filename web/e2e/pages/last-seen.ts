import type { Page } from '@playwright/test'
import { inIndexedDb } from './device.ts'

/** What a page has shown before the app did. */
interface Shown {
  readonly words: string
  /** Of all rows, also those that the browser has not laid out yet. */
  readonly text: string
  readonly markup: string
  readonly rows: number
  readonly isOutOfReach: boolean
  /** Elements that no screen of the app has. */
  readonly strangers: number
}

/** How long the app waits for what the device keeps before it begins (`early-desk.ts`), in milliseconds. */
const PATIENCE = 500

/**
 * Has each page that is opened from now on write down what it shows before the app does. A busy machine's device answers late:
 * here the app waits for it.
 */
export const watchFirst = (page: Page) =>
  page.addInitScript((patience) => {
    const shown: Shown[] = []
    const later = window.setTimeout.bind(window)
    let hasBegun = false
    const patiently = (run: () => void, milliseconds?: number, ...rest: unknown[]) => {
      const isForDevice = milliseconds === patience && !hasBegun
      hasBegun ||= isForDevice
      return later(run, isForDevice ? 20 * patience : milliseconds, ...rest)
    }
    Object.assign(window, { shown, setTimeout: patiently })
    new MutationObserver(() => {
      const screen = document.querySelector('[data-last-seen]')
      if (!(screen instanceof HTMLElement) || shown.length > 0) return
      const { innerText: words, textContent: text, innerHTML: markup, inert: isOutOfReach } = screen
      const strangers = screen.querySelectorAll('script, template, [onerror], img[src="x"]').length
      const rows = screen.querySelectorAll('[data-row]').length
      shown.push({ words, text, markup, isOutOfReach, strangers, rows })
    }).observe(document, { childList: true, subtree: true })
  }, PATIENCE)
export const shownFirst = (page: Page): Promise<Shown[]> => page.evaluate(() => Reflect.get(window, 'shown'))

/** The pictures on the device, as text. */
export const pictures = async (page: Page): Promise<string[]> =>
  (await inIndexedDb(page)).filter((entry) => entry.includes(':seen:'))

/** Turns to something else for a moment: a screen that may be pictured is pictured now. */
export const lookAway = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
  })
