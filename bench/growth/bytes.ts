import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import type { Pool } from 'pg'

/** What of the database grows with bookings: its schemas, by what is in them. */
const SCHEMAS = { log: 'log', 'read model': LIVE, vault: 'vault', "workers' book": 'reactions' } as const

/**
 * How much of the disk a booking takes, tables with their indexes, from its request on with all that followed.
 * @param bookings how many there are
 * @returns bytes a booking of each part of the database; what is there without any booking is shared among them
 */
export async function bytesABooking(pool: Pool, bookings: number): Promise<Readonly<Record<string, number>>> {
  const { rows } = await pool.query<{ schema: string; bytes: number }>(
    `select nspname as schema, sum(pg_total_relation_size(pg_class.oid))::float8 as bytes
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname = any ($1)
     group by nspname`,
    [Object.values(SCHEMAS)],
  )
  const bytesOf = (schema: string) => rows.find((row) => row.schema === schema)?.bytes ?? 0
  return Object.fromEntries(
    Object.entries(SCHEMAS).map(([part, schema]) => [part, Math.round(bytesOf(schema) / bookings)]),
  )
}
