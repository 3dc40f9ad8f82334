import { World } from '@forecourt/query/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { faultsOfPolicies } from './support/policies.ts'

let world: World
const tenants: string[] = []

beforeAll(async () => {
  world = await World.create()
  world.project()
  for (const name of ['Harbour Hire', 'Northern Wheels']) {
    const tenant = await world.story.business(name)
    const rental = await world.story.request(await world.story.vehicle(tenant, 'VW Golf'), '2026-06-01', '2026-06-03')
    await world.story.approve(rental)
    await world.story.mailRefused(rental)
    tenants.push(tenant.businessId)
  }
  await world.projecting()
  await world.caughtUp()
})
afterAll(() => world[Symbol.asyncDispose]())

const faults = () => faultsOfPolicies(world.pool, world.database.queryUrl, tenants)

/** Does it to the database for the length of a test. */
async function plant(change: string, back: string): Promise<void> {
  onTestFinished(async () => void (await world.pool.query(back)))
  await world.pool.query(change)
}

const OWN = `create policy own_tenant on read.bookings for select to forecourt_query
  using (business_id = nullif(current_setting('forecourt.tenant', true), '')::uuid)`

describe('row-level security (SECURITY rule 3)', () => {
  it('shows the query service’s role the rows of the tenant that is set, and of no other, in every table', async () => {
    expect(await faults()).toEqual([])
  })

  it('is missed when a policy is dropped', async () => {
    await plant('drop policy own_tenant on read.bookings', OWN)
    expect(await faults()).toEqual(['bookings: own rows are not seen', 'bookings: own rows are not seen'])
  })

  it('is missed when it is switched off for a table', async () => {
    const table = 'alter table read.customers'
    await plant(`${table} disable row level security`, `${table} enable row level security`)
    expect(await faults()).toEqual(
      expect.arrayContaining(['customers: not forced', "customers: another tenant's rows are seen"]),
    )
  })

  it('is missed when it does not bind the owner', async () => {
    const table = 'alter table read.vehicles'
    await plant(`${table} no force row level security`, `${table} force row level security`)
    expect(await faults()).toEqual(['vehicles: not forced'])
  })

  it('is missed when another policy lets more through', async () => {
    await plant('create policy more on read.users for select using (true)', 'drop policy more on read.users')
    expect(await faults()).toEqual(expect.arrayContaining(["users: another tenant's rows are seen"]))
  })

  it('is missed behind a view that has its owner’s rights', async () => {
    await plant('create view read.everything as select * from read.bookings', 'drop view read.everything')
    expect(await faults()).toEqual(["everything: a view with its owner's rights"])
  })

  it('is missed in a table that was added without it', async () => {
    await plant(
      `create table read.notes (business_id uuid not null, note text);
       grant select on read.notes to forecourt_query;
       insert into read.notes select business_id, 'a note' from read.businesses`,
      'drop table read.notes',
    )
    expect(await faults()).toEqual(
      expect.arrayContaining(['notes: not forced', 'notes: rows of 2 tenants are seen when none is set']),
    )
  })
})
