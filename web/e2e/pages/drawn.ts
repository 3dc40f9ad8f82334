import type { Page } from '@playwright/test'

/** Resolves when the page has been drawn as it is: rows that were never in sight are guessed at until then, and measure otherwise. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
