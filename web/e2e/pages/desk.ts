import { expect, type Locator, type Page } from '@playwright/test'
import { inIndexedDb } from './device.ts'

export interface Staff {
  readonly email: string
  readonly password: string
}

/** The dashboard of a business, as staff use it. */
export class DeskPage {
  readonly page: Page
  /** The details of a booking: beside the list on a wide screen, else a dialog. */
  readonly details: Locator
  /** The one status line. */
  readonly status: Locator

  constructor(page: Page) {
    this.page = page
    this.status = page.getByRole('banner').getByRole('status')
    this.details = page
      .getByRole('dialog', { name: 'Booking Details' })
      .or(page.getByRole('region', { name: 'Booking Details' }))
  }

  async openSignIn(slug: string): Promise<void> {
    await this.page.goto(`/${slug}/admin/login`)
    await expect(this.page.getByRole('heading', { name: /^Sign in to manage / })).toBeVisible()
  }

  async signIn({ email, password }: Staff): Promise<void> {
    await this.page.getByLabel('Email', { exact: true }).fill(email)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Sign in' }).click()
  }

  async signInTo(slug: string, staff: Staff): Promise<void> {
    await this.openSignIn(slug)
    await this.signIn(staff)
    await expect(this.page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await this.goTo('Bookings')
    await expect(this.page.getByRole('heading', { name: 'Bookings', exact: true })).toBeVisible()
  }

  /** The booking of a customer, as the table's row or the ledger's entry. */
  booking = (customer: string) => this.bookings().filter({ hasText: customer })

  /** All bookings of the page, as rows or as entries. */
  bookings(): Locator {
    const main = this.page.getByRole('main')
    return main.getByRole('row').or(main.getByRole('listitem'))
  }

  /** Decides about a booking, as soon as the step can be taken: not right after another. */
  async decide(step: 'Approve' | 'Reject' | 'Mark as Completed' | 'Mark as Approved', customer: string): Promise<void> {
    const button = this.page.getByRole('button', { name: `${step}: ${customer}` })
    await expect(button).toBeEnabled()
    await button.click()
  }

  /** Who asks for the first booking that waits for a decision. */
  async firstPending(): Promise<string> {
    const name = await this.page
      .getByRole('button', { name: /^Reject: / })
      .first()
      .getAttribute('aria-label')
    return (name ?? '').replace('Reject: ', '')
  }

  /**
   * Until what is shown could be shown without a network: the app and the copy of the bookings are on the device.
   * @param text is in the copy
   */
  async untilKept(text = 'adminNotes'): Promise<void> {
    await this.page.evaluate(() => navigator.serviceWorker.ready)
    const copies = () =>
      this.page.evaluate(
        (wanted) =>
          new Promise<number>((resolve) => {
            const request = indexedDB.open('keyval-store')
            request.addEventListener('success', () => {
              const database = request.result
              const all = database.transaction('keyval').objectStore('keyval').getAll()
              all.addEventListener('success', () => {
                database.close()
                resolve(all.result.filter((value) => JSON.stringify(value).includes(wanted)).length)
              })
            })
          }),
        text,
      )
    await expect.poll(copies).toBeGreaterThan(0)
  }

  /** Until a screen could be shown at the next start before the app's code is there. */
  async untilSeen(screen: 'overview' | 'bookings'): Promise<void> {
    const isKept = async () => (await inIndexedDb(this.page)).some((entry) => entry.includes(`:seen:${screen}"`))
    await expect.poll(isKept).toBe(true)
  }

  async openDetails(customer: string): Promise<void> {
    await this.page.getByRole('button', { name: `View details of ${customer}` }).click()
    await expect(this.details).toBeVisible()
  }

  /** Puts what has arrived into the list. */
  showNew = () => this.page.getByRole('button', { name: /^\d+ new (request|booking)s?$/ }).click()

  goTo = (tab: string) =>
    this.page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: tab }).click()
  logout = () => this.page.getByRole('button', { name: 'Logout' }).click()

  /** Logs out although something is not sent or not saved, and says what the question was. */
  async logoutAndDrop(): Promise<string> {
    await this.logout()
    const question = this.page.getByRole('alertdialog')
    const asked = await question.getByRole('paragraph').innerText()
    await question.getByRole('button', { name: 'Log out and drop' }).click()
    return asked
  }
}
