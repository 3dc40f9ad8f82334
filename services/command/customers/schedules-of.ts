import type { CustomerId } from '@forecourt/domain/ids.ts'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { type EventLog, type Filter, parsePosition, type Recorded } from '@forecourt/event-log/port.ts'
import type { Connection } from '@forecourt/event-log/vault/departures.ts'
import pg from 'pg'

/** What the read model knows, as of one moment. */
interface Known {
  readonly position: string
  readonly vehicles: readonly string[]
  readonly parked: readonly string[]
}

const SCHEDULES = scheduleStream(VehicleId.parse('00000000-0000-0000-0000-000000000000')).slice(0, -36)
const ALL_SCHEDULES: Filter = { prefixes: [SCHEDULES] }

/**
 * The vehicles that a customer has ever asked for, as far as the log goes at present. The read model is only a way to find
 * them: what it has not come to yet, and the streams that wait in it, are read from the log itself, and what is decided
 * about these vehicles is decided in their schedules.
 */
export async function vehiclesAskedForBy(
  log: EventLog,
  database: Connection,
  customerId: CustomerId,
): Promise<readonly VehicleId[]> {
  const known = await readModelOn(database, customerId)
  const vehicles = new Set(known?.vehicles)
  for (const stream of known?.parked ?? []) {
    for await (const recorded of log.read(stream)) {
      if (isRequestOf(customerId, recorded)) vehicles.add(vehicleOfSchedule(stream))
    }
  }
  const since = parsePosition(known?.position ?? '') ?? 'start'
  for await (const recorded of log.readAll(since, ALL_SCHEDULES)) {
    if (isRequestOf(customerId, recorded)) vehicles.add(vehicleOfSchedule(recorded.stream))
  }
  return Array.from(vehicles, (id) => VehicleId.parse(id)).toSorted()
}

/** Whether the log has ever spoken of a request of theirs, whatever the read model knows. It reads the log whole. */
export async function hasAskedForAny(log: EventLog, customerId: CustomerId): Promise<boolean> {
  for await (const recorded of log.readAll('start', ALL_SCHEDULES)) {
    if (isRequestOf(customerId, recorded)) return true
  }
  return false
}

/** One statement, one moment: a projector may be at work. Undefined when there is no read model yet. */
async function readModelOn(database: Connection, customerId: CustomerId): Promise<Known | undefined> {
  try {
    const { rows } = await database.query<Known>(
      `select
         checkpoint.position::text as position,
         array(select distinct vehicle_id::text from read.bookings where customer_id = $1) as vehicles,
         array(select stream from read.parked where starts_with(stream, $2)) as parked
       from read.checkpoint checkpoint`,
      [customerId, SCHEDULES],
    )
    return rows[0]
  } catch (error) {
    if (error instanceof pg.DatabaseError && (error.code === UNDEFINED_TABLE || error.code === UNDEFINED_SCHEMA)) {
      return undefined
    }
    throw error
  }
}

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_SCHEMA = '3F000'

/** The customer's id stands in what is not sealed. */
function isRequestOf(customerId: CustomerId, { type, data }: Recorded): boolean {
  return type === 'BookingRequested' && data.includes(`"${customerId}"`)
}

function vehicleOfSchedule(stream: string): string {
  return stream.slice(SCHEDULES.length)
}
