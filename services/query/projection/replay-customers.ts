import { customerStream, scheduleStreamOf } from '@forecourt/domain/streams.ts'
import type { EventLog, Position, Recorded } from '@forecourt/event-log/port.ts'
import type { ClientBase } from 'pg'
import { z } from 'zod'
import { applyOne, type Projection } from './apply-batch.ts'
import { parkedStreams } from './parked.ts'
import { loadCustomers, saveRows } from './store.ts'
import { together } from './transaction.ts'
import { raiseVersions } from './versions.ts'
import { WorkingRows } from './working-rows.ts'

/**
 * Makes the rows of these customers and of their bookings anew from all that was projected of them. Several streams tell of a
 * customer, and what one of them has held back is older than what the others have told meanwhile: laid over it, it would bring
 * back an address that has changed since, or a picture that was deleted. Figures are sums, in whatever order.
 * @param through up to which position (inclusive)
 */
export async function replayCustomers(
  client: ClientBase,
  { schema, tell }: Omit<Projection, 'onPoison'>,
  eventLog: EventLog,
  customers: ReadonlySet<string>,
  through: Position,
): Promise<void> {
  const stored = await loadCustomers(client, schema, [...customers])
  const streams = new Set([
    ...stored.customers.map(({ customerId }) => customerStream(customerId)),
    ...stored.bookings.map(({ bookingId }) => scheduleStreamOf(bookingId)),
  ])
  const waiting = new Map((await parkedStreams(client, schema)).map(({ stream, revision }) => [stream, revision]))
  const events: Recorded[] = []
  for (const stream of streams) {
    const end = waiting.get(stream)
    for await (const event of eventLog.read(stream)) {
      if (event.position > through || event.revision === end) break
      if (customers.has(customerOf(event))) events.push(event)
    }
  }
  events.sort((a, b) => (a.position < b.position ? -1 : 1))
  const replayed = new WorkingRows()
  // What they say builds on a stream that waits still, whose release makes these rows once more.
  const unfounded = new Set<string>()
  for (const item of await tell(events)) {
    if (applyOne(replayed, item) !== undefined) unfounded.add(customerOf(item.event))
  }
  const rows = new WorkingRows()
  rows.load('customers', stored.customers)
  rows.load('bookings', stored.bookings)
  const changes = [
    ...replayed.changed('customers').map((row) => ({ table: 'customers', row }) as const),
    ...replayed.changed('bookings').map((row) => ({ table: 'bookings', row }) as const),
  ]
  // They are of no later event: by "released" the tenant's version is another one.
  rows.change(
    changes.filter(({ row }) => !unfounded.has(row.customerId)),
    0n,
  )
  await together([saveRows(client, schema, rows, 'none'), raiseVersions(client, schema, rows.tenants, true)])
}

const About = z.object({ customerId: z.string() })

/** Whom the event is about; nobody when it says of no customer. */
const customerOf = ({ data }: Recorded): string => About.safeParse(JSON.parse(data)).data?.customerId ?? ''
