import { expect, type Locator, type Page } from '@playwright/test'

const FAR = 200

/** A person who has only the keyboard. */
export class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    // Choosers are taken over a moment after somebody first listens for them: one that opens before is seen by nobody.
    page.on('filechooser', () => {})
  }

  /** Presses Tab until the element has the focus. Fails when it is never reached. */
  async tabTo(target: Locator): Promise<void> {
    for (let pressed = 0; pressed < FAR; pressed += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    await expect(target, 'reached by Tab').toBeFocused()
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  async fill(target: Locator, text: string): Promise<void> {
    await this.tabTo(target)
    await this.page.keyboard.type(text)
  }

  /** Closes what has come up by itself, by the button that has the focus. A key that comes before anybody can have read it does nothing. */
  async closeSaid(dialog: Locator): Promise<void> {
    await expect(async () => {
      await this.press('Enter')
      await expect(dialog).toHaveCount(0, { timeout: 200 })
    }).toPass({ intervals: [100] })
  }
}
