import type pg from 'pg'

/** A mail as the outbox writes it. */
export interface OutboxMail {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface OutboxRow {
  readonly id: string
  readonly kind: string
  readonly reference: string
  readonly contact_name: string
  readonly contact_email: string
  readonly pickup_date: string
  readonly dropoff_date: string
  readonly car: string
  readonly business: string
  readonly slug: string
}

/**
 * Two relays share the work: rows that one has are skipped by the other. They are taken first and joined then: the planner
 * knows the outbox as empty as it mostly is, and would read all bookings for fifty rows.
 */
const TAKE = `
  with taken as materialized (
    select * from outbox order by id limit 50 for update skip locked
  )
  select
    taken.id, taken.kind, booking.reference, booking.contact_name, booking.contact_email, booking.pickup_date::text,
    booking.dropoff_date::text, vehicle.name as car, business.name as business, business.slug
  from taken
  join bookings booking on booking.id = taken.booking_id
  join vehicles vehicle on vehicle.id = booking.vehicle_id
  join businesses business on business.id = booking.business_id
  order by taken.id`

/**
 * A relay that sends what is in the outbox, some rows at a time. Rows go when their mails are sent, so a mail may be sent
 * twice and none is forgotten.
 * @param send hands one mail over; `id` is the same when it is sent again
 * @param crew how many mails are sent at once, and what is waited for before each
 * @returns sends the next rows and says how many they were
 */
export function createRelay(
  pool: pg.Pool,
  send: (mail: OutboxMail, id: string) => Promise<void>,
  crew: { readonly atOnce: number; readonly begin?: () => Promise<void> } = { atOnce: 50 },
): () => Promise<number> {
  /** Sends what is left of the mails, one after the other. */
  async function sendFrom(mails: Iterator<{ readonly mail: OutboxMail; readonly id: string }>) {
    for (;;) {
      const { done, value } = mails.next()
      if (done === true) return
      await crew.begin?.()
      await send(value.mail, `<${value.id}@yardstick.example>`)
    }
  }

  return async () => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<OutboxRow>({ name: 'take', text: TAKE })
      const mails = rows.flatMap((row) => mailsOf(row).map((mail, index) => ({ mail, id: `${row.id}-${index}` })))
      const left = mails.values()
      await Promise.all(Array.from({ length: crew.atOnce }, () => sendFrom(left)))
      await client.query({
        name: 'sent',
        text: 'delete from outbox where id = any($1::bigint[])',
        values: [rows.map(({ id }) => id)],
      })
      await client.query('commit')
      client.release()
      return rows.length
    } catch (error) {
      // Until then others skip the rows.
      await client.query('rollback').catch(() => {})
      client.release(true)
      throw error
    }
  }
}

/** How many mails the rows of the outbox stand for. */
export async function mailsWaiting(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<Pick<OutboxRow, 'kind'> & { readonly count: number }>(
    'select kind, count(*)::int as count from outbox group by kind',
  )
  return rows.reduce((sum, { kind, count }) => sum + count * (isForBoth(kind) ? 2 : 1), 0)
}

const isForBoth = (kind: string): boolean => kind === 'requested'

/** The customer hears of everything, the business of new requests. */
function mailsOf(row: OutboxRow): OutboxMail[] {
  const subject = `${row.business}: booking ${row.reference} ${row.kind}`
  const text = `${row.contact_name}, ${row.car}, ${row.pickup_date} to ${row.dropoff_date}: ${row.kind}.`
  const customer = { name: row.contact_name, address: row.contact_email }
  const business = { name: row.business, address: `desk@${row.slug}.example` }
  const recipients = isForBoth(row.kind) ? [customer, business] : [customer]
  return recipients.map((to) => ({ to, subject, text, html: `<!doctype html><p>${escaped(text)}</p>` }))
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
