import { createLog } from '@forecourt/kit/logging.ts'
import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { opened } from '../testing/open.ts'
import { openLookUps } from './read-database.ts'
import { createTenants } from './tenants.ts'

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
    returns table (slug text, name text, business_id uuid, version bigint, released integer, generation uuid, today date)
    language sql stable security definer
    begin atomic
      select found.slug, 'another column', found.business_id, found.version, found.released, found.generation, found.today
      from read.tenants_of_slugs_before(a_slugs, a_now) found;
    end;
    commit`)
  expect(await tenants.ofSlug('harbour-hire')).toEqual(before)
})
