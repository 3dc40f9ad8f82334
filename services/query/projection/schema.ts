import type { ClientBase, Pool } from 'pg'
import { indexes } from './indexes.ts'
import { lookupFunctions } from './lookups.ts'
import { PARTS, versionColumn } from './parts.ts'
import { schemaName } from './schema-name.ts'
import { sqlName, TABLES, type Table } from './table.ts'

/**
 * Number of this shape of the read model. Raise it with every change of a table, a look-up or a fact's effect: a projector
 * that finds another number in the database builds the read model anew beside the old one, and rows of one shape never
 * meet the code of another.
 */
export const MODEL = 15

/** Makes an empty read model in a new schema. The connection is the owner's; `forecourt_query` may only read it. */
export async function createReadModel(db: Pool | ClientBase, schema: string): Promise<void> {
  await db.query(tablesOf(schemaName(schema)) + indexes(schemaName(schema)).join(''))
}

/**
 * The same without what only readers and the alarm need: for a read model that is filled with all of a log before anybody
 * looks at it. It is not to be asked before `completeReadModel`.
 */
export async function createBareReadModel(db: Pool | ClientBase, schema: string): Promise<void> {
  await db.query(tablesOf(schemaName(schema)))
}

/** Removes a read model with all its rows, if it is there. The log has everything that was in it. */
export async function dropReadModel(db: Pool | ClientBase, schema: string): Promise<void> {
  await db.query(`drop schema if exists ${schemaName(schema)} cascade`)
}

/** One text, one implicit transaction: the schema is there whole or not at all. */
const tablesOf = (schema: string) => `
  create schema ${schema};
  grant usage on schema ${schema} to forecourt_query;

  ${tableOf(schema, TABLES.businesses)}
  ${tableOf(schema, TABLES.users)}
  ${tableOf(schema, TABLES.vehicles)}
  ${tableOf(schema, TABLES.customers)}
  ${tableOf(schema, TABLES.bookings)}
  ${tableOf(schema, TABLES.maintenance)}
  ${tableOf(schema, TABLES.mails)}
  ${tableOf(schema, TABLES.bookingHistory)}
  ${tableOf(schema, TABLES.businessTotals)}
  ${tableOf(schema, TABLES.vehicleTotals)}
  ${tableOf(schema, TABLES.vehicleMonths)}

  -- Erasing a customer changes all of their bookings: this one index the projection itself asks.
  create index on ${schema}.bookings (customer_id);

  -- The version of a tenant's rows: position of the last event that changed one; the same for each part of them (parts.ts),
  -- 0 where nothing has. Rows that change without an event, because a parked stream was released, count in "released"; one
  -- that was built anew is another "generation".
  create table ${schema}.tenants (
    business_id uuid primary key,
    version bigint not null,
    ${PARTS.map((part) => `${versionColumn(part)} bigint not null,`).join('\n    ')}
    released integer not null default 0,
    generation uuid not null default gen_random_uuid()
  ) with (fillfactor = 50);

  ${[...Object.values(TABLES).map(({ name }) => name), 'tenants'].map((table) => tenantsOwn(schema, table)).join('')}

  -- Up to where the log has been projected, in one row.
  create table ${schema}.checkpoint (
    one boolean primary key default true check (one),
    position bigint not null,
    model integer not null
  ) with (fillfactor = 50);
  insert into ${schema}.checkpoint (position, model) values (0, ${MODEL});
  grant select on ${schema}.checkpoint to forecourt_query;

  -- Streams with an event that could not be projected: it and all later ones of the stream wait here.
  create table ${schema}.parked (
    stream text primary key,
    revision bigint not null,
    position bigint not null,
    event_id uuid not null,
    event_type text not null,
    reason text not null,
    waiting bigint not null
  );

  -- The alarm against double booking. Approving in the log is the guard; a period that does not fit in here means that
  -- the guard failed. It must not stop the projection, so it is a table beside the bookings and not a constraint on them.
  create table ${schema}.approved_periods (
    booking_id text primary key,
    vehicle_id uuid not null,
    days daterange not null,
    exclude using gist (vehicle_id with =, days with &&)
  );
  create table ${schema}.double_bookings (
    booking_id text primary key,
    vehicle_id uuid not null,
    noticed_at timestamptz not null default clock_timestamp()
  );

  ${lookupFunctions(schema)}
`

function tableOf<Row>(schema: string, { name, key, columns, personal = [] }: Table<Row>): string {
  const lines = Object.entries<string>(columns).map(([column, type]) => `${sqlName(column)} ${type}`)
  // Lines of history are only ever added: theirs is made with the indexes.
  const primaryKey = name === TABLES.bookingHistory.name ? [] : [`primary key (${sqlName(key)})`]
  return `create table ${schema}.${name} (
    ${[...lines, ...primaryKey].join(',\n    ')}
  ) with (fillfactor = 85);
  ${personal.map((column) => `alter table ${schema}.${name} alter column ${sqlName(column)} set statistics 0;`).join('\n  ')}`
}

/**
 * Row-level security: the query service's role sees the rows of the tenant that its transaction has set, and none when it
 * has set none. FORCE, because the owner may be the same role one day; the projector (the owner) has a policy of its own.
 */
const tenantsOwn = (schema: string, table: string) => `
  grant select on ${schema}.${table} to forecourt_query;
  alter table ${schema}.${table} enable row level security;
  alter table ${schema}.${table} force row level security;
  create policy own_tenant on ${schema}.${table} for select to forecourt_query
    using (business_id = nullif(current_setting('forecourt.tenant', true), '')::uuid);
  create policy projection on ${schema}.${table} to current_user using (true) with check (true);
`
