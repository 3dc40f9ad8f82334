/// <reference lib="dom" />
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import type { DemoTenant } from '../demo/tenants.ts'
import { findBrowser } from '../verify/browser.ts'
import type { Shot } from './shots.ts'

/** Takes pictures of a running product. */
export interface Camera {
  /** @returns a PNG of twice the viewport's pixels in each direction */
  take(shot: Shot): Promise<Buffer>
  close(): Promise<void>
}

/** @param origin of the product, with the tenant's demo in it */
export async function openCamera(origin: string, { slug, staff }: DemoTenant): Promise<Camera> {
  const browser = await openBrowser()
  const passer = await contextIn(browser, origin)
  const desk = await contextIn(browser, origin)
  await desk.request.post('/api/auth/login', {
    // As a page of this origin would send it.
    headers: { origin },
    data: { email: staff.email, password: staff.password, businessSlug: slug },
    failOnStatusCode: true,
  })
  return {
    async take({ viewport, atTheDesk, show }) {
      const page = await (atTheDesk === true ? desk : passer).newPage()
      try {
        await page.setViewportSize(viewport)
        await show(page)
        await settled(page)
        return await page.screenshot({ animations: 'disabled', caret: 'hide' })
      } finally {
        await page.close()
      }
    },
    close: () => browser.close(),
  }
}

/** A browser whose own words and dates are British, as those of the product are. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--hide-scrollbars', '--lang=en-GB'],
    env: { ...process.env, LANG: 'en_GB.UTF-8', LANGUAGE: 'en_GB' },
  })
}

const contextIn = (browser: Browser, baseURL: string): Promise<BrowserContext> =>
  browser.newContext({
    baseURL,
    deviceScaleFactor: 2,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    serviceWorkers: 'block',
  })

/**
 * When nothing is on its way any more: no spinner, unless that is what is shown, fonts there, and every picture in view
 * decoded.
 */
export async function settled(page: Page, mayLoad = false): Promise<void> {
  await page.waitForFunction(
    (isLoading) =>
      document.fonts.status === 'loaded' &&
      (isLoading || !document.body.innerText.includes('Loading')) &&
      [...document.images].every((image) => {
        const { top, bottom } = image.getBoundingClientRect()
        return image.complete || top > window.innerHeight || bottom < 0
      }),
    mayLoad,
  )
  // Lazy ones further down never come: only what is there can be decoded.
  await page.evaluate(() =>
    Promise.all(
      [...document.images].filter(({ complete }) => complete).map((image) => image.decode().catch(() => undefined)),
    ),
  )
}
