import { EVERYTHING, type Position } from '@forecourt/event-log/port.ts'
import { departing } from '@forecourt/event-log/vault/departures.ts'
import type { Platform } from '@forecourt/operator/platform.ts'
import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { compareRows, type RowDifference } from '@forecourt/query/projection/compare.ts'
import { parkedStreams } from '@forecourt/query/projection/parked.ts'
import { rebuild } from '@forecourt/query/projection/rebuild.ts'
import { dropReadModel } from '@forecourt/query/projection/schema.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { createTeller } from '@forecourt/query/projection/tell.ts'
import type { History } from '../history.ts'
import { BACK_WITHIN } from './damage.ts'
import type { Evidence, Tables, View } from './evidence.ts'
import { tracesIn } from './traces.ts'

/** Where a run's log and tables are. */
export interface Sources {
  readonly core: Pick<Platform['core'], 'log' | 'vault'>
  readonly pool: Platform['pool']
  readonly log: Platform['log']
  readonly seals: Pick<Platform['seals'], 'publicKeys'>
  readonly isDense: boolean
  readonly openStorage: Platform['openStorage']
}

/**
 * Reads the whole log and what the tables say of it. Nobody may be writing any more: all must have come to rest.
 * @param backWithin how soon after a kill the system is to answer again, in milliseconds
 */
export async function gather(history: History, sources: Sources, backWithin = BACK_WITHIN): Promise<Evidence> {
  const { core, seals, isDense } = sources
  return {
    history,
    log: await Array.fromAsync(core.log.readAll('start', EVERYTHING)),
    isDense,
    tables: await tablesOf(history, sources),
    publicKeys: seals.publicKeys,
    backWithin,
  }
}

async function tablesOf(history: History, sources: Sources): Promise<Tables> {
  const { pool } = sources
  const live = await readCheckpoint(pool, LIVE)
  if (live === undefined) throw new Error('there is no read model')
  const alarms = await pool.query<{ booking_id: string }>(`select booking_id from ${LIVE}.double_bookings`)
  return {
    differences: await differencesFrom(sources, live.position),
    parked: (await parkedStreams(pool, LIVE)).map(({ stream }) => stream),
    doubleBookings: alarms.rows.map(({ booking_id }) => booking_id),
    projectedTo: live.position,
    vault: await customersIn(sources, 'vault.people', `subject_id, email_hmac as known`, `kind = 'customer'`),
    customers: await customersIn(
      sources,
      `${LIVE}.customers`,
      'customer_id as subject_id, email as known',
      'email is not null',
    ),
    views: await viewsIn(sources),
    departing: (await departing(pool)).map(({ customerId }) => customerId),
    ...(await tracesIn(history, sources)),
  }
}

const REBUILT = 'checked'

/** The rows that a replay up to where the live ones have come makes otherwise. */
async function differencesFrom({ pool, core, log }: Sources, through: Position): Promise<readonly RowDifference[]> {
  await rebuild({ pool, eventLog: core.log, log, tell: createTeller(core.vault), schema: REBUILT, through })
  const [live, replayed] = [await pool.connect(), await pool.connect()]
  try {
    return (await compareRows({ client: live, schema: LIVE }, { client: replayed, schema: REBUILT })).differences
  } finally {
    live.release()
    replayed.release()
    await dropReadModel(pool, REBUILT)
  }
}

async function customersIn({ pool }: Sources, table: string, columns: string, where: string) {
  const { rows } = await pool.query<{ business_id: string; subject_id: string; known: string }>(
    `select business_id, ${columns} from ${table} where ${where}`,
  )
  return rows.map(({ business_id, subject_id, known }) => ({
    businessId: business_id,
    customerId: subject_id,
    known: known.toLowerCase(),
  }))
}

async function viewsIn({ pool }: Sources): Promise<View[]> {
  const { rows } = await pool.query<Omit<View, 'hour' | 'at'> & { readonly hour: Date; readonly at: Date }>(
    `select object_path as file, user_id as "userId", business_id as "businessId", hour, viewed_at as at
     from public.object_views order by viewed_at`,
  )
  return rows.map(({ hour, at, ...view }) => ({ ...view, hour: hour.getTime(), at: at.getTime() }))
}
