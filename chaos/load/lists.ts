import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '../../tests/system/support/client.ts'
import type { Browser } from './browser.ts'
import { untilAnswered } from './until-answered.ts'

/** Bookings on a page: as many as staff ever have at once. */
const PAGE = 500
/** A page that long is waited for, in milliseconds. */
const PATIENCE = 15_000
const PAUSE = 200

/** Somebody of the staff reads the whole list of bookings, page by page. A page that cannot be had ends it: the rest is missing then. */
export async function readWholeList(browser: Browser): Promise<void> {
  let next: string | undefined = `/api/admin/bookings?limit=${PAGE}`
  for (let page = 1; next !== undefined; page += 1) {
    const path: string = next
    let answer: Answer | undefined
    await untilAnswered(async () => {
      answer = await browser.ask({ call: 'listBookings', method: 'GET', path, asked: { page }, patience: PATIENCE })
      if (answer === undefined) await delay(PAUSE)
      return answer
    })
    next = answer?.status === 200 ? answer.next : undefined
  }
}
