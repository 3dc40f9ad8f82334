import { EVERYTHING, type Recorded } from '@forecourt/event-log/port.ts'
import { createPostgresEventLog } from '@forecourt/event-log/postgres/postgres-event-log.ts'
import pg from 'pg'

/**
 * What any projection of this log costs, and no more: reading all of it, parsing each event's payload, and one plain row an
 * event, 2,000 of them a statement and a commit. Nothing is checked, opened, looked up or changed. It is a program of its
 * own, like the command that it is measured beside. Argument: the database. Prints events and seconds as JSON.
 */
const BATCH = 2_000

const connectionString = process.argv[2] ?? ''
const eventLog = createPostgresEventLog({ connectionString })
const client = new pg.Client({ connectionString })
await client.connect()
await client.query(`
  drop table if exists bare;
  create table bare (event_id uuid primary key, stream text, revision bigint, type text, booking_id text, payload json);
  drop table if exists bare_checkpoint;
  create table bare_checkpoint (position bigint);
  insert into bare_checkpoint values (0);
`)

const began = performance.now()
let events = 0
let batch: Recorded[] = []
for await (const event of eventLog.readAll('start', EVERYTHING)) {
  batch.push(event)
  if (batch.length < BATCH) continue
  await write(batch)
  batch = []
}
if (batch.length > 0) await write(batch)
console.log(JSON.stringify({ events, seconds: (performance.now() - began) / 1_000 }))
// Whoever comes next is not to work beside a vacuum of it.
await client.query('drop table bare, bare_checkpoint')
await Promise.all([eventLog.close(), client.end()])

async function write(recorded: readonly Recorded[]): Promise<void> {
  await client.query('begin; set local synchronous_commit = off')
  await client.query({
    name: 'bare',
    text: 'insert into bare select * from unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::json[])',
    values: [
      recorded.map(({ id }) => id),
      recorded.map(({ stream }) => stream),
      recorded.map(({ revision }) => revision),
      recorded.map(({ type }) => type),
      recorded.map(({ data }) => bookingIn(JSON.parse(data))),
      recorded.map(({ data }) => data),
    ],
  })
  await client.query('update bare_checkpoint set position = $1', [recorded.at(-1)?.position])
  await client.query('commit')
  events += recorded.length
}

function bookingIn(payload: unknown): string | null {
  const isAboutBooking = typeof payload === 'object' && payload !== null && 'bookingId' in payload
  return isAboutBooking ? String(payload.bookingId) : null
}
