import type { ClientBase, Pool } from 'pg'

/** A connection to the database of the vault. */
export type Connection = Pick<ClientBase | Pool, 'query'>

/**
 * The business whose customer this is. Undefined: nobody, or somebody who has been erased.
 * @param customerId a UUID
 */
export async function businessOfCustomer(database: Connection, customerId: string): Promise<string | undefined> {
  const { rows } = await database.query<{ business_id: string }>({
    name: 'business-of-customer',
    text: `select business_id from vault.people where subject_id = $1 and kind = 'customer'`,
    values: [customerId],
  })
  return rows[0]?.business_id
}

/**
 * A customer is about to be erased: no append carries their row from here on, and their e-mail address is somebody new's
 * (infra/migrations/008-departures.sql). Again, it changes nothing.
 */
export async function leave(database: Connection, customerId: string): Promise<void> {
  await database.query('select vault.leave($1)', [customerId])
}

/** They stay after all: `leave` is taken back. Changes nothing for somebody who was not about to be erased. */
export async function stay(database: Connection, customerId: string): Promise<void> {
  await database.query('select vault.stay($1)', [customerId])
}

/** What is left of a person in the vault besides their key. */
export interface Belongings {
  /** Paths of their stored files. */
  readonly files: readonly string[]
  /** Hashes of their e-mail address, present and past. */
  readonly emailHmacs: readonly string[]
}

/** What has to go with a person. Nothing when they are erased. */
export async function belongingsOf(database: Connection, customerId: string): Promise<Belongings> {
  const { rows } = await database.query<{ files: string[]; hmacs: string[] }>(
    `select
       array(select object_path from vault.files where customer_id = $1 or former_customer_id = $1) as files,
       array(
         select unnest(array_remove(array[email_hmac, departing_hmac], null)) from vault.people where subject_id = $1
       ) as hmacs`,
    [customerId],
  )
  return { files: rows[0]?.files ?? [], emailHmacs: rows[0]?.hmacs ?? [] }
}

/** Customers whose erasing was begun and has not come to its end: the process has died, or is still at it. */
export async function departing(
  database: Connection,
): Promise<readonly { readonly customerId: string; readonly businessId: string }[]> {
  const { rows } = await database.query<{ subject_id: string; business_id: string }>(
    'select subject_id, business_id from vault.people where departing_hmac is not null order by created_at',
  )
  return rows.map((row) => ({ customerId: row.subject_id, businessId: row.business_id }))
}
