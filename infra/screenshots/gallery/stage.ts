import type { APIRequestContext, BrowserContext, Locator, Page } from '@playwright/test'
import type { Painted } from '../businesses.ts'

/** Where a state is set up: a page of a fresh browser context, and the business whose colour it has. */
export interface Stage extends Painted {
  readonly page: Page
  readonly context: BrowserContext
  /** Signed in at the business: for what somebody else does meanwhile. */
  readonly colleague: APIRequestContext
  /** Signed in nowhere: for what renters do meanwhile. */
  readonly stranger: APIRequestContext
  readonly licence: Buffer
}

/** One state of one screen. */
export interface State {
  /** Screen first, so that those of one screen lie together. */
  readonly name: string
  /** Who looks: staff of the business, staff of the one that has nothing yet, or anybody. */
  readonly as?: 'staff' | 'newcomer'
  /** Has nothing of a business in it: one colour is enough. */
  readonly isPlain?: true
  /** Brings the page there. */
  readonly show: (stage: Stage) => Promise<void>
  /** Once more at each size: what has to be in view. */
  readonly frame?: (page: Page) => Promise<void>
}

/** Goes to a path of the business. */
export const at =
  (path: string) =>
  async ({ page, business }: Stage): Promise<void> => {
    await page.goto(`/${business.slug}/${path}`)
  }

/** Opens a tab of the dashboard and waits for its heading. */
export const tab =
  (id: string, heading: string) =>
  async (stage: Stage): Promise<void> => {
    await at(`admin?tab=${id}`)(stage)
    await stage.page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
  }

/** One after the other. */
export const first =
  (...steps: readonly ((stage: Stage) => Promise<void>)[]) =>
  async (stage: Stage): Promise<void> => {
    for (const step of steps) await step(stage)
  }

/** Puts something at the screen's top, or in its middle. */
export const inView =
  (find: (page: Page) => Locator, block: 'start' | 'center' | 'end' = 'center') =>
  (page: Page): Promise<void> =>
    find(page)
      .first()
      .evaluate((element, where) => element.scrollIntoView({ block: where, behavior: 'instant' }), block)

/** Lets calls hang for ever. */
export const hang =
  (address: string) =>
  async ({ page }: Stage): Promise<void> => {
    await page.route(address, () => undefined)
  }

/** Lets calls fail as those of a broken server do. */
export const fail =
  (address: string, method = 'GET') =>
  async ({ page }: Stage): Promise<void> => {
    await page.route(address, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Busy</h1>' })
        : route.fallback(),
    )
  }

/** A day so many days from now, `YYYY-MM-DD`. */
export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Presses the first button that is called so. */
export const press =
  (name: string | RegExp) =>
  ({ page }: Stage): Promise<void> =>
    page
      .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
      .first()
      .click()
