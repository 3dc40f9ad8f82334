import { expect, type Locator, type Page } from '@playwright/test'

/** The maintenance of a vehicle, as staff see and plan it. */
export class MaintenancePage {
  readonly page: Page
  readonly dialog: Locator
  readonly card: Locator
  readonly name: string

  constructor(page: Page, name: string) {
    this.page = page
    this.name = name
    this.dialog = page.getByRole('dialog', { name: `Maintenance: ${name}`, exact: true })
    this.card = page.getByRole('article', { name, exact: true })
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: `Plan maintenance: ${this.name}`, exact: true }).click()
    await expect(this.dialog).toBeVisible()
  }

  /** Types the days of a block and what is done, and adds it. */
  async add(from: string, to: string, kind = 'Service'): Promise<void> {
    await this.dialog.getByLabel('From', { exact: true }).fill(from)
    await this.dialog.getByLabel('Back in hire on', { exact: true }).fill(to)
    await this.dialog.getByLabel('What is done', { exact: true }).selectOption(kind)
    await this.dialog.getByRole('button', { name: 'Add maintenance', exact: true }).click()
  }

  close = () => this.dialog.getByRole('button', { name: 'Close', exact: true }).click()
}
