import type { Answer } from '../../tests/system/support/client.ts'
import type { Chance } from '../../tests/system/support/random.ts'
import type { Ask, Browser } from './browser.ts'
import type { Business } from './town.ts'

export interface Clerk {
  readonly business: Business
  /** The other businesses of the town: what they have is none of the clerk's business. */
  readonly others: readonly Business[]
  readonly browser: Browser
  readonly chance: Chance
  readonly isDoubled: () => boolean
}

/** Sends a command, twice at the same time while that is the fashion. */
export const send = ({ browser, isDoubled }: Clerk, ask: Ask): Promise<Answer | undefined> =>
  isDoubled() ? browser.commandTwice(ask) : browser.command(ask)

/** Writing a note to a booking. */
export const noting = (id: string, adminNotes: string): Ask => ({
  call: 'changeBooking',
  method: 'PUT',
  path: `/api/admin/bookings/${id}`,
  body: { adminNotes },
  asked: { id },
})
