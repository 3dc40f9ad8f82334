import { EVERYTHING, type EventLog, type Position, type TenantPlace, tenantOf } from '@forecourt/event-log/port.ts'
import type { OnChange, Projection, Told } from './apply-batch.ts'
import { moveCheckpoint } from './checkpoint.ts'
import { beginFilling, endFilling, moveFilling } from './filling.ts'
import { Inbox } from './inbox.ts'
import { preparedBatches } from './project-batches.ts'
import { START } from './start.ts'
import { loadRows, saveRows } from './store.ts'
import { factsOf, STRETCH, Stretches } from './stretches.ts'
import { inTransaction, together } from './transaction.ts'
import { raiseVersions } from './versions.ts'
import type { WorkingRows } from './working-rows.ts'

/**
 * So many events are worth a transaction of their own, where a tenant ends: none of their rows changes any more, and what is
 * held no longer than this costs the least to hold.
 */
const ENOUGH = 2_000

/** A log that can be read tenant after tenant. */
export type SortedLog = Required<Pick<EventLog, 'readByTenant'>>

/**
 * Fills a bare read model that has no rows yet tenant after tenant, up to a position. No row belongs to two tenants, and no
 * fact is about a row of another tenant's: so each row is made in memory from its first fact to its last and written once,
 * and none is ever looked up, however many facts of others lie between two of its own in the log. Only a tenant that has
 * more events than are held in memory has rows that are loaded again.
 *
 * Rows and the place up to which they are made are committed together: whoever is stopped goes on from there. The read
 * model's checkpoint moves at the end.
 * @param upTo when it is begun; what was begun before goes up to where it was to go then
 * @returns up to where it is filled; undefined when somebody else writes there
 * @throws {PoisonEvent} an event cannot be projected, or not in this order: the order of the log tells which
 * @throws the database's error when it refuses a value: which event has it is not known here (see `isAboutValues`)
 */
export async function fillByTenant(
  projection: Projection,
  log: SortedLog,
  upTo: Position,
  stretch = STRETCH,
): Promise<Position | undefined> {
  const { pool, schema } = projection
  const begun = await beginFilling(pool, schema, upTo)
  const inbox = new Inbox()
  const stretches = new Stretches<TenantPlace>(withinTenants(projection), begun.place, (rows, from, through, events) =>
    inTransaction(pool, async (client) => {
      if (!(await moveFilling(client, schema, from, through, events))) return false
      const added = goesOnWith(from, rows) ? 'history' : 'all'
      await together([saveRows(client, schema, rows, added), raiseVersions(client, schema, rows.tenants)])
      return true
    }),
  )
  /** Some of this tenant's rows are stored already. */
  let torn = begun.place.tenant
  // First of all: where there is none to be had, nothing else has been opened.
  const reader = await pool.connect()
  let receiving: Promise<void> | undefined
  try {
    receiving = inbox.receive(log.readByTenant(begun.upTo, EVERYTHING, begun.place))
    for await (const { told } of preparedBatches(projection, START, inbox)) {
      for (const { tenant, through, of } of runsOf(told)) {
        const isWhole = tenant !== stretches.through.tenant
        if (isWhole && stretches.events >= Math.min(ENOUGH, stretch) && !(await stretches.handOver(false)))
          return undefined
        if (tenant === torn) await loadRows(reader, schema, factsOf(of), stretches.rows)
        stretches.fold(of, { tenant, position: through })
        if (stretches.events < stretch) continue
        if (!(await stretches.handOver())) return undefined
        torn = tenant
      }
    }
    if (!(await stretches.end())) return undefined
  } finally {
    // Whatever state it is in, it is not worth finding out.
    reader.release(true)
    inbox.close()
    await receiving
    await stretches.settled()
  }
  return await inTransaction(pool, async (client) => {
    if (!(await moveCheckpoint(client, schema, START, begun.upTo))) return undefined
    await endFilling(client, schema)
    return begun.upTo
  })
}

/** Whether some of these rows may be stored already: those of the tenant whose events are stored up to this place. */
const goesOnWith = ({ tenant, position }: TenantPlace, rows: WorkingRows): boolean =>
  tenant === '' ? position !== START : [...rows.tenants.keys()].some((touched) => touched === tenant)

/** Events of one tenant that follow each other. */
interface Run {
  readonly tenant: string
  /** Position of the last one. */
  readonly through: Position
  readonly of: readonly Told[]
}

function runsOf(told: readonly Told[]): Run[] {
  const runs: Run[] = []
  let from = 0
  for (const [index, { event }] of told.entries()) {
    const tenant = tenantOf(event)
    const next = told[index + 1]
    if (next !== undefined && tenantOf(next.event) === tenant) continue
    runs.push({ tenant, through: event.position, of: told.slice(from, index + 1) })
    from = index + 1
  }
  return runs
}

/** The projection, which takes nothing that an event does to a row of another tenant's than its own. */
function withinTenants(projection: Projection): Projection {
  const onChange: OnChange = (change, event) => {
    if ((change.row.businessId ?? '') !== tenantOf(event)) throw new Error('it is about a row of another tenant')
    projection.onChange?.(change, event)
  }
  return { ...projection, onChange }
}
