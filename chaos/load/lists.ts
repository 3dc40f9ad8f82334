import type { Answer } from '../../tests/system/support/client.ts'
import type { Ask, Browser } from './browser.ts'
import { untilAnswered } from './until-answered.ts'

/** Bookings on a page: as many as staff's screens ask for at once. */
const PAGE = 500
/** A page that long is waited for, in milliseconds. */
const PATIENCE = 15_000

/** The first page of the whole list. Read also while people are busy, it is kept and brought up to date until the end. */
export const FIRST_PAGE: Ask = {
  call: 'listBookings',
  method: 'GET',
  path: `/api/admin/bookings?limit=${PAGE}`,
  asked: { limit: PAGE },
  patience: PATIENCE,
}

/** The latest bookings, as many as somebody glances at. */
export const LATEST: Ask = {
  call: 'listBookings',
  method: 'GET',
  path: '/api/admin/bookings?limit=10',
  asked: { limit: 10 },
}

/**
 * Somebody of the staff reads the whole list of bookings, page by page. A page that cannot be had ends it: to the checker what
 * was on the rest is missing then.
 */
export async function readWholeList(browser: Browser): Promise<void> {
  let path: string | undefined = FIRST_PAGE.path
  for (let page = 1; path !== undefined; page += 1) {
    const ask: Ask = { ...FIRST_PAGE, path, asked: { page } }
    const answer: Answer | undefined = await untilAnswered(() => browser.ask(ask))
    path = answer?.status === 200 ? answer.next : undefined
  }
}
