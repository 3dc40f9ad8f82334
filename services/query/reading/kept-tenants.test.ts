import { randomUUID } from 'node:crypto'
import { createLog } from '@forecourt/kit/logging.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listenToChanges } from '../changes.ts'
import { afterNextAnswer } from '../testing/after-answer.ts'
import { deafen, tellOfChange } from '../testing/notices.ts'
import { opened } from '../testing/open.ts'
import { type ByName, keepTenants } from './kept-tenants.ts'
import { openLookUps } from './read-database.ts'
import { createTenants, type Tenant } from './tenants.ts'

const SOME_TIME = { timeout: 60_000, interval: 10 }

const given = opened(async ({ story }) => {
  const harbour = await story.business('Harbour Hire')
  return { harbour, golf: await story.vehicle(harbour, 'VW Golf') }
})

/** What is kept by itself, told of changes on a channel of this test's own database. */
async function keeping() {
  const { world } = given()
  const changes = listenToChanges({
    connectionString: world.database.queryUrl,
    log: createLog({ service: 'test', level: 'silent' }),
  })
  onTestFinished(() => changes.close())
  const clocks = { wall: new Date('2026-06-15T22:59:59.500Z'), monotonic: 1_000 }
  const kept = keepTenants(
    changes,
    () => clocks.wall,
    () => clocks.monotonic,
  )
  const heard: string[] = []
  changes.subscribe({ onChange: ({ businessId }) => heard.push(businessId), onGap: () => {} })
  await expect.poll(() => changes.listening, SOME_TIME).toBe(true)
  const change = async (businessId: string) => {
    await tellOfChange(world.pool, businessId)
    await expect.poll(() => heard, SOME_TIME).toContain(businessId)
  }
  return { kept, changes, change, clocks }
}

function tenant(version = '1', fleet = '1', businessId: string = randomUUID()): Tenant {
  return { businessId, version, parts: { fleet, figures: version }, today: '2026-06-15' }
}

const bySlug = (slug: string): ByName => ({ by: 'slug', slug })
const byVehicle = (vehicleId: string): ByName => ({ by: 'vehicle', vehicleId })
const VIA = bySlug('a-slug')

function lookedUp({ kept }: Awaited<ReturnType<typeof keeping>>, found: Tenant, via: ByName = VIA): void {
  const lookUp = kept.begin()
  lookUp.keep(found, via)
  lookUp.end()
}

describe('a look-up is kept', () => {
  it('until a change of that tenant is told, and of no other', async () => {
    const its = await keeping()
    const found = tenant()
    lookedUp(its, found)
    await its.change(randomUUID())
    expect(its.kept.find(VIA)).toBe(found)
    await its.change(found.businessId)
    expect(its.kept.find(VIA)).toBeUndefined()
  })

  it('not when the change is told while it is under way: it may have been answered before', async () => {
    const its = await keeping()
    const [found, other] = [tenant(), tenant()]
    const lookUp = its.kept.begin()
    await its.change(found.businessId)
    lookUp.keep(found, VIA)
    lookUp.keep(other, bySlug('other'))
    lookUp.end()
    expect(its.kept.find(VIA)).toBeUndefined()
    expect(its.kept.find(bySlug('other'))).toBe(other)
  })

  it('only while changes are heard: not past a lost connection, nor from a look-up of the time without one', async () => {
    const its = await keeping()
    const [before, meanwhile, without] = [tenant(), tenant(), tenant()]
    lookedUp(its, before)
    const overTheLoss = its.kept.begin()
    await deafen(given().world.pool)
    await expect.poll(() => its.changes.listening, SOME_TIME).toBe(false)
    lookedUp(its, tenant(), bySlug('deaf'))
    expect(its.kept.find(bySlug('deaf'))).toBeUndefined()
    const unheard = its.kept.begin()
    await expect.poll(() => its.changes.listening, SOME_TIME).toBe(true)
    overTheLoss.keep(meanwhile, bySlug('meanwhile'))
    unheard.keep(without, bySlug('without'))
    expect(its.kept.find(VIA)).toBeUndefined()
    expect(its.kept.find(bySlug('meanwhile'))).toBeUndefined()
    expect(its.kept.find(bySlug('without'))).toBeUndefined()
    lookedUp(its, without)
    expect(its.kept.find(VIA)).toBe(without)
  })

  it('for a second by either clock: a listener may be deaf, a day begins at midnight, and clocks are set', async () => {
    const its = await keeping()
    const found = tenant()
    lookedUp(its, found)
    its.clocks.monotonic += 999
    its.clocks.wall = new Date('2026-06-15T23:00:00.499Z')
    expect(its.kept.find(VIA)).toBe(found)
    its.clocks.wall = new Date('2026-06-15T23:00:00.500Z')
    expect(its.kept.find(VIA)).toBeUndefined()
    its.clocks.wall = new Date('2026-06-15T22:59:59.499Z')
    expect(its.kept.find(VIA)).toBeUndefined()
    its.clocks.wall = new Date('2026-06-15T22:59:59.500Z')
    its.clocks.monotonic += 1
    expect(its.kept.find(VIA)).toBeUndefined()
  })

  it('as old as its question: what was long on its way is not new when it comes', async () => {
    const its = await keeping()
    const lookUp = its.kept.begin()
    its.clocks.monotonic += 1_000
    lookUp.keep(tenant(), VIA)
    expect(its.kept.find(VIA)).toBeUndefined()
  })

  it('by its slug and its vehicles as they were in that fleet: in another one they are looked up again', async () => {
    const its = await keeping()
    const found = tenant('1', '1')
    lookedUp(its, found)
    lookedUp(its, found, byVehicle('a'))
    await its.change(found.businessId)
    const later = tenant('2', '2', found.businessId)
    lookedUp(its, later, byVehicle('b'))
    expect(its.kept.find(byVehicle('b'))).toBe(later)
    expect(its.kept.find(byVehicle('a'))).toBeUndefined()
    expect(its.kept.find(VIA)).toBeUndefined()
  })

  it('by its slug still, when another look-up of the same fleet has found a later version', async () => {
    const its = await keeping()
    const found = tenant('1', '1')
    lookedUp(its, found)
    await its.change(found.businessId)
    const later = tenant('2', '1', found.businessId)
    const lookUp = its.kept.begin()
    // A member's: nobody asks for a tenant by it.
    lookUp.keep(later)
    lookUp.end()
    expect(its.kept.find(VIA)).toBe(later)
  })

  it('not when it comes after one that has found other rows, which may be later ones', async () => {
    const its = await keeping()
    const first = its.kept.begin()
    const later = tenant('2')
    lookedUp(its, later)
    first.keep(tenant('1', '1', later.businessId), VIA)
    expect(its.kept.find(VIA)).toBeUndefined()
  })

  it('not after one that was refused: that one was shown, and may have found later rows', async () => {
    const its = await keeping()
    const refused = its.kept.begin()
    const later = tenant('2')
    await its.change(later.businessId)
    const older = its.kept.begin()
    refused.keep(later, VIA)
    older.keep(tenant('1', '1', later.businessId), VIA)
    expect(its.kept.find(VIA)).toBeUndefined()
  })

  it('not from an answer that comes when it has ended', async () => {
    const its = await keeping()
    const lookUp = its.kept.begin()
    lookUp.end()
    lookUp.keep(tenant(), VIA)
    expect(its.kept.find(VIA)).toBeUndefined()
  })

  it('from its own question on, also when one that was put before is answered after it', async () => {
    const its = await keeping()
    const first = its.kept.begin()
    its.clocks.monotonic += 600
    const found = { ...tenant(), today: '2026-06-16' }
    lookedUp(its, found)
    first.keep({ ...found, today: '2026-06-15' }, VIA)
    expect(its.kept.find(VIA)).toBe(found)
    its.clocks.monotonic += 600
    expect(its.kept.find(VIA)).toBe(found)
  })

  it('whatever was found before, once that has grown old', async () => {
    const its = await keeping()
    const found = tenant()
    lookedUp(its, found)
    its.clocks.monotonic += 1_000
    const later = tenant('2', '1', found.businessId)
    lookedUp(its, later)
    expect(its.kept.find(VIA)).toBe(later)
  })

  it('not once it is asked for again and is not there', async () => {
    const its = await keeping()
    lookedUp(its, tenant())
    const [lookUp, older] = [its.kept.begin(), its.kept.begin()]
    lookUp.absent(bySlug('nobody'))
    expect(its.kept.find(VIA)).toBeDefined()
    lookUp.absent(VIA)
    expect(its.kept.find(VIA)).toBeUndefined()
    older.keep(tenant(), VIA)
    expect(its.kept.find(VIA)).toBeDefined()
  })

  it('not once somebody was shown other rows than it has found, nor one that was under way then', async () => {
    const its = await keeping()
    const found = tenant()
    lookedUp(its, found)
    const lookUp = its.kept.begin()
    its.kept.movedOn(found.businessId)
    lookUp.keep(found, VIA)
    expect(its.kept.find(VIA)).toBeUndefined()
  })
})

it('a slug that looks like a vehicle’s id leads to no vehicle', async () => {
  const its = await keeping()
  const id = randomUUID()
  lookedUp(its, tenant(), byVehicle(id))
  expect(its.kept.find(bySlug(id))).toBeUndefined()
})

describe('each kind of look-up', () => {
  it.each(['ofSession', 'stillOfSession', 'ofSlug', 'ofVehicle', 'ofBusiness'] as const)(
    '%s begins before its statement is sent, tells of what it has found, and ends',
    async (kind) => {
      const { world, desk, harbour, golf } = given()
      const its = await keeping()
      const pool = openLookUps(world.database.queryUrl, createLog({ service: 'test', level: 'silent' }))
      onTestFinished(() => pool.end())
      let underWay = 0
      const begin = () => {
        const lookUp = its.kept.begin()
        underWay += 1
        return {
          ...lookUp,
          end() {
            underWay -= 1
            lookUp.end()
          },
        }
      }
      const tenants = createTenants(
        pool,
        () => desk.clock.now,
        () => {},
        { begin },
      )
      const sessionId = (await desk.signIn(harbour)).slice(2).split('.')[0] ?? ''
      const keys = {
        ofSession: sessionId,
        stillOfSession: sessionId,
        ofSlug: harbour.slug,
        ofVehicle: golf.vehicleId,
        ofBusiness: harbour.businessId,
      }
      afterNextAnswer(pool, () => its.change(harbour.businessId))
      const via = kind === 'ofVehicle' ? byVehicle(golf.vehicleId) : bySlug(harbour.slug)
      // Told of while it was under way.
      expect(await tenants[kind](keys[kind])).toMatchObject({ businessId: harbour.businessId })
      expect(its.kept.find(via)).toBeUndefined()

      // Other rows than those that are kept.
      await tenants.ofSlug(harbour.slug)
      await tenants.ofVehicle(golf.vehicleId)
      expect(its.kept.find(via)).toBeDefined()
      await world.pool.query('update read.tenants set version = version + 1 where business_id = $1', [
        harbour.businessId,
      ])
      await tenants[kind](keys[kind])
      expect(its.kept.find(via)).toBeUndefined()

      afterNextAnswer(pool, () => Promise.reject(new Error('no answer')))
      await expect(tenants[kind](keys[kind])).rejects.toThrow('no answer')
      expect(underWay).toBe(0)
    },
  )
})
