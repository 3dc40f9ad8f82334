import { randomUUID } from 'node:crypto'
import { callOf } from '@forecourt/contracts/calls.ts'
import { BOOKING_TOKEN_HEADER } from '@forecourt/contracts/renter-booking.ts'
import { faultsOf } from '@forecourt/contracts/testing/conformance.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { mintLicencePath } from '@forecourt/kit/object-path.ts'
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { z } from 'zod'
import { type Operation, operationsOf } from './support/fuzz/operations.ts'
import { type Actor, type Known, randomRequest } from './support/fuzz/requests.ts'
import { addressOf, canaryOf, type Resident, settle } from './support/fuzz/town.ts'
import { openWire, type Received, type Sent, type Wire } from './support/fuzz/wire.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { chanceOf, printedSeed } from './support/random.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000)
/** So many times as many at most. */
const LUCKLESS = 8
const AT_ONCE = 16
/** Longer than any answer takes on a busy machine: what has none by then hangs. */
const PATIENCE = 60_000

let database: TestDatabase
let platform: Platform
let wire: Wire
let operations: readonly Operation[]
let residents: readonly Resident[]
const known: Known = {
  links: [],
  bookings: [],
  cars: [],
  maintenance: [],
  customers: [],
  staff: [],
  licences: [],
  vehicles: [],
  business: [],
  calendar: [],
  'calendar-feeds': [],
  newLicence: () => mintLicencePath(keyFromBase64(platform.lookupKey), randomUUID()),
}

beforeAll(async () => {
  database = await createTestDatabase()
  platform = await startPlatform(database, ['command', 'query', 'projector'])
  wire = openWire(AT_ONCE, PATIENCE)
  residents = [await settle(platform, wire, known), await settle(platform, wire, known)]
  const { text = '' } = await wire.send(addressOf(platform, 'query'), {
    method: 'GET',
    target: '/api/openapi.json',
    headers: {},
  })
  operations = operationsOf(JSON.parse(text))
})
afterAll(async () => {
  wire?.close()
  await platform?.[Symbol.asyncDispose]()
  await database?.drop()
})

it(`${REQUESTS} random requests are answered in time, as promised, and never with a failure of ours`, {
  timeout: 1_800_000,
}, async () => {
  onTestFailed(() => console.error(platform.lastWords()))
  const seed = printedSeed('fuzz')
  const actors: Actor[] = [
    { name: 'visitor' },
    // More of those who get further.
    ...[...residents, ...residents].map(({ actor }) => actor),
    { name: 'forger', cookie: 'forecourt.sid=s%3Aforged.0000000000000000000000000000000000000000000' },
  ]
  const faults: string[] = []
  const statuses = new Map<number, number>()
  const reached = new Set<string>()
  const began = performance.now()
  // Whoever is turned away at every door has tried nothing. These need a password, or a file that was sent or made somewhere.
  const locked = new Set([
    'signIn',
    'changePassword',
    'resetPassword',
    'signOutEverywhere',
    'finishLicenceUpload',
    'finishVehicleImageUpload',
    'finishLogoUpload',
    'finishContractUpload',
    'attachContract',
    'signContract',
    'signMyContract',
    'myContract',
    'vehicleImage',
    'logo',
    'contract',
  ])
  const isTurnedAway = () => operations.some(({ id }) => !locked.has(id) && !reached.has(id))
  let next = 0
  /** Some calls are let in once in thousands: who has had no luck with one tries on for a while. */
  const goesOn = () => next < REQUESTS || (next < LUCKLESS * REQUESTS && isTurnedAway())
  const worker = async () => {
    while (goesOn() && faults.length < 20) {
      // Seeds next to each other are to have no requests in common.
      const chance = chanceOf(Math.imul(seed, 0x9e3779b1) + next)
      next += 1
      const actor = chance.oneOf(actors) ?? { name: 'visitor' }
      const sent = randomRequest(operations, known, actor, chance)
      const isRead = sent.method === 'GET' || sent.method === 'HEAD'
      const service = isRead !== chance.happens(0.02) ? 'query' : 'command'
      try {
        const received = await wire.send(addressOf(platform, service), sent)
        statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1)
        if (received.status < 300) reached.add(callOf(sent.method, pathOf(sent).split('?', 1)[0] ?? '')?.id ?? '')
        learn(sent, received)
        faults.push(...wrongIn(sent, received, service, actor).map((fault) => `${fault}\n${shown(sent, actor)}`))
      } catch (error) {
        faults.push(`${sent.method} ${sent.target}: ${String(error)}\n${shown(sent, actor)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))

  const seconds = (performance.now() - began) / 1000
  const tally = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  const unreached = operations.filter(({ id }) => !reached.has(id)).map(({ id }) => id)
  console.log(
    `fuzz: ${next} requests to ${operations.length} calls in ${seconds.toFixed(1)} s: ${tally.join(', ')}; never let in: ${unreached.join(', ')}`,
  )
  expect(faults.join('\n\n')).toBe('')
  expect(platform.services.map(({ falls }) => falls)).toEqual([0, 0, 0])
  expect(unreached.filter((id) => !locked.has(id))).toEqual([])
})

function wrongIn(sent: Sent, received: Received, service: 'command' | 'query', actor: Actor): string[] {
  const faults = faultsOf({ ...received, method: sent.method, path: pathOf(sent), service })
  // Any call may say that it cannot answer now; with nobody at the parts behind it none has a reason to.
  if (received.status >= 500) faults.push(`${received.status}`)
  // Names of customers are for their own business alone.
  const leaks = residents.filter(
    ({ tenant, actor: staff }) =>
      staff !== actor &&
      // Whoever brings the link of a booking is its customer.
      sent.headers[BOOKING_TOKEN_HEADER] === undefined &&
      received.text?.includes(canaryOf(tenant)) === true,
  )
  return [...faults, ...leaks.map(({ tenant }) => `a customer of ${tenant.slug} is in the answer`)]
}

/** As a server understands the request line: without a host, and without a fragment. */
function pathOf({ target }: Sent): string {
  return target.replace(/^http:\/\/[^/]*/, '').replace(/#.*/, '')
}

const Made = z.object({ id: z.string() })

/** What calls make, by the beginning of their path; all others make vehicles. */
const MADE_BY: readonly (readonly [path: RegExp, pool: string[]])[] = [
  [/^\/api\/bookings/, known.bookings],
  [/^\/api\/admin\/staff/, known.staff],
  [/^\/api\/admin\/calendar-feeds/, known['calendar-feeds']],
  [/^\/api\/admin\/cars\/[^/]+\/maintenance/, known.maintenance],
]

/** What was made can be asked for: without that, soon nothing would be left to change. */
function learn({ target }: Sent, { status, text = '' }: Received): void {
  if (status !== 201) return
  const { id } = Made.parse(JSON.parse(text))
  const pool = MADE_BY.find(([path]) => path.test(target))?.[1] ?? known.cars
  if (pool.length < 200) pool.push(id)
}

function shown({ method, target, headers, body }: Sent, actor: Actor): string {
  const lines = [`${method} ${target.slice(0, 500)}`, `as ${actor.name}, ${JSON.stringify(headers).slice(0, 600)}`]
  return [...lines, body?.toString().slice(0, 600) ?? ''].join('\n    ')
}
