import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyEvent } from '@forecourt/domain/event.ts'
import { encodeAll } from '@forecourt/event-log/codec.ts'
import { EVERYTHING, type EventLog, type Recorded } from '@forecourt/event-log/port.ts'
import { createPostgresEventLog } from '@forecourt/event-log/postgres/postgres-event-log.ts'
import { createVault, type Person, type Vault } from '@forecourt/event-log/vault/vault.ts'
import { ensureDatabase, startPostgres } from '@forecourt/infra/embedded/postgres.ts'
import { migrate } from '@forecourt/infra/migrate.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { rebuild } from '@forecourt/query/projection/rebuild.ts'
import { createTeller } from '@forecourt/query/projection/tell.ts'
import type { Pool } from 'pg'

/**
 * Events per second that the projector makes rows of, on a log of 200,000 events of a rental business's life, beside a bare
 * loop that reads the same log and writes the same number of one-table batches without looking into an event. Rounds
 * alternate; the medians and their ratio are printed. fsync is on.
 */
const EVENTS = 200_000
const VEHICLES = 200
const CUSTOMERS = 4_000
const ROUNDS = 3
const BATCH = 2_000

const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
const server = await startPostgres({ dataFolder: join(folder, 'postgres'), password: 'bench' })
try {
  await ensureDatabase(server.urlOf('postgres'), 'bench')
  const connectionString = server.urlOf('bench')
  await migrate(connectionString, { queryRolePassword: 'bench' })
  const log = createLog({ service: 'bench', level: 'warn' })
  const pool = createPgPool({ connectionString, applicationName: 'bench', pipeline: true, log })
  const eventLog = createPostgresEventLog({ connectionString })
  const vault = createVault({ connectionString, masterKey: randomKey(), lookupKey: randomKey() })

  const written = await writeHistory(eventLog, vault)
  const rates = { projector: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.bare.push(await eventsPerSecond(written, () => bareLoop(pool, eventLog)))
    const project = () => rebuild({ pool, eventLog, log, schema: 'bench', tell: createTeller(vault) })
    rates.projector.push(await eventsPerSecond(written, project))
  }
  const [projector, bare] = [median(rates.projector), median(rates.bare)]
  console.log(`Projector on a log of ${written} events, median of ${ROUNDS} rounds; memory after them`)
  console.table([
    {
      'projector /s': Math.round(projector),
      'bare batch loop /s': Math.round(bare),
      'projector ÷ bare': (projector / bare).toFixed(2),
      'memory MB': Math.round(process.memoryUsage.rss() / 1_048_576),
      'load of the machine': loadavg()[0]?.toFixed(1),
    },
  ])
  await Promise.all([eventLog.close(), vault.close(), pool.end()])
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function eventsPerSecond(events: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return events / ((performance.now() - began) / 1_000)
}

/** What any projection costs: reading, one upsert a batch, a checkpoint, a commit. */
async function bareLoop(pool: Pool, eventLog: EventLog): Promise<void> {
  await pool.query('drop table if exists bare; create table bare (id text primary key, revision bigint, content text)')
  await pool.query('drop table if exists bare_checkpoint; create table bare_checkpoint (position bigint)')
  await pool.query('insert into bare_checkpoint values (0)')
  let events: Recorded[] = []
  for await (const event of eventLog.readAll('start', EVERYTHING)) {
    events.push(event)
    if (events.length < BATCH) continue
    await bareBatch(pool, events)
    events = []
  }
  await bareBatch(pool, events)
}

async function bareBatch(pool: Pool, events: readonly Recorded[]): Promise<void> {
  const client = await pool.connect()
  await client.query('begin; set local synchronous_commit = off')
  await client.query(
    `insert into bare select * from unnest($1::text[], $2::bigint[], $3::text[])
     on conflict (id) do update set revision = excluded.revision, content = excluded.content`,
    [events.map(({ id }) => id), events.map(({ revision }) => revision), events.map(({ data }) => data)],
  )
  await client.query('update bare_checkpoint set position = $1', [events.at(-1)?.position])
  await client.query('commit')
  client.release()
}

/** Businesses, vehicles, and bookings that are asked for, decided, noted and hidden, as far as the number goes. */
async function writeHistory(eventLog: EventLog, vault: Vault): Promise<number> {
  const businessId = randomUUID()
  let written = 0
  const append = async (stream: string, events: readonly AnyEvent[], person?: Person): Promise<void> => {
    const commandId = randomUUID()
    const metadata = {
      tenantId: businessId,
      actorKind: 'member' as const,
      actorId: businessId,
      commandId,
      commandDigest: 'digest',
      $correlationId: commandId,
      $causationId: commandId,
      occurredAt: new Date(Date.UTC(2026, 0, 1) + written * 1_000).toISOString(),
      appVersion: '1.0.0',
      ...(person === undefined ? {} : { dataSubject: person.row.subjectId }),
    }
    const encoded = encodeAll(stream, events, person?.key, metadata)
    written += encoded.length
    await eventLog.append(stream, 'any', encoded, person === undefined ? {} : { person: person.row })
    if (person !== undefined) vault.remember(person)
  }
  await append(`rent.business-${businessId}`, [
    {
      type: 'BusinessOnboarded',
      data: { businessId, name: 'Harbour Hire', slug: 'harbour-hire', currency: 'GBP', timeZone: 'Europe/London' },
    },
  ])
  const vehicles = Array.from({ length: VEHICLES }, () => randomUUID())
  for (const vehicleId of vehicles) await append(`rent.vehicle-${vehicleId}`, [vehicleAdded(vehicleId, businessId)])
  const people = Array.from({ length: CUSTOMERS }, (_none, index) => {
    const emailHmac = vault.lookupHmac('customer', businessId, `renter-${index}@example.com`)
    return vault.newPerson({ kind: 'customer', businessId, emailHmac }, randomUUID())
  })
  const isLongEnough = (): boolean => written >= EVENTS
  let bookings = 0
  const lives = async (): Promise<void> => {
    while (!isLongEnough()) {
      bookings += 1
      const number = bookings
      const vehicleId = vehicles[number % VEHICLES] ?? ''
      const index = number % CUSTOMERS
      const known = people[index]
      if (known === undefined) continue
      const person = { row: { ...known.row, known: number > CUSTOMERS }, key: known.key }
      await append(
        `rent.schedule-${vehicleId}`,
        bookingLife(number, vehicleId, businessId, known.row.subjectId),
        person,
      )
    }
  }
  await Promise.all(Array.from({ length: 32 }, lives))
  return written
}

function vehicleAdded(vehicleId: string, businessId: string): AnyEvent {
  const details = {
    name: 'Ford Fiesta',
    description: null,
    category: 'compact',
    capacity: 4,
    transmission: 'manual',
    fuelType: 'petrol',
    dailyRate: 4500,
    licensePlate: 'AB12 CDE',
    year: 2024,
    imagePath: null,
  }
  return { type: 'VehicleAddedToFleet', data: { vehicleId, businessId, status: 'available', details } }
}

/** Asked for; half of them approved and completed, a quarter rejected, some with notes. Approved ones never overlap. */
function bookingLife(number: number, vehicleId: string, businessId: string, customerId: string): AnyEvent[] {
  const bookingId = `${vehicleId}.01JD${String(number).padStart(22, '0')}`
  const subject = { bookingId, businessId, customerId }
  const pickup = Date.UTC(2020, 0, 1) + Math.floor(number / VEHICLES) * 2 * 86_400_000
  const period = { pickupDate: day(pickup), dropoffDate: day(pickup + 2 * 86_400_000) }
  const reference = `BR-${1_765_180_800_000 + number}`
  const requested: AnyEvent = {
    type: 'BookingRequested',
    data: {
      ...subject,
      vehicleId,
      reference,
      channel: 'portal',
      ...period,
      days: 2,
      dailyRate: 4500,
      totalAmount: 9000,
    },
    personal: {
      customer: {
        name: `Renter ${number}`,
        email: `renter-${number}@example.com`,
        phone: '07700900123',
        address: '12 Harbour Street, Harbour Town',
      },
      licencePath: `/objects/licences/licence-${number}`,
      notes: 'Please add a child seat',
    },
  }
  if (number % 4 === 0) return [requested, { type: 'BookingRejected', data: { ...subject, reason: null } }]
  const approved = [requested, { type: 'BookingApproved', data: { ...subject, ...period } }]
  if (number % 4 === 1) return approved
  const noted = { type: 'BookingAdminNotesSaved', data: { ...subject, mark: 'x' }, personal: { notes: 'Paid in cash' } }
  return [...approved, noted, { type: 'BookingCompleted', data: subject }]
}

function randomKey(): string {
  return randomBytes(32).toString('base64')
}

function day(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
