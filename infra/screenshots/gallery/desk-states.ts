import type { Page } from '@playwright/test'
import { at, fail, first, hang, inView, press, type Stage, type State, tab } from './stage.ts'

/** The dashboard round its tabs: overview, what a network does to it, the ways in and out. */

const figures = ({ page }: Stage) => page.getByText('Fleet Performance Insights').waitFor()
const overview = first(tab('overview', 'Overview'), figures)
const fleet = first(tab('fleet', 'Fleet'), ({ page }) =>
  page
    .getByRole('button', { name: /^Edit / })
    .first()
    .waitFor(),
)
const status = (page: Page, words: RegExp) =>
  page.getByRole('banner').getByRole('status').filter({ hasText: words }).waitFor()
const toggle = press(/^(Mark Unavailable|Make Available): /)
/** Changes that wait because there is no network. */
const offline = first(
  fleet,
  async ({ context }) => context.setOffline(true),
  toggle,
  async ({ page }) => status(page, /to send$/),
)
const ofNothing =
  (id: string, heading: string) =>
  async ({ page, empty }: Stage) => {
    await page.goto(`/${empty.slug}/admin?tab=${id}`)
    await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
    await status(page, /^Up to date/)
  }
const show = press('Show')

export const DESK_STATES: readonly State[] = [
  { name: 'desk-loading', as: 'staff', show: first(hang('**/api/auth/user'), at('admin')) },
  {
    name: 'desk-not-opened',
    as: 'staff',
    show: first(fail('**/api/auth/user'), at('admin'), ({ page }) =>
      page.getByText('The dashboard could not be opened').waitFor({ timeout: 60_000 }),
    ),
  },
  {
    name: 'desk-signed-out',
    show: first(at('admin'), ({ page }) => page.getByText('Unauthorized').waitFor()),
  },
  {
    name: 'desk-access-denied',
    as: 'staff',
    show: async ({ page }) => {
      await page.goto('/harbour-hire/admin')
      await page.getByText('Access Denied').waitFor()
    },
  },
  { name: 'overview', as: 'staff', show: overview },
  {
    name: 'overview-insights',
    as: 'staff',
    show: overview,
    frame: inView((page) => page.getByRole('region', { name: 'Fleet Performance Insights' }), 'start'),
  },
  {
    name: 'overview-recent',
    as: 'staff',
    show: overview,
    frame: inView((page) => page.getByRole('region', { name: 'Recent Bookings' }), 'start'),
  },
  {
    name: 'overview-undo',
    as: 'staff',
    show: first(overview, press(/^Dismiss the booking of /), ({ page }) =>
      page.getByText('Removed from recent bookings').waitFor(),
    ),
    frame: inView((page) => page.getByRole('region', { name: 'Recent Bookings' }), 'start'),
  },
  { name: 'overview-nothing-yet', as: 'newcomer', show: ofNothing('overview', 'Overview') },
  { name: 'bookings-nothing-yet', as: 'newcomer', show: ofNothing('bookings', 'Bookings') },
  { name: 'fleet-nothing-yet', as: 'newcomer', show: ofNothing('fleet', 'Fleet') },
  { name: 'customers-nothing-yet', as: 'newcomer', show: ofNothing('customers', 'Customers') },
  { name: 'manual-nothing-yet', as: 'newcomer', show: ofNothing('manual-booking', 'Manual Booking') },
  {
    name: 'desk-shortcuts',
    as: 'staff',
    show: first(overview, async ({ page }) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    }),
  },
  { name: 'desk-offline', as: 'staff', show: offline },
  { name: 'desk-to-send', as: 'staff', show: first(offline, show, ({ page }) => page.getByRole('dialog').waitFor()) },
  {
    name: 'desk-logout-question',
    as: 'staff',
    show: first(offline, press('Logout'), ({ page }) => page.getByRole('alertdialog').waitFor()),
  },
  {
    name: 'desk-sending',
    as: 'staff',
    show: first(fleet, hang('**/api/admin/cars/*/status'), toggle, async ({ page }) => status(page, /^Sending/)),
  },
]
