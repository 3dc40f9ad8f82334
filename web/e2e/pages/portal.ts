import { expect, type Locator, type Page } from '@playwright/test'

/** A driving licence as a renter has it on the phone: a real picture. */
export interface LicenceFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

export interface Renter {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly address: string
}

/** The portal of a business, as a renter uses it. */
export class PortalPage {
  readonly page: Page
  readonly form: Locator
  readonly submitButton: Locator
  readonly confirmation: Locator
  /** What is said when a request waits on the device. */
  readonly saved: Locator
  /** The requests that wait there. */
  readonly waiting: Locator

  constructor(page: Page) {
    this.page = page
    this.form = page.getByRole('form', { name: 'Booking request' })
    this.submitButton = page.getByRole('button', { name: 'Submit Booking Request' })
    this.saved = page.getByRole('dialog', { name: /^Saved on this (phone|device) – not sent yet$/ })
    this.waiting = page.getByRole('list', { name: 'Requests that are not sent yet' }).getByRole('listitem')
    this.confirmation = page.getByRole('dialog', { name: 'Booking request received' })
  }

  async open(slug: string): Promise<void> {
    await this.page.goto(`/${slug}/portal`)
    await expect(this.form).toBeVisible()
  }

  vehicle = (name: string) => this.page.getByRole('article', { name, exact: true })
  field = (label: string) => this.form.getByLabel(label, { exact: true })
  error = (sentence: string) => this.form.getByText(sentence, { exact: true })

  /** Names of the vehicles that can be chosen. */
  async vehicles(): Promise<string[]> {
    const options = this.field('Vehicle').locator('option')
    // The first one stands for none; the fleet may come later than the form.
    await expect(options.nth(1)).toBeAttached()
    const names = await options.allTextContents()
    return names.slice(1).map((option) => option.replace(/ – .*$/, ''))
  }

  async chooseVehicle(name: string): Promise<void> {
    await this.vehicle(name)
      .getByRole('button', { name: `Select ${name}` })
      .click()
    await expect(this.field('Vehicle')).not.toHaveValue('')
  }

  async typeDates(pickup: string, dropoff: string): Promise<void> {
    await this.field('Pickup date').fill(pickup)
    await this.field('Drop-off date').fill(dropoff)
    await this.field('Drop-off date').blur()
  }

  async introduce({ name, email, phone, address }: Renter): Promise<void> {
    await this.field('Full name').fill(name)
    await this.field('Email').fill(email)
    await this.field('Phone').fill(phone)
    await this.field('Address').fill(address)
  }

  async uploadLicence(file: LicenceFile): Promise<void> {
    await this.form.locator('input[type=file]').setInputFiles(file)
    await expect(this.form.getByText('License uploaded', { exact: true })).toBeVisible()
  }

  /** Chooses a licence without a network. */
  async keepLicence(file: LicenceFile): Promise<void> {
    await this.form.locator('input[type=file]').setInputFiles(file)
    await expect(this.form.getByText(/^License kept on this (phone|device)$/)).toBeVisible()
  }

  /** The reference under which a request was just saved on the device, without its `#`; the dialog is closed. */
  async savedReference(): Promise<string> {
    await expect(this.saved).toBeVisible()
    const shown = await this.saved.getByText(/^#BR-\d+$/).textContent()
    await this.saved.getByRole('button', { name: 'Done' }).click()
    return (shown ?? '').slice(1)
  }

  submit = () => this.submitButton.click()

  /** The reference that the confirmation shows, without its `#`. */
  async reference(): Promise<string> {
    await expect(this.confirmation).toBeVisible()
    const shown = await this.confirmation.getByText(/^#BR-\d+$/).textContent()
    return (shown ?? '').slice(1)
  }
}
