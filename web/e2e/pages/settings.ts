import { BusinessSettings } from '@forecourt/contracts/settings.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { DeskPage, type Staff } from './desk.ts'
import { toastOf } from './toasts.ts'

const PATH = '/api/admin/business/settings'
const OURS = { 'Sec-Fetch-Site': 'same-origin' }

/** The settings of a business, as staff use them. */
export class SettingsPage {
  readonly page: Page
  /** What the bar says of what is saved; another part of the page may say that it is being fetched. */
  readonly bar: Locator

  constructor(page: Page) {
    this.page = page
    this.bar = page.getByRole('main').getByRole('status').filter({ hasText: /saved/ })
  }

  /** Signs in and goes to a page of the header's menu. */
  async openAt(slug: string, staff: Staff, entry = 'Business settings'): Promise<void> {
    await new DeskPage(this.page).signInTo(slug, staff)
    await this.open(entry)
  }

  async open(entry = 'Business settings'): Promise<void> {
    await this.page.getByRole('button', { name: 'Menu', exact: true }).click()
    await this.page.getByRole('link', { name: entry, exact: true }).click()
    await expect(this.page.getByRole('heading', { name: entry, exact: true })).toBeVisible()
  }

  field = (name: string) => this.page.getByRole('textbox', { name, exact: true })

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: 'Save settings', exact: true }).click()
    await expect(toastOf(this.page)).toContainText('Settings saved')
  }

  /** A picture of what the browser shows stands for a logo. */
  async uploadLogo(): Promise<void> {
    const buffer = await this.page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 240 } })
    const file = { name: 'logo.png', mimeType: 'image/png', buffer }
    await this.page.locator('main input[type=file]').setInputFiles(file)
    await expect(this.page.getByRole('img', { name: 'The logo', exact: true })).toBeVisible()
  }
}

/** The settings as they are stored. */
export async function readSettings(page: Page): Promise<BusinessSettings> {
  return z.parse(BusinessSettings, await (await page.request.get(PATH)).json())
}

/** Saves settings at once, whoever has changed them meanwhile: another device, or the way back to what was. */
export async function storeSettings(page: Page, change: Partial<BusinessSettings>): Promise<BusinessSettings> {
  const { version, ...stored } = await readSettings(page)
  const answer = await page.request.put(PATH, { headers: OURS, data: { ...stored, ...change, version } })
  expect(answer.status()).toBe(200)
  return z.parse(BusinessSettings, await answer.json())
}
