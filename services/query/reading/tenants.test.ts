import { createLog } from '@forecourt/kit/logging.ts'
import type pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readPublicBusiness } from '../business/public-business.ts'
import { opened } from '../testing/open.ts'
import { openLookUps } from './read-database.ts'
import { readBody } from './reads.ts'
import { createTenants } from './tenants.ts'

/** What look-ups of every shape give. */
const COLUMNS = 'business_id uuid, version bigint, released integer, generation uuid, today date'
const NOW = new Date('2026-05-01T12:00:00Z')

const given = opened(async ({ story }) => ({ harbour: await story.business('Harbour Hire') }))

/** Whoever asks one after the other is answered on one and the same of its connections. */
function lookUps(): pg.Pool {
  const pool = openLookUps(given().world.database.queryUrl, createLog({ service: 'test', level: 'silent' }))
  onTestFinished(() => pool.end())
  return pool
}

const tenantsOn = (pool: pg.Pool) =>
  createTenants(
    pool,
    () => NOW,
    () => {},
  )

it('a look-up is a prepared statement, planned once for whoever is asked about', async () => {
  const pool = lookUps()
  const tenants = tenantsOn(pool)
  for (const slug of ['harbour-hire', 'nobody', 'harbour-hire']) await tenants.ofSlug(slug)
  const { rows } = await pool.query('select name, generic_plans::int, custom_plans::int from pg_prepared_statements')
  expect(rows).toEqual([{ name: 'slugs', generic_plans: 3, custom_plans: 0 }])
})

it('a look-up that is prepared goes on while a read model of another shape takes the place of the old one', async () => {
  const { harbour, world } = given()
  const tenants = tenantsOn(lookUps())
  const before = await tenants.ofSlug('harbour-hire')
  expect(before).toMatchObject({ businessId: harbour.businessId, today: '2026-05-01' })
  await world.pool.query(`
    begin;
    alter function read.tenants_of_slugs(text[], timestamptz) rename to tenants_of_slugs_before;
    create function read.tenants_of_slugs(a_slugs text[], a_now timestamptz)
    returns table (slug text, name text, ${COLUMNS}, fleet_version bigint, figures_version bigint)
    language sql stable security definer
    begin atomic
      select
        found.slug, 'another column', found.business_id, found.version, found.released, found.generation, found.today,
        found.fleet_version, found.figures_version
      from read.tenants_of_slugs_before(a_slugs, a_now) found;
    end;
    commit`)
  expect(await tenants.ofSlug('harbour-hire')).toEqual(before)
})

it('a read model of before parts had versions is read until it is replaced: there, they change with all of it', async () => {
  const { harbour, world, desk } = given()
  const tenants = tenantsOn(lookUps())
  const { businessId } = harbour
  const readName = () => readBody(desk.database, NOW, readPublicBusiness, { by: 'business', businessId }, {}, undefined)
  const now = await tenants.ofBusiness(businessId)
  const client = await world.pool.connect()
  onTestFinished(() => client.release(true))
  await client.query(`
    alter function read.tenants_by_id(uuid[], timestamptz) rename to tenants_by_id_now;
    create function read.tenants_by_id(a_businesses uuid[], a_now timestamptz) returns table (${COLUMNS})
    language sql stable security definer
    begin atomic
      select found.business_id, found.version, found.released, found.generation, found.today
      from read.tenants_by_id_now(a_businesses, a_now) found;
    end;
    alter function read.read_of_business(uuid, timestamptz, text, jsonb) rename to read_of_business_now;
    create function read.read_of_business(a_business uuid, a_now timestamptz, a_query text, a_input jsonb)
    returns table (${COLUMNS}, rows json)
    language sql volatile
    begin atomic
      select found.business_id, found.version, found.released, found.generation, found.today, found.rows
      from read.read_of_business_now(a_business, a_now, a_query, a_input) found;
    end`)
  for (let times = 0; times < 2; times += 1) {
    const then = await tenants.ofBusiness(businessId)
    expect(then).toEqual({ ...now, parts: { fleet: now?.version, figures: now?.version } })
  }
  expect((await readName())?.tag).toContain(`_${now?.version}"`)
  await client.query(`
    drop function read.tenants_by_id(uuid[], timestamptz);
    alter function read.tenants_by_id_now(uuid[], timestamptz) rename to tenants_by_id;
    drop function read.read_of_business(uuid, timestamptz, text, jsonb);
    alter function read.read_of_business_now(uuid, timestamptz, text, jsonb) rename to read_of_business`)
  expect((await readName())?.tag).toContain(`_${now?.parts.fleet}"`)
  await vi.waitFor(async () => expect(await tenants.ofBusiness(businessId)).toEqual(now), 60_000)
})
