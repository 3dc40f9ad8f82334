/// <reference lib="dom" />
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { drawLicence } from '../demo/pictures.ts'
import { findBrowser } from '../verify/browser.ts'
import { PAINTED, type Painted } from './businesses.ts'
import type { State } from './gallery/stage.ts'
import type { Product } from './product.ts'

/** CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Takes pictures of a running product. */
export interface Photographer {
  /** A state of one business at some sizes, in their order, as PNG files. @param scale pixels of the picture for one of CSS */
  take(state: State, painted: Painted, sizes: readonly Size[], scale?: number): Promise<Buffer[]>
  close(): Promise<void>
}

/** What a step towards a state may take, in milliseconds. */
const PATIENCE = 12_000

/** Opens a browser on the product, in which the businesses of the gallery are onboarded if they are not there yet. */
export async function openPhotographer({ origin, dataFolder }: Product): Promise<Photographer> {
  const known = await fetch(`${origin}/api/business/${PAINTED[0]?.business.slug}`)
  if (!known.ok) await onboard(`${dataFolder}/environment`)
  const browser = await openBrowser()
  const licence = await drawLicence(7)
  const open: BrowserContextOptions = {
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    serviceWorkers: 'block',
  }
  const sessions = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>()

  /** A browser of somebody's own, signed in at the business: states leave nothing to each other. */
  async function member({ slug, staff: { email, password } }: Painted['business'], options: BrowserContextOptions) {
    const session = sessions.get(slug)
    const context = await browser.newContext({ ...open, ...options, ...(session && { storageState: session }) })
    if (session === undefined) {
      await context.request.post('/api/auth/login', {
        // As a page of this origin would send it.
        headers: { origin },
        data: { email, password, businessSlug: slug },
        failOnStatusCode: true,
      })
      sessions.set(slug, await context.storageState())
    }
    return context
  }

  return {
    async take({ name, as, show, frame }, painted, sizes, scale = 1) {
      const options = { deviceScaleFactor: scale, viewport: { width: 1024, height: 768 } }
      const context =
        as === undefined
          ? await browser.newContext({ ...open, ...options })
          : await member(as === 'staff' ? painted.business : painted.empty, options)
      const colleague = await member(painted.business, { extraHTTPHeaders: { origin } })
      const stranger = await browser.newContext({ ...open, extraHTTPHeaders: { origin } })
      context.setDefaultTimeout(PATIENCE)
      try {
        const page = await context.newPage()
        await show({ ...painted, page, context, colleague: colleague.request, stranger: stranger.request, licence })
        const pictures: Buffer[] = []
        for (const size of sizes) {
          await page.setViewportSize(size)
          await frame?.(page)
          await settled(page, name.includes('loading'))
          pictures.push(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
        }
        return pictures
      } finally {
        await Promise.all([context.close(), colleague.close(), stranger.close()])
      }
    },
    close: () => browser.close(),
  }
}

/** A browser whose own fields of dates are British, where that language is installed with it. */
function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--hide-scrollbars', '--lang=en-GB'],
  })
}

/**
 * When nothing is on its way any more: no spinner, unless that is what is shown, fonts there, and every picture in view
 * decoded.
 */
async function settled(page: Page, mayLoad: boolean): Promise<void> {
  await page.waitForFunction(
    (isLoading) =>
      document.fonts.status === 'loaded' &&
      (isLoading || !document.body.innerText.includes('Loading')) &&
      [...document.images].every((image) => {
        const { top, bottom } = image.getBoundingClientRect()
        return image.complete || top > window.innerHeight || bottom <= 0
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

/** Onboards the gallery's businesses in the product whose environment is in the file. */
async function onboard(environmentFile: string): Promise<void> {
  const seed = fileURLToPath(new URL('gallery/seed.ts', import.meta.url))
  const child = spawn(process.execPath, [`--env-file=${environmentFile}`, seed], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // It listens on none.
    env: { ...process.env, PORT: '0' },
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('the businesses of the gallery could not be onboarded')
}
