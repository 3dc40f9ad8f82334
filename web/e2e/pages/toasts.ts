import type { Page } from '@playwright/test'

/** The toast that is shown; there is never more than one. */
export const toastOf = (page: Page) => page.getByRole('alertdialog').filter({ has: page.getByLabel('Dismiss') })

/** Notes down every toast that is shown from now on, also one that another has replaced at once. @returns their texts so far */
export async function noteToasts(page: Page): Promise<ReadonlySet<string>> {
  const shown = new Set<string>()
  await page.exposeFunction('noteToast', (text: string) => void shown.add(text))
  await page.evaluate(() => {
    const note: unknown = Reflect.get(window, 'noteToast')
    new MutationObserver(() => {
      const toast = document.querySelector('[role=alertdialog]:has([aria-label=Dismiss])')
      if (toast !== null && typeof note === 'function') note(toast.textContent)
    }).observe(document.body, { childList: true, subtree: true })
  })
  return shown
}
