import { sqlName, TABLES } from '@forecourt/query/projection/table.ts'

/** Texts that are nobody's personal data. All others are masked: what is added later is, until it is named here. */
const OPEN: Readonly<Record<string, readonly string[]>> = {
  businesses: ['name', 'slug', 'primary_color', 'currency', 'time_zone'],
  users: ['role'],
  vehicles: ['name', 'category', 'transmission', 'fuel_type', 'license_plate', 'image_path', 'status'],
  customers: ['licence_status'],
  bookings: ['booking_id', 'reference', 'channel', 'status'],
  maintenance: ['maintenance_id', 'kind'],
  mails: ['booking_id', 'template', 'status', 'cause'],
  booking_history: ['booking_id', 'sentence', 'actor_kind'],
  vehicle_months: ['month_id'],
}

/** The read model's columns by table and name, in SQL's words, with their types. */
const TYPES = new Map(
  Object.values(TABLES).flatMap(({ name, columns }) =>
    Object.entries<string>(columns).map(([column, type]) => [`${name}.${sqlName(column)}`, type] as const),
  ),
)

/** Whether a row's column can be shown as it is: ids, days, instants, figures, and texts that are nobody's. */
export function isOpen(table: string, column: string): boolean {
  const type = TYPES.get(`${table}.${column}`)
  return (type !== undefined && !type.startsWith('text')) || (OPEN[table]?.includes(column) ?? false)
}
