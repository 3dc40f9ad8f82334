import { randomUUID } from 'node:crypto'
import type { VehicleId } from '@forecourt/domain/ids.ts'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest'
import { type Answer, type Client, idOf } from './support/client.ts'
import { bookingOf, faultsOfPositions, faultsOfSchedules } from './support/invariants.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { type Chance, chanceOf, printedSeed } from './support/random.ts'
import { onboard, requestFor, type Tenant } from './support/tenant.ts'

const ROUNDS = 200
const RACERS = 64
/** A vehicle takes no more pending requests than these (decisions: bookings); the other racers are reinstatements. */
const PENDING = 50

let database: TestDatabase
let platform: Platform
let tenant: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  platform = await startPlatform(database, ['command', 'command'])
  tenant = await onboard(platform, 5)
})
beforeEach(() => {
  onTestFailed(() => console.error(platform.lastWords()))
})
afterAll(async () => {
  await platform?.[Symbol.asyncDispose]()
  await database?.drop()
})

describe(`of ${RACERS} racers that are spread over two command processes exactly one wins`, () => {
  it(`approving overlapping requests, ${ROUNDS} times over`, { timeout: 900_000 }, async () => {
    const chance = chanceOf(printedSeed('races'))
    const staff = await tenant.staff()
    const lots = await Promise.all(tenant.vehicles.map((vehicle) => overlappingBookings(staff, vehicle)))
    const before = await platform.eventLog.head()
    const wins: { readonly bookingId: string; readonly position: bigint | undefined }[] = []

    for (let round = 0; round < ROUNDS; round += 1) {
      const lot = chance.oneOf(lots)
      if (lot === undefined) throw new Error('there is no vehicle')
      const racers = chance.shuffle(racersOf(chance, lot))
      const answers = await Promise.all(racers.map((id) => staff.send(approval(id))))
      expect(tally(answers)).toEqual({ 200: 1, '409 dates-unavailable': RACERS - 1 })

      const winner = answers.findIndex(({ status }) => status === 200)
      const bookingId = racers[winner] ?? ''
      wins.push({ bookingId, position: answers[winner]?.position })
      await giveBack(staff, lot, bookingId)
    }

    const recorded = await platform.recorded()
    const approvals = recorded.filter(
      ({ type, position }) => position > before && (type === 'BookingApproved' || type === 'BookingReinstated'),
    )
    expect(approvals.map((event) => ({ bookingId: bookingOf(event), position: event.position }))).toEqual(wins)
    expect(faultsOfSchedules(recorded)).toEqual([])
    expect(faultsOfPositions(recorded)).toEqual([])
    expect(platform.services.map(({ falls }) => falls)).toEqual([0, 0])
  })

  it('sending one request for a booking with one Idempotency-Key: all get its answer', {
    timeout: 240_000,
  }, async () => {
    const [vehicle] = (await onboard(platform, 1)).vehicles
    if (vehicle === undefined) throw new Error('there is no vehicle')
    for (let round = 0; round < 20; round += 1) {
      const body = requestFor(platform, vehicle, { from: 10, count: 3 })
      const request = { method: 'POST', path: '/api/bookings', body, key: randomUUID() } as const
      const renter = platform.client()
      const answers = await Promise.all(Array.from({ length: RACERS }, () => renter.send(request)))
      expect(tally(answers)).toEqual({ 201: RACERS })
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(new Set(answers.map(({ position }) => position)).size).toBe(1)

      const stored = (await platform.recorded()).filter(({ data }) => data.includes(body.reference))
      expect(stored.map(({ type, position }) => ({ type, position }))).toEqual([
        { type: 'BookingRequested', position: answers[0]?.position },
      ])
    }
  })
})

/** Bookings of one vehicle which all want the same days: as many pending ones as there can be, the others completed. */
interface Lot {
  readonly vehicle: VehicleId
  readonly pending: Set<string>
  readonly completed: Set<string>
}

async function overlappingBookings(staff: Client, vehicle: VehicleId): Promise<Lot> {
  const lot: Lot = { vehicle, pending: new Set(), completed: new Set() }
  while (lot.completed.size < RACERS - PENDING) {
    const id = await requestAt(vehicle)
    expect(await staff.send(approval(id))).toMatchObject({ status: 200 })
    await giveBack(staff, lot, id)
  }
  while (lot.pending.size < PENDING) lot.pending.add(await requestAt(vehicle))
  return lot
}

/** The winner's days are free again, and there are as many racers for the next round. */
async function giveBack(staff: Client, lot: Lot, winner: string): Promise<void> {
  const completed = await staff.send({ ...approval(winner), body: { status: 'completed' } })
  expect(completed).toMatchObject({ status: 200 })
  if (lot.pending.delete(winner)) lot.pending.add(await requestAt(lot.vehicle))
  lot.completed.add(winner)
}

async function requestAt(vehicle: VehicleId): Promise<string> {
  const body = requestFor(platform, vehicle, { from: 30, count: 5 })
  const answer = await platform.client().send({ method: 'POST', path: '/api/bookings', body })
  expect(answer).toMatchObject({ status: 201 })
  return idOf(answer)
}

const approval = (id: string) =>
  ({ method: 'PUT', path: `/api/admin/bookings/${id}`, body: { status: 'approved' } }) as const

function racersOf(chance: Chance, { pending, completed }: Lot): string[] {
  return [...pending, ...chance.shuffle([...completed])].slice(0, RACERS)
}

/** How often each answer was given. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const kinds = Map.groupBy(answers, ({ status, code }) => `${status} ${code}`.trim())
  return Object.fromEntries([...kinds].map(([kind, all]) => [kind, all.length]))
}
