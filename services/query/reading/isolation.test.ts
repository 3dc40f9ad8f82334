import { sql } from 'slonik'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { opened } from '../testing/open.ts'
import type { Tenant } from '../testing/rental.ts'
import { Workshop } from '../testing/workshop.ts'

const given = opened(async ({ story }, desk) => {
  const tell = async (name: string, canary: string) => {
    const tenant = await story.business(name)
    const car = await story.vehicle(tenant, `${canary} car`)
    const renter = { name: `${canary} name`, email: `${canary}@example.com`, address: `${canary} street` }
    const rental = await story.request(car, '2026-06-01', '2026-06-03', renter)
    await story.approve(rental)
    await story.noteDown(rental, `${canary} note`)
    await story.mailRefused(rental)
    await new Workshop(story).maintain(car, '2026-06-15', '2026-06-16', { note: `${canary} block` })
    return tenant
  }
  const ours = await tell('Harbour Hire', 'CANARY-OURS')
  const theirs = await tell('Northern Wheels', 'CANARY-THEIRS')
  return { ours, theirs, staff: await desk.signIn(ours), strangers: await desk.signIn(theirs) }
})

const FIGURES = ['business_totals', 'vehicle_totals', 'vehicle_months']
/** How many rows the business has, where it is not one: a booking was asked for, approved and annotated. */
const ROWS: ReadonlyMap<string, bigint> = new Map([['booking_history', 3n]])

const TABLES = [
  'businesses',
  'users',
  'vehicles',
  'customers',
  'bookings',
  'booking_history',
  'maintenance',
  'mails',
  'tenants',
  ...FIGURES,
]
const Counted = z.object({ rows: z.bigint() })

/** How many rows the query service's role sees of a table with this tenant set (null: none). */
async function rowsSeen(table: string, tenant: Tenant | null): Promise<bigint> {
  return await given().desk.database.transaction(async (connection) => {
    if (tenant) await connection.query(sql.unsafe`select set_config('forecourt.tenant', ${tenant.businessId}, true)`)
    return await connection.oneFirst(sql.type(Counted)`select count(*) as rows from ${sql.identifier([table])}`)
  })
}

describe('another tenant’s rows', () => {
  it('are in no answer to staff: no canary of the one is ever shown to the other', async () => {
    const { desk, staff, strangers } = given()
    const paths = [
      '/api/auth/user',
      '/api/admin/business',
      '/api/admin/bookings',
      '/api/admin/cars',
      '/api/admin/maintenance',
    ]
    for (const path of paths) {
      const [own, other] = [await desk.get(path, { session: staff }), await desk.get(path, { session: strangers })]
      expect([own.status, other.status]).toEqual([200, 200])
      expect(own.text).not.toContain('THEIRS')
      expect(other.text).not.toContain('OURS')
    }
    const bookings = await desk.get('/api/admin/bookings', { session: staff })
    expect(bookings.text).toContain('CANARY-OURS note')
  })

  it('cannot be had by naming the tenant in query or header (SECURITY rule 1)', async () => {
    const { desk, staff, theirs } = given()
    const headers = { 'x-business-id': theirs.businessId, 'x-tenant': theirs.businessId }
    const answer = await desk.get('/api/admin/bookings', { session: staff, headers })
    expect(answer.text).not.toContain('THEIRS')
    const query = `businessId=${theirs.businessId}`
    expect((await desk.get(`/api/admin/bookings?${query}`, { session: staff })).status).toBe(400)
  })

  it('are not reached by a search or a cursor of the other', async () => {
    const { desk, staff } = given()
    expect((await desk.get('/api/admin/bookings?q=CANARY-THEIRS', { session: staff })).body).toEqual([])
    expect((await desk.get('/api/admin/bookings?q=canary-ours', { session: staff })).body).toHaveLength(1)
  })

  it('stay apart when both ask at once on few connections, whatever the pool hands out', async () => {
    const { desk, staff, strangers } = given()
    // So many at a time that they queue for connections, and few enough that a slow machine's pool turns nobody away.
    for (const round of [0, 1, 2, 3]) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, async (_none, index) => {
          const [session, foreign] = index % 2 === 0 ? [staff, 'THEIRS'] : [strangers, 'OURS']
          // A search of its own for each: nothing is answered from memory.
          const answer = await desk.get(`/api/admin/bookings?q=canary&limit=${50 * round + index + 1}`, { session })
          return { status: answer.status, leaks: answer.text.includes(foreign), length: answer.text.length }
        }),
      )
      expect(answers.filter(({ status, leaks, length }) => status !== 200 || leaks || length < 10)).toEqual([])
    }
  })
})

describe('row-level security', () => {
  it('shows the query service’s role the rows of the tenant that is set, and none when none is', async () => {
    const { ours } = given()
    for (const table of TABLES) {
      expect([table, await rowsSeen(table, ours), await rowsSeen(table, null)]).toEqual([
        table,
        ROWS.get(table) ?? 1n,
        0n,
      ])
    }
  })

  it('holds for every table that has a tenant, against its owner as well', async () => {
    const { rows } = await given().world.pool.query<Record<string, unknown>>(`
      select relname, relrowsecurity, relforcerowsecurity
      from pg_class
      join pg_attribute on attrelid = pg_class.oid and attname = 'business_id'
      where relnamespace = 'read'::regnamespace and relkind = 'r'
      order by relname`)
    expect(rows).toEqual(
      TABLES.toSorted().map((relname) => ({ relname, relrowsecurity: true, relforcerowsecurity: true })),
    )
  })

  it('binds the role: neither superuser nor owner nor exempt, and it can write nothing', async () => {
    const { world, desk } = given()
    const { rows } = await world.pool.query<Record<string, unknown>>(`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
        (select count(*)::integer from pg_class where relowner = pg_roles.oid) as owned
      from pg_roles where rolname = 'forecourt_query'`)
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owned: 0 }])
    const forbidden = [
      sql.unsafe`update bookings set status = 'approved'`,
      sql.unsafe`delete from tenants`,
      sql.unsafe`insert into double_bookings (booking_id, vehicle_id) values ('x', gen_random_uuid())`,
      sql.unsafe`select * from public.sessions`,
      sql.unsafe`select * from public.credentials`,
      sql.unsafe`select * from vault.people`,
      sql.unsafe`select * from log.events`,
      sql.unsafe`set role forecourt`,
      sql.unsafe`alter table bookings disable row level security`,
      sql.unsafe`create table mine (id integer)`,
    ]
    const allowed = await Promise.all(
      forbidden.map((statement) =>
        desk.database.query(statement).then(
          () => [statement.sql],
          () => [],
        ),
      ),
    )
    expect(allowed.flat()).toEqual([])
  })

  it('lets no setting outlive its transaction on a pooled connection', async () => {
    const { desk, staff } = given()
    await Promise.all(
      Array.from({ length: 20 }, (_none, index) =>
        desk.get(`/api/admin/bookings?limit=${500 + index}`, { session: staff }),
      ),
    )
    const left = await Promise.all(
      Array.from({ length: 20 }, () =>
        desk.database.oneFirst(
          sql.type(z.object({ tenant: z.string().nullable() }))`
            select nullif(current_setting('forecourt.tenant', true), '') as tenant from pg_sleep(0.02)`,
        ),
      ),
    )
    expect(left).toEqual(left.map(() => null))
  })

  it('is what stands between tenants: without its policies the same role sees nothing, without it everything', async () => {
    const { world, ours, desk, staff } = given()
    try {
      await world.pool.query('drop policy own_tenant on read.bookings')
      expect(await rowsSeen('bookings', ours)).toBe(0n)
      expect((await desk.get('/api/admin/bookings?q=canary&limit=999', { session: staff })).body).toEqual([])

      await world.pool.query('alter table read.bookings disable row level security')
      expect(await rowsSeen('bookings', ours)).toBe(2n)
      // Even then the query's own condition keeps the tenants apart.
      const answer = await desk.get('/api/admin/bookings?q=canary&limit=998', { session: staff })
      expect(answer.text).toContain('OURS')
      expect(answer.text).not.toContain('THEIRS')
    } finally {
      await world.pool.query(`
        create policy own_tenant on read.bookings for select to forecourt_query
          using (business_id = nullif(current_setting('forecourt.tenant', true), '')::uuid);
        alter table read.bookings enable row level security`)
    }
    expect(await rowsSeen('bookings', ours)).toBe(1n)
  })
})
