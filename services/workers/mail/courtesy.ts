import type { Queries } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { TryAgainLater } from './patience.ts'

/** How many mails a day one address may get from anonymous requests of one business (SECURITY rule 17). */
const PER_DAY = 3

/**
 * Whether this mail is among the first of the day to its address: nobody's mailbox is filled by typing their address into
 * a portal. Asked again for the same notification, it answers the same (infra/migrations/019-courtesy-kept.sql).
 * @param addressHmac keyed hash of the address
 * @param day civil day of the business, `YYYY-MM-DD`
 */
export async function withinCourtesy(
  database: Queries,
  mail: {
    readonly notificationId: string
    readonly businessId: string
    readonly addressHmac: string
    readonly day: string
  },
): Promise<boolean> {
  // Prepared, as each mail to a renter who has asked asks: parsing and planning took the server nearly as long as the rest.
  return await database.oneFirst(sql.prepared('within courtesy', z.object({ within: z.boolean() }))`
    select reactions.within_courtesy(
      ${mail.notificationId}::uuid, ${mail.businessId}::uuid, ${mail.addressHmac}, ${mail.day}::date, ${PER_DAY}
    ) as within
  `)
}

/** An erasure is decided within moments: before a mail is looked at again that waits for one, in milliseconds. */
const UNTIL_DECIDED = 5_000

/**
 * For whoever is just being erased nothing is counted any more, so that no mail of theirs is within courtesy; and they may stay after
 * all (infra/migrations/008-departures.sql), with a mail that they are to get.
 * @throws {TryAgainLater} the customer is being erased, or was: by then it is known which
 */
export async function unlessLeaving(database: Queries, customerId: string): Promise<void> {
  const { isThere } = await database.one(sql.type(z.object({ isThere: z.boolean() }))`
    select exists (
      select from vault.people where subject_id = ${customerId}::uuid and departing_hmac is null
    ) as "isThere"
  `)
  if (!isThere) throw new TryAgainLater(UNTIL_DECIDED, 'its customer is being erased')
}

/**
 * Forgets mails of days that are over everywhere: nothing is counted by them any more, and what nobody needs of anybody's
 * address, even its hash, is not kept.
 * @param at now; the day before yesterday is over in every time zone
 */
export async function forgetPastDays(database: Queries, at: Date): Promise<void> {
  await database.query(sql.type(z.object({}))`
    delete from reactions.anonymous_mails where day < (${at.toISOString()}::timestamptz at time zone 'UTC')::date - 1
  `)
}
