import type { Database, Queries } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { z } from 'zod'

/** How many mails a day one address may get from anonymous requests of one business (SECURITY rule 17). */
const PER_DAY = 3

/**
 * Whether this mail is among the first of the day to its address: nobody's mailbox is filled by typing their address into
 * a portal. Asked again for the same notification, it answers the same.
 * @param addressHmac keyed hash of the address
 * @param day civil day of the business, `YYYY-MM-DD`
 */
export async function withinCourtesy(
  database: Database,
  mail: {
    readonly notificationId: string
    readonly businessId: string
    readonly addressHmac: string
    readonly day: string
  },
): Promise<boolean> {
  return await database.transaction(async (transaction) => {
    // Two mails to one address at the same moment must not both be the last one.
    await transaction.query(sql.type(z.object({}))`
      select pg_advisory_xact_lock(hashtextextended(${`${mail.businessId}/${mail.addressHmac}`}, 0))
    `)
    // Of a customer who is about to be erased nothing is written down any more: their row in the vault, held meanwhile, says
    // whether they are.
    await transaction.query(sql.type(z.object({}))`
      insert into reactions.anonymous_mails (notification_id, business_id, address_hmac, day)
      select ${mail.notificationId}::uuid, ${mail.businessId}::uuid, ${mail.addressHmac}, ${mail.day}::date
      from vault.people
      where kind = 'customer' and business_id = ${mail.businessId}::uuid and email_hmac = ${mail.addressHmac} and (
        select count(*) from reactions.anonymous_mails
        where business_id = ${mail.businessId}::uuid and address_hmac = ${mail.addressHmac} and day = ${mail.day}::date
      ) < ${PER_DAY}
      for key share
      on conflict do nothing
    `)
    const entered = await transaction.maybeOneFirst(sql.type(z.object({ entered: z.boolean() }))`
      select true as entered from reactions.anonymous_mails where notification_id = ${mail.notificationId}::uuid
    `)
    return entered === true
  })
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
