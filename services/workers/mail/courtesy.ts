import type { Queries } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { z } from 'zod'

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
