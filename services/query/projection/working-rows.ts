import type { BusinessId, CustomerId } from '@forecourt/domain/ids.ts'
import { type Part, partsOf } from './parts.ts'
import type { BookingRow } from './rows.ts'
import { type RowOf, TABLES, type TableName } from './table.ts'
import type { Touched } from './versions.ts'

/** A row that the log promises is not there: an earlier event of its stream is missing or was parked. */
export class RowMissing extends Error {
  override readonly name = 'RowMissing'
  constructor(table: TableName) {
    super(`the event is about a row of ${table} that is not there`)
  }
}

/** A new content of one row. */
export type Change<Table extends TableName = TableName> = {
  readonly [Name in Table]: { readonly table: Name; readonly row: RowOf<Name> }
}[Table]

/** What the projection of one fact may read. */
export interface Rows {
  find<Name extends TableName>(table: Name, id: string): RowOf<Name> | undefined
  /** @throws {RowMissing} */
  get<Name extends TableName>(table: Name, id: string): RowOf<Name>
  bookingsOf(customer: CustomerId): readonly BookingRow[]
}

/** What is known of a tenant while facts come: it becomes a {@link Touched}. */
interface Touching {
  position: bigint
  readonly parts: Map<Part, bigint>
  readonly tables: Set<TableName>
}

type Loaded = { [Name in TableName]: Map<string, RowOf<Name>> }

/**
 * The rows that a batch of facts is about, in memory: loaded once, changed by one fact after the other, written once.
 * Also remembers which tenants were touched, because each gets a new version.
 */
export class WorkingRows implements Rows {
  readonly #rows: Loaded = {
    businesses: new Map(),
    users: new Map(),
    vehicles: new Map(),
    customers: new Map(),
    bookings: new Map(),
    maintenance: new Map(),
    mails: new Map(),
    bookingHistory: new Map(),
    businessTotals: new Map(),
    vehicleTotals: new Map(),
    vehicleMonths: new Map(),
  }
  readonly #changed: Record<TableName, Set<string>> = {
    businesses: new Set(),
    users: new Set(),
    vehicles: new Set(),
    customers: new Set(),
    bookings: new Set(),
    maintenance: new Set(),
    mails: new Set(),
    bookingHistory: new Set(),
    businessTotals: new Set(),
    vehicleTotals: new Set(),
    vehicleMonths: new Set(),
  }
  readonly #tenants = new Map<BusinessId, Touching>()
  #earlier: WorkingRows | undefined

  /** @param earlier rows that come before these and are being written: what they hold is newer than what is stored */
  constructor(earlier?: WorkingRows) {
    this.#earlier = earlier
    // Nobody asks those any more, and what came before them is stored.
    if (earlier !== undefined) earlier.#earlier = undefined
  }

  /** Takes rows as they are stored; those that are here already are newer. */
  load<Name extends TableName>(table: Name, rows: readonly RowOf<Name>[]): void {
    for (const row of rows) {
      const id = idOf(table, row)
      if (this.find(table, id) === undefined) this.#rows[table].set(id, row)
    }
  }

  find<Name extends TableName>(table: Name, id: string): RowOf<Name> | undefined {
    return this.#rows[table].get(id) ?? this.#earlier?.find(table, id)
  }

  get<Name extends TableName>(table: Name, id: string): RowOf<Name> {
    const row = this.find(table, id)
    if (row === undefined) throw new RowMissing(table)
    return row
  }

  bookingsOf(customer: CustomerId): readonly BookingRow[] {
    const own = this.#rows.bookings
    const earlier = this.#earlier?.bookingsOf(customer).filter(({ bookingId }) => !own.has(bookingId)) ?? []
    return [...earlier, ...[...own.values()].filter((booking) => booking.customerId === customer)]
  }

  /** Takes over what one fact changed; `position` is the fact's. */
  change(changes: readonly Change[], position: bigint): void {
    for (const change of changes) {
      const { businessId } = change.row
      // Before the row is another one.
      if (businessId !== null) this.#touch(businessId, change, position)
      this.#set(change)
    }
  }

  #touch(tenant: BusinessId, change: Change, position: bigint): void {
    const touched = this.#tenants.get(tenant) ?? { position, parts: new Map(), tables: new Set() }
    touched.position = position
    this.#tenants.set(tenant, touched)
    touched.tables.add(change.table)
    for (const part of partsOf(change, this)) touched.parts.set(part, position)
  }

  #set<Name extends TableName>({ table, row }: Change<Name>): void {
    const id = idOf(table, row)
    this.#rows[table].set(id, row)
    this.#changed[table].add(id)
  }

  /** The rows to write. */
  changed<Name extends TableName>(table: Name): readonly RowOf<Name>[] {
    return Array.from(this.#changed[table], (id) => this.get(table, id))
  }

  /** The tenants whose rows changed. */
  get tenants(): ReadonlyMap<BusinessId, Touched> {
    return this.#tenants
  }
}

function idOf<Name extends TableName>(table: Name, row: RowOf<Name>): string {
  const key: PropertyKey = TABLES[table].key
  return String(Reflect.get(row, key))
}
