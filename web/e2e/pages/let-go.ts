import type { BrowserContext, Page } from '@playwright/test'

/** After a test: the app asks on while its page is closed, and what is on its way through the test's hands then fails nobody. */
export async function letGo(page: Page, context: BrowserContext): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
}
