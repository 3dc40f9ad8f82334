import type { Page } from '@playwright/test'

/** The toast that is shown; there is never more than one. */
export const toastOf = (page: Page) => page.getByRole('alertdialog').filter({ has: page.getByLabel('Dismiss') })
