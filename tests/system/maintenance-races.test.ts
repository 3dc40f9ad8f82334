import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { type Answer, type Client, idOf } from './support/client.ts'
import { faultsOfPositions, faultsOfSchedules } from './support/invariants.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { chanceOf, printedSeed } from './support/random.ts'
import { daysFromToday, onboard, requestFor, type Tenant } from './support/tenant.ts'

/** Vehicles that are fought for at the same time, and how often each. */
const VEHICLES = 5
const ROUNDS = 40

let database: TestDatabase
let platform: Platform
let tenant: Tenant
let staff: Client

beforeAll(async () => {
  database = await createTestDatabase()
  platform = await startPlatform(database, ['command', 'command'])
  tenant = await onboard(platform, VEHICLES)
  staff = await tenant.staff()
})
afterAll(async () => {
  await platform?.[Symbol.asyncDispose]()
  await database?.drop()
})

it(`of a block and an approval for the same days exactly one wins, ${VEHICLES * ROUNDS} times over, in two command processes`, {
  timeout: 600_000,
}, async () => {
  onTestFailed(() => console.error(platform.lastWords()))
  const chance = chanceOf(printedSeed('maintenance races'))
  const won = { block: 0, approval: 0 }
  await Promise.all(
    tenant.vehicles.map(async (vehicle) => {
      const orders = Array.from({ length: ROUNDS }, () => chance.happens(0.5))
      for (const isBlockFirst of orders) won[await raceFor(vehicle, isBlockFirst)] += 1
    }),
  )
  console.log(`maintenance races: ${won.block} were the block's, ${won.approval} the approval's`)
  expect(won.block + won.approval).toBe(VEHICLES * ROUNDS)

  const recorded = await platform.recorded()
  const count = (type: string) => recorded.filter((event) => event.type === type).length
  expect({ block: count('MaintenanceScheduled'), approval: count('BookingApproved') }).toEqual(won)
  expect(faultsOfSchedules(recorded)).toEqual([])
  expect(faultsOfPositions(recorded)).toEqual([])
})

/**
 * One block against one approval, for days that they share; then both are gone, and the vehicle is as before.
 * @param isBlockFirst whoever is sent first reaches its process first more often than not
 */
async function raceFor(vehicle: Tenant['vehicles'][number], isBlockFirst: boolean): Promise<'block' | 'approval'> {
  const body = requestFor(platform, vehicle, { from: 30, count: 5 })
  const booking = idOf(await platform.client().insist({ method: 'POST', path: '/api/bookings', body }))
  const approve = { method: 'PUT', path: `/api/admin/bookings/${booking}`, body: { status: 'approved' } } as const
  const block = {
    method: 'POST',
    path: `/api/admin/cars/${vehicle}/maintenance`,
    body: { ...daysFromToday(32, 2), kind: 'repair' },
  } as const
  const answers = await Promise.all(
    (isBlockFirst ? [block, approve] : [approve, block]).map((request) => staff.send(request)),
  )
  const [blocked, approved] = isBlockFirst ? answers : answers.toReversed()
  if (blocked === undefined || approved === undefined) throw new Error('both were answered')

  expect([said(blocked), said(approved)].toSorted()).toEqual(
    blocked.status === 201 ? ['201', '409 dates-unavailable'] : ['200', '409 dates-unavailable'],
  )
  if (blocked.status === 201) await staff.insist({ method: 'DELETE', path: `${block.path}/${idOf(blocked)}` })
  await staff.insist({ ...approve, body: { status: 'rejected' } })
  return blocked.status === 201 ? 'block' : 'approval'
}

const said = ({ status, code }: Answer) => `${status} ${code}`.trim()
