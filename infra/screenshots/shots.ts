import type { Page } from '@playwright/test'
import { DEMO_TENANTS } from '../demo/tenants.ts'

/** One picture of the product. */
export interface Shot {
  readonly name: string
  /** CSS pixels; the picture has twice as many in each direction. */
  readonly viewport: { readonly width: number; readonly height: number }
  /** Whether staff are signed in. */
  readonly atTheDesk?: true
  /** Goes where the picture is taken. */
  readonly show: (page: Page) => Promise<void>
}

const [tenant] = DEMO_TENANTS
if (tenant === undefined) throw new Error('there is a demo tenant')
const { slug } = tenant

const phone = { width: 390, height: 844 }
const tablet = { width: 1024, height: 768 }
const upright = { width: 768, height: 1024 }
const wide = { width: 1440, height: 900 }
/** The specification's section 2: previews are 16:9, 1280 × 720. */
const preview = { width: 1280, height: 720 }

const portal = async (page: Page) => {
  await page.goto(`/${slug}/portal`)
  await page.getByRole('article').first().waitFor()
}
const tab = (id: string, heading: string) => async (page: Page) => {
  await page.goto(`/${slug}/admin?tab=${id}`)
  await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
}
const overview = tab('overview', 'Overview')
const bookings = tab('bookings', 'Bookings')
const fleet = tab('fleet', 'Fleet')

/** The previews of the landing page. */
export const PREVIEWS: readonly Shot[] = [
  { name: 'portal', viewport: preview, show: portal },
  { name: 'dashboard', viewport: preview, atTheDesk: true, show: overview },
  { name: 'fleet', viewport: preview, atTheDesk: true, show: fleet },
]

/** The pictures of the documentation. */
export const DOCUMENTATION: readonly Shot[] = [
  { name: 'landing', viewport: wide, show: async (page) => void (await page.goto('/')) },
  { name: 'portal', viewport: wide, show: portal },
  { name: 'portal-phone', viewport: phone, show: portal },
  { name: 'overview', viewport: tablet, atTheDesk: true, show: overview },
  { name: 'bookings', viewport: wide, atTheDesk: true, show: bookings },
  {
    name: 'calendar',
    viewport: tablet,
    atTheDesk: true,
    show: async (page) => {
      await bookings(page)
      await page.getByText('Calendar View', { exact: true }).click()
      await page.getByText('Showing only approved bookings').waitFor()
    },
  },
  { name: 'fleet', viewport: upright, atTheDesk: true, show: fleet },
  { name: 'bookings-phone', viewport: phone, atTheDesk: true, show: bookings },
]
