import { test as base, expect, type Page } from '@playwright/test'
import { phone } from './world.ts'

/** A worker makes a contract, or a mail, within seconds; a busy machine needs more. */
export const MADE = { timeout: 120_000 }

/** A test with a renter, who has a phone of their own. */
export const test = base.extend<{ readonly renter: Page }>({
  renter: async ({ browser, baseURL }, use) => {
    const address = baseURL === undefined ? {} : { baseURL }
    await using context = await browser.newContext({ ...address, viewport: phone })
    await use(await context.newPage())
  },
})

/** What a page says first. */
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Looks at a page anew until it says this first. @param look reloads it, or opens it */
export async function untilHeaded(page: Page, words: string, look: () => Promise<unknown>): Promise<void> {
  await expect(async () => {
    await look()
    await expect(heading(page)).toHaveText(words, { timeout: 5_000 })
  }).toPass(MADE)
}
