import { randomUUID } from 'node:crypto'
import type { Call } from '@forecourt/contracts/calls/call.ts'
import { CALLS, callOf } from '@forecourt/contracts/calls.ts'
import type { Position } from '@forecourt/event-log/port.ts'
import { withOtherEnd } from '@forecourt/infra/testing/other-end.ts'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { type Platform, startPlatform } from '../system/support/platform.ts'
import type { Actor } from './support/actors.ts'
import { ask, cookieOf, fingerprint, type Heard } from './support/ask.ts'
import { atOnce } from './support/at-once.ts'
import { passwordToken } from './support/colleagues.ts'
import { ABOUT_AGREED } from './support/contracts.ts'
import { sentFile } from './support/estate.ts'
import { hostileInputs } from './support/hostile-inputs.ts'
import { COLUMNS } from './support/ledger.ts'
import { type Cell, cellsOf, faultsOfMatrix, nameOf, tried } from './support/matrix.ts'
import { exampleBody, hasThing, requestOf, thingOf } from './support/requests.ts'
import { type Answerer, buildTown, fieldsOf, rowsCaughtUp, type Town } from './support/town.ts'
import { everythingWritten, storedColumns, writtenAtRest } from './support/written.ts'

let database: TestDatabase
let platform: Platform
let town: Town
/** Every cell of the matrix, by call. */
let matrix: ReadonlyMap<(typeof CALLS)[number], readonly Cell[]>

beforeAll(async () => {
  database = await createTestDatabase()
  platform = await startPlatform(database, ['command', 'query', 'projector'])
  town = await buildTown(platform)
  matrix = new Map(CALLS.map((call) => [call, cellsOf(town, call)]))
}, 600_000)
afterAll(async () => {
  await platform?.[Symbol.asyncDispose]()
  await database?.drop()
})

const isRefused = ({ expected }: Cell) => expected >= 400

describe('call × actor × id', () => {
  it('whoever is not let in, and whatever is not theirs, is refused as an absent thing is; nothing is written', {
    timeout: 600_000,
  }, async () => {
    onTestFailed(() => console.error(platform.lastWords()))
    const before = await writtenAtRest(platform)
    for (const [call, cells] of matrix) {
      const head = await platform.eventLog.head()
      const refused = await atOnce(cells.filter(isRefused), (cell) => tried(town, cell))
      expect(faultsOfMatrix(refused)).toEqual([])
      expect([call.id, await platform.eventLog.head()]).toEqual([call.id, head])
      town.ledger.count(call, 'isolation', refused.length)
    }
    expect(await everythingWritten(platform)).toBe(before)
    expect(town.faults).toEqual([])
  })

  it('no header names another tenant (SECURITY rule 1)', async () => {
    const faults: string[] = []
    for (const [call, cells] of matrix) {
      const { businessId, slug } = town.theirs.tenant
      const named = { 'x-business-id': businessId, 'x-tenant-id': businessId, tenant: slug, 'x-forwarded-host': slug }
      const some = cells.filter(
        ({ id, actor, expected }) =>
          actor === actorFor(call) && id?.whose !== 'malformed' && (call.method === 'GET' || expected >= 400),
      )
      const pairs = await atOnce(some, async (cell) => {
        const headers = { ...cell.asked.headers, ...named }
        const told = await tried(town, { ...cell, asked: { ...cell.asked, headers } })
        return [cell, fingerprint((await tried(town, cell)).heard) === fingerprint(told.heard)] as const
      })
      faults.push(...pairs.flatMap(([cell, same]) => (same ? [] : [nameOf(cell)])))
    }
    expect(faults.slice(0, 10)).toEqual([])
    expect(town.faults).toEqual([])
  })

  it('whoever is let in is answered, and told nothing of another tenant', { timeout: 600_000 }, async () => {
    onTestFailed(() => console.error(platform.lastWords()))
    const published = new Map<string, string>()
    for (const [call, cells] of matrix) {
      const head = await rowsCaughtUp(platform)
      for (const cell of cells.filter((one) => !isRefused(one))) {
        const done = await tried(town, havingSeen(await ready(cell), head))
        expect(faultsOfMatrix([done])).toEqual([])
        town.ledger.count(call, 'works')
        town.ledger.count(call, 'isolation')
        // What is for everybody is the same for everybody, signed in or not.
        if (call.access !== 'anyone' || call.method !== 'GET') continue
        const [name, print] = [`${call.id} ${cell.id?.id}`, fingerprint(done.heard)]
        expect([nameOf(cell), published.get(name) ?? print]).toEqual([nameOf(cell), print])
        published.set(name, print)
      }
    }
    expect(town.faults).toEqual([])
  })

  it('an idempotency key of another tenant opens nothing', async () => {
    const head = await platform.eventLog.head()
    for (const [call, cells] of matrix) {
      if (call.idempotent !== true || call.access !== 'member') continue
      const refused = cells.filter(
        ({ actor, id }) => actor.isStaff && (id?.whose === 'other' || id?.whose === 'absent'),
      )
      const headers = { 'idempotency-key': keyOf(call) }
      const again = await atOnce(refused, (cell) => tried(town, { ...cell, asked: { ...cell.asked, headers } }))
      expect(faultsOfMatrix(again)).toEqual([])
    }
    expect(await platform.eventLog.head()).toBe(head)
  })
})

describe('files of others', () => {
  it('are as unknown as made-up ones to whoever names them in a body', async () => {
    const head = await platform.eventLog.head()
    const made = `${'A'.repeat(22)}${'B'.repeat(16)}`
    const { picture, logo } = town.ours
    const licences = [town.ours, town.theirs, town.closed].map((estate) => estate.thingsFor('licence').licence)
    const paths: Record<string, readonly string[]> = {
      imageUrl: [`/objects/vehicles/${made}`, town.theirs.picture, town.closed.picture, withOtherEnd(picture)],
      logoUrl: [`/objects/logos/${made}`, town.theirs.logo, town.closed.logo, withOtherEnd(logo)],
      contractPath: [`/objects/contracts/${made}`, town.theirs.paper, town.closed.paper],
      licenseImageUrl: [made, ...licences].map((id) => `/objects/licences/${id}`),
    }
    for (const call of CALLS) {
      for (const [field, values] of Object.entries(paths)) {
        if (!(field in exampleBody(call))) continue
        const actor = actorFor(call)
        const things = town.ours.thingsFor(ABOUT_AGREED.has(call.id) ? call.id : 'bookedDates')
        const names = thingOf(call)
        const id = things[names === 'booking' || names === 'booking-link' ? names : 'vehicle']
        const answers = await atOnce(values, async (path) => {
          const asked = requestOf(call, id, { ...fieldsOf(town, town.ours), [field]: path })
          return fingerprint(await town.hear(call, actor, asked))
        })
        expect(answers[0]).toMatch(/^422\n/)
        const known = values.filter((_, index) => answers[index] !== answers[0])
        expect(known, `${call.id}: ${known.join(', ')}`).toEqual([])
        town.ledger.count(call, 'isolation', answers.length)
      }
    }
    expect(await platform.eventLog.head()).toBe(head)
    expect(town.faults).toEqual([])
  })
})

describe('refused inputs', () => {
  it('unknown and repeated keys, control characters, stored columns’ names and `__proto__` have no effect on any call', {
    timeout: 600_000,
  }, async () => {
    onTestFailed(() => console.error(platform.lastWords()))
    const columns = await storedColumns(platform)
    const faults: string[] = []
    const before = await writtenAtRest(platform)
    for (const call of CALLS) {
      const actor = actorFor(call)
      const names = thingOf(call)
      const id = names === undefined ? '' : town.ours.thingsFor('changeVehicleStatus')[names]
      const inputs = hostileInputs(call, { id, fields: fieldsOf(town, town.ours), columns })
      await atOnce(inputs, async ({ what, asked, expected }) => {
        const { status, text = '' } = await town.hear(call, actor, asked)
        if (expected.includes(status)) town.ledger.count(call, 'refused inputs')
        else faults.push(`${call.id} ${what}: ${status} instead of ${expected.join(', ')} ${text.slice(0, 200)}`)
      })
    }
    expect(faults.slice(0, 10)).toEqual([])
    expect(town.faults).toEqual([])
    expect(await everythingWritten(platform)).toBe(before)
  })
})

describe('these checks', () => {
  it('catch a server that looks things up without their tenant, at every call for members that names a thing', async () => {
    const calls = CALLS.filter((call) => call.access === 'member' && hasThing(call))
    const missed: string[] = []
    for (const call of calls) {
      // A careless server removes the vehicle before it comes to its maintenance.
      const hasItsOwn =
        ['licence', 'contract', 'openCalendarFeed'].includes(call.id) || call.section.name === 'Maintenance'
      const theirs = town.theirs.thingsFor(hasItsOwn ? call.id : 'bookedDates')
      const id = { whose: 'other', id: theirs[thingOf(call) ?? 'booking'] } as const
      const actor = actorFor(call)
      const asked = requestOf(call, id.id, fieldsOf(town, town.theirs))
      const done = await tried(town, { call, actor, id, asked, expected: 404 }, careless)
      if (faultsOfMatrix([done]).length === 0) missed.push(call.id)
    }
    expect(calls.length).toBeGreaterThan(8)
    expect(missed).toEqual([])
    town.faults.splice(0)
  })

  it('catch another tenant’s texts in every list of a server that takes the wrong tenant', async () => {
    const lists = CALLS.filter(({ id }) =>
      ['listBookings', 'listVehicles', 'listCustomers', 'ownBusiness', 'currentUser'].includes(id),
    )
    for (const call of lists) {
      await town.hear(call, actorFor(call), { method: 'GET', path: call.path }, careless)
      expect([call.id, town.faults.splice(0).some((fault) => fault.includes(' tells '))]).toEqual([call.id, true])
    }
    expect(lists).toHaveLength(5)
  })

  it('catch one row of another tenant’s in an own list', async () => {
    const call = callOf('GET', '/api/admin/bookings')
    if (call === undefined) throw new Error('there is no such call')
    const [secret = ''] = town.theirs.secrets.personal
    await platform.pool.query('update read.bookings set contact_name = $1 where business_id = $2', [
      secret,
      town.ours.tenant.businessId,
    ])
    await town.hear(call, actorFor(call), { method: 'GET', path: '/api/admin/bookings?limit=999' })
    expect(town.faults.splice(0)).toContainEqual(expect.stringContaining(`tells ${secret}`))
  })

  it('catch a refusal that differs from that of an absent thing by a byte, a header or its status', () => {
    const cells =
      matrix
        .get(CALLS.find(({ id }) => id === 'hideCustomer') ?? refuse())
        ?.filter(({ expected }) => expected === 404) ?? []
    const absent: Heard = { status: 404, headers: new Headers({ vary: 'Cookie' }), text: '{}' }
    const others: Heard[] = [
      { ...absent, status: 403 },
      { ...absent, text: '{} ' },
      { ...absent, headers: new Headers({ vary: 'cookie' }) },
    ]
    const [first, second] = cells
    if (first === undefined || second === undefined) throw new Error('the matrix is empty')
    expect(
      faultsOfMatrix([
        { cell: first, heard: absent },
        { cell: second, heard: absent },
      ]),
    ).toEqual([])
    for (const other of others) {
      expect(
        faultsOfMatrix([
          { cell: first, heard: absent },
          { cell: second, heard: other },
        ]),
      ).toHaveLength(1)
    }
  })
})

it('every call works, refuses, keeps tenants apart and keeps its contract', () => {
  const { ledger, actors } = town
  const cells = [...matrix.values()].flat()
  console.log(
    `${ledger.table()}\n${cells.length} cells of call × actor × id: ${CALLS.length} calls, ${actors.length} actors`,
  )
  expect(
    CALLS.flatMap((call) =>
      COLUMNS.filter((column) => ledger.of(call, column) === 0).map((column) => `${call.id}: ${column}`),
    ),
  ).toEqual([])
})

/** Whatever staff ask, it is answered as if they were the others’: such a server looks things up by their id alone. */
const careless: Answerer = ({ cookie, isStaff }, asked) => ask(platform, asked, isStaff ? town.theirs.cookie : cookie)

/** Who a call is for. */
function actorFor({ access }: Call): Actor {
  const name = access === 'member' ? 'own staff' : 'anonymous'
  return town.actors.find((actor) => actor.name === name) ?? refuse()
}

function refuse(): never {
  throw new Error('there is no such thing')
}

const keys = new Map<string, string>()
/** One key a call, for whoever uses it. */
function keyOf({ id }: Call): string {
  const key = keys.get(id) ?? randomUUID()
  keys.set(id, key)
  return key
}

/** As somebody who has written what is there: for others, what is for everybody comes with a notice, which takes its time. */
function havingSeen(cell: Cell, head: Position): Cell {
  const { cookie } = cell.actor
  return { ...cell, actor: { ...cell.actor, cookie: `${cookie === undefined ? '' : `${cookie}; `}seen=${head}` } }
}

/** Some calls use up what they are given: a session, a file that was sent. */
async function ready(cell: Cell): Promise<Cell> {
  const { call, actor } = cell
  // Signing in ends the session that the caller came with, too.
  if ((call.id === 'signOut' || call.id === 'signIn') && actor.isStaff) {
    return { ...cell, actor: { ...actor, cookie: await cookieOf(platform, actor.home.tenant.credentials) } }
  }
  if (call.id === 'finishLicenceUpload') return withBody(cell, { licenseImageURL: await sentFile(platform, 'license') })
  if (call.id === 'finishContractUpload') return withBody(cell, { contractURL: await sentFile(platform, 'contract') })
  if (call.id === 'finishVehicleImageUpload')
    return withBody(cell, { imageURL: await sentFile(platform, 'vehicle-image') })
  if (call.id === 'finishLogoUpload') return withBody(cell, { logoURL: await sentFile(platform, 'logo') })
  if (call.id === 'inviteStaff') return withBody(cell, { email: `somebody-${randomUUID()}@staff.example` })
  // A password that changes, and whoever signs out everywhere, ends sessions that others here go on with.
  if (call.id === 'resetPassword') {
    const { companion } = town.ours
    return withBody(cell, { token: await passwordToken(platform, companion), password: companion.password })
  }
  if (call.id === 'changePassword' || call.id === 'signOutEverywhere') {
    const { companion } = actor.home
    const own = { ...cell, actor: { ...actor, cookie: await cookieOf(platform, companion) } }
    const passwords = { currentPassword: companion.password, newPassword: companion.password }
    return call.id === 'changePassword' ? withBody(own, passwords) : own
  }
  const headers = { 'idempotency-key': keyOf(call) }
  // A contract is signed once, whoever brings the link to it.
  if (call.id === 'signMyContract')
    return { ...cell, asked: { ...cell.asked, headers: { ...cell.asked.headers, ...headers } } }
  return call.idempotent === true && call.access === 'member' && actor.home === town.ours
    ? { ...cell, asked: { ...cell.asked, headers } }
    : cell
}

const withBody = (cell: Cell, body: object): Cell => ({ ...cell, asked: { ...cell.asked, body: JSON.stringify(body) } })
