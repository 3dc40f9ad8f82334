import type { Page } from '@playwright/test'
import { at, first, hang, inView, type Stage, type State } from './stage.ts'

/** What anybody sees who is no renter yet: the landing page, the sign-in page, and the ways to nowhere. */

const landing = ({ page }: Stage) => page.goto('/').then(() => undefined)
const section = (id: string) => inView((page: Page) => page.locator(`#${id}`), 'start')
const signIn = first(at('admin/login'), ({ page }) => page.getByLabel('Email').waitFor())
const send = ({ page }: Stage) => page.getByRole('button', { name: 'Sign in' }).click()

export const PUBLIC_STATES: readonly State[] = [
  { name: 'landing-top', isPlain: true, show: landing },
  {
    name: 'landing-refused',
    isPlain: true,
    show: first(landing, async ({ page }) => {
      await page
        .getByRole('button', { name: 'Approve Rhys' })
        .or(page.getByRole('button', { name: /^Approve / }))
        .first()
        .click()
    }),
    frame: inView((page) => page.getByRole('region', { name: 'Try to book a car twice' })),
  },
  { name: 'landing-features', isPlain: true, show: landing, frame: section('features') },
  { name: 'landing-platform', isPlain: true, show: landing, frame: section('platform') },
  { name: 'landing-why', isPlain: true, show: landing, frame: section('why-choose-us') },
  { name: 'landing-end', isPlain: true, show: landing, frame: inView((page) => page.locator('footer'), 'end') },
  {
    name: 'landing-preview',
    isPlain: true,
    show: first(landing, async ({ page }) => {
      await page
        .getByRole('button', { name: /^Enlarge the picture/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    }),
  },
  { name: 'not-found', isPlain: true, show: async ({ page }) => void (await page.goto('/a/path/to/nowhere')) },
  {
    name: 'business-not-found',
    isPlain: true,
    show: async ({ page }) => {
      await page.goto('/nobody-at-all/portal')
      await page.getByText('Business Not Found').waitFor()
    },
  },
  {
    name: 'business-not-loaded',
    isPlain: true,
    show: async ({ page }) => {
      await page.route('**/api/business/**', (route) => route.fulfill({ status: 503, body: '' }))
      await page.goto('/nobody-at-all/portal')
      await page.getByText('Or it could not be loaded').waitFor()
    },
  },
  { name: 'business-loading', isPlain: true, show: first(hang('**/api/business/**'), at('portal')) },
  { name: 'sign-in', show: signIn },
  { name: 'sign-in-errors', show: first(signIn, send) },
  {
    name: 'sign-in-refused',
    show: first(signIn, async (stage) => {
      const { page, business } = stage
      await page.getByLabel('Email').fill(business.staff.email)
      await page.getByLabel('Password').fill('not the password')
      await send(stage)
      await page.getByText('Login Failed').waitFor()
    }),
  },
]
