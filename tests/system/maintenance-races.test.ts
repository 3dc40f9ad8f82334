import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { type Answer, type Client, idOf } from './support/client.ts'
import { faultsOfPositions, faultsOfSchedules } from './support/invariants.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { chanceOf, printedSeed } from './support/random.ts'
import { daysFromToday, onboard, requestFor, type Tenant } from './support/tenant.ts'

/** `MAINTENANCE_ROUNDS=200` for the whole of it; a commit is judged by fewer. */
const ROUNDS = Number(process.env.MAINTENANCE_ROUNDS ?? 40)

let database: TestDatabase
let platform: Platform
let tenant: Tenant
let staff: Client

beforeAll(async () => {
  database = await createTestDatabase()
  platform = await startPlatform(database, ['command', 'command'])
  tenant = await onboard(platform, 5)
  staff = await tenant.staff()
})
afterAll(async () => {
  await platform?.[Symbol.asyncDispose]()
  await database?.drop()
})

it(`of a block and an approval for the same days exactly one wins, ${ROUNDS} times over, in two command processes`, {
  timeout: 600_000,
}, async () => {
  onTestFailed(() => console.error(platform.lastWords()))
  const chance = chanceOf(printedSeed('maintenance races'))
  const won = { block: 0, approval: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const vehicle = chance.oneOf(tenant.vehicles)
    if (vehicle === undefined) throw new Error('there is no vehicle')
    const body = requestFor(platform, vehicle, { from: 30, count: 5 })
    const booking = idOf(await platform.client().insist({ method: 'POST', path: '/api/bookings', body }))
    const approve = { method: 'PUT', path: `/api/admin/bookings/${booking}`, body: { status: 'approved' } } as const
    const block = {
      method: 'POST',
      path: `/api/admin/cars/${vehicle}/maintenance`,
      body: { ...daysFromToday(32, 2), kind: 'repair' },
    } as const
    // Whoever is sent first reaches its process first more often than not.
    const isBlockFirst = chance.happens(0.5)
    const answers = await Promise.all(
      (isBlockFirst ? [block, approve] : [approve, block]).map((request) => staff.send(request)),
    )
    const [blocked, approved] = isBlockFirst ? answers : answers.toReversed()
    if (blocked === undefined || approved === undefined) throw new Error('both were answered')

    expect([said(blocked), said(approved)].toSorted()).toEqual(
      blocked.status === 201 ? ['201', '409 dates-unavailable'] : ['200', '409 dates-unavailable'],
    )
    if (blocked.status === 201) {
      won.block += 1
      await staff.insist({ method: 'DELETE', path: `${block.path}/${idOf(blocked)}` })
    } else won.approval += 1
    await staff.insist({ ...approve, body: { status: 'rejected' } })
  }
  console.log(`maintenance races: of ${ROUNDS} rounds ${won.block} were the block's, ${won.approval} the approval's`)

  const recorded = await platform.recorded()
  const count = (type: string) => recorded.filter((event) => event.type === type).length
  expect({ block: count('MaintenanceScheduled'), approval: count('BookingApproved') }).toEqual(won)
  expect(faultsOfSchedules(recorded)).toEqual([])
  expect(faultsOfPositions(recorded)).toEqual([])
})

const said = ({ status, code }: Answer) => `${status} ${code}`.trim()
