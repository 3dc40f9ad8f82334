import { slugClaimStream } from '@forecourt/domain/streams.ts'
import { EVERYTHING, type EventLog, parsePosition } from '@forecourt/event-log/port.ts'
import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { compareReadModels } from '@forecourt/query/projection/compare.ts'
import { whileBuilding } from '@forecourt/query/projection/kept-models.ts'
import { dropReadModel } from '@forecourt/query/projection/schema.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import type { Car, Rental, Tenant } from '@forecourt/query/testing/rental.ts'
import { World } from '@forecourt/query/testing/world.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPlatform } from '../platform.ts'
import { parkedRelease } from '../projection/parked.ts'
import { settingsOf, typed } from '../testing/command-line.ts'
import { at } from './at.ts'
import { diff } from './diff.ts'
import { REBUILDING, rebuildCommand, rollbackCommand } from './rebuild.ts'

let world: World
let tenant: Tenant
let golf: Car
let ada: Rental
let beforeAda: string
/** Between the request and its approval. */
let before: string

beforeAll(async () => {
  world = await World.create()
  world.project()
  const { story } = world
  tenant = await story.business('Harbour Hire')
  const claim = { type: 'NameClaimed', data: { kind: 'slug', ownerId: tenant.businessId } }
  await story.append(slugClaimStream(tenant.slug), tenant.businessId, [claim])
  golf = await story.vehicle(tenant, 'VW Golf')
  beforeAda = await instantAfter()
  ada = await story.request(golf, '2026-12-08', '2026-12-10', { name: 'Ada Byron', email: 'ada@example.com' })
  before = await instantAfter()
  await story.approve(ada)
  await world.projecting()
  await world.caughtUp()
})
afterAll(() => world[Symbol.asyncDispose]())

/** An instant after all that is in the log, and before whatever comes. */
async function instantAfter(): Promise<string> {
  const last = (await Array.fromAsync(world.eventLog.readAll('start', EVERYTHING))).at(-1)
  const next = Math.floor((last?.recordedAt.getTime() ?? 0) / 1_000) * 1_000 + 1_000
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(next + 1_000), 60_000)
  return new Date(next).toISOString().replace('.000Z', 'Z')
}

async function forecourt(...line: string[]) {
  const stop = new AbortController()
  return await stoppable(stop.signal, ...line)
}

async function stoppable(stop: AbortSignal, ...line: string[]) {
  return await overLog((log) => log, stop, ...line)
}

/** @param alter what the command sees of the log */
async function overLog(alter: (log: EventLog) => EventLog, stop: AbortSignal, ...line: string[]) {
  const commands = [at, diff, parkedRelease, rebuildCommand, rollbackCommand]
  const connect = async () => {
    const platform = await openPlatform(settingsOf(world))
    return { ...platform, core: { ...platform.core, log: alter(platform.core.log) } }
  }
  return await typed(line, commands, connect, { stop })
}

/** What operators have seen, as the log says, in order. */
async function revelations(): Promise<unknown[]> {
  const all = await Array.fromAsync(world.eventLog.readAll('start', EVERYTHING))
  return all.filter(({ type }) => type === 'PersonalDataRevealed').map(({ data }): unknown => JSON.parse(data))
}

const schemas = async () => {
  const { rows } = await world.pool.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname ~ '^(scratch|read)' order by 1",
  )
  return rows.map(({ name }) => name)
}

/** Has the clock that stamps events ahead, or set right again, when somebody asked for a booking. */
async function putAhead(by: string): Promise<void> {
  const client = await world.pool.connect()
  await client.query('begin; set local session_replication_role = replica')
  await client.query(`update log.events set recorded_at = recorded_at + $1 where type = 'BookingRequested'`, [by])
  await client.query('commit')
  client.release()
}

/** What the API said of the booking at that time. */
async function statusAt(milliseconds: number): Promise<string> {
  const asked = ['booking', '--id', ada.bookingId, '--business', 'harbour-hire', '--json']
  const { out } = await forecourt('at', new Date(milliseconds).toISOString(), ...asked)
  return JSON.parse(out).answer.status
}

describe('at an instant', () => {
  it('what was recorded within its millisecond was known, what was a millisecond later was not', async () => {
    const events = await Array.fromAsync(world.eventLog.readAll('start', EVERYTHING))
    const approved = events.find(({ type }) => type === 'BookingApproved')?.recordedAt.getTime() ?? 0
    expect([await statusAt(approved - 1), await statusAt(approved)]).toEqual(['pending', 'approved'])
  })

  it('the API answered what it answers to what was in the log by then', async () => {
    const then = await forecourt('at', before, 'bookings', '--business', 'harbour-hire', '--json')
    expect(then).toMatchObject({ exit: 0, errors: '' })
    expect(JSON.parse(then.out).answer).toMatchObject([{ id: ada.bookingId, status: 'pending', totalAmount: '90.00' }])
    const now = new Date().toISOString()
    const later = await forecourt('at', now, 'booking', '--id', ada.bookingId, '--business', 'harbour-hire', '--json')
    expect(JSON.parse(later.out).answer).toMatchObject({ id: ada.bookingId, status: 'approved' })
    expect(await schemas()).toEqual(['read'])
    const { reference } = JSON.parse(later.out).answer
    for (const called of [ada.bookingId, reference, `#${reference}`, reference.toLowerCase()]) {
      const asked = await forecourt('at', now, 'booking', called, '--business', 'harbour-hire', '--json')
      expect(JSON.parse(asked.out).answer).toEqual(JSON.parse(later.out).answer)
    }
  })

  it('what is personal is masked, unless it is to be revealed', async () => {
    const masked = await forecourt('at', before, 'bookings', '--business', 'harbour-hire')
    expect(masked.out).toContain('"customerName": "A••• B•••"')
    expect(masked.out).not.toMatch(/Ada|Byron|ada@example|07700900123|Harbour Street|child seat/)
    expect(await revelations()).toEqual([])
    const revealed = await forecourt('at', before, 'bookings', '--business', 'harbour-hire', '--reveal')
    expect(revealed.out).toContain('"customerName": "Ada Byron"')
  })

  it('who was seen is in the log: everybody whose data the answer has, and nobody where it has nobody', async () => {
    const [known] = [(await revelations()).length]
    const ask = async (...what: string[]) =>
      await forecourt('at', before, ...what, '--business', 'harbour-hire', '--reveal')
    for (const what of ['bookings', 'customers', 'fleet']) expect((await ask(what)).exit).toBe(0)
    expect((await ask('customers', '--diff', 'now')).exit).toBe(0)
    expect((await ask('booking', '--id', 'BR-1')).exit).toBe(3)
    const asked = `at ${new Date(before).toISOString()}`
    const seen = { subjectIds: [ada.customerId] }
    expect((await revelations()).slice(known)).toEqual([
      { ...seen, command: `${asked} bookings of harbour-hire` },
      { ...seen, command: `${asked} customers of harbour-hire` },
      { subjectIds: [], command: `${asked} fleet of harbour-hire` },
      { ...seen, command: `${asked} customers of harbour-hire` },
    ])
  })

  it.each([
    ['customers', '--status', 'approved'],
    ['bookings', '--month', '2026-12'],
    ['stats', '--id', 'BR-1'],
  ])('heeds every option that it takes: %s has no %s', async (what, option, value) => {
    const { exit, errors } = await forecourt('at', before, what, option, value, '--business', 'harbour-hire')
    expect(errors).toContain(`${option} is for "`)
    expect(exit).toBe(2)
  })

  it('what was written after the clock of the log had run ahead is there, and that this is not certain is said', async () => {
    const after = await instantAfter()
    const asked = ['at', after, 'booking', ada.bookingId, '--business', 'harbour-hire']
    await putAhead('1 hour')
    const [shown, json] = [await forecourt(...asked), await forecourt(...asked, '--json')]
    const present = await forecourt('at', 'now', ...asked.slice(2))
    await putAhead('-1 hour')
    expect(shown.out).toContain('"status": "approved"')
    expect(shown.out).toMatch(/Not certain at \S+: 1 event of a later time in front of one of by then\./)
    expect(JSON.parse(json.out)).toMatchObject({ answer: { status: 'approved' }, doubts: [expect.any(String)] })
    expect(present.out).toContain('"status": "approved"')
    expect(present.out).not.toContain('Not certain')
  })

  it('the present is an instant, too', async () => {
    const { out, exit } = await forecourt('at', 'now', 'bookings', '--business', 'harbour-hire')
    expect(out).toContain('"status": "approved"')
    expect(exit).toBe(0)
  })

  it('and another: what has changed in between', async () => {
    const { out } = await forecourt('at', before, 'bookings', '--business', 'harbour-hire', '--diff', 'now')
    expect(out).toContain(`${ada.bookingId}.status: "pending" → "approved"`)
    const stats = await forecourt(
      'at',
      before,
      'stats',
      '--month',
      '2026-12',
      '--business',
      'harbour-hire',
      '--diff',
      'now',
    )
    expect(stats.out.split('\n').toSorted()).toEqual([
      'activeBookings: 0 → 1',
      'revenue: "0.00" → "90.00"',
      expect.stringMatching(/^utilization: 0 → \d+$/),
    ])
    const came = await forecourt(
      'at',
      beforeAda,
      'booking',
      ada.bookingId,
      '--business',
      'harbour-hire',
      '--diff',
      'now',
    )
    expect(came.out).toContain('status: (not there) → "approved"')
    const nothing = await forecourt('at', before, 'fleet', '--business', 'harbour-hire', '--diff', before)
    expect(nothing.out).toMatch(/^Nothing has changed/)
  })

  it.each([
    [['at', 'yesterday', 'bookings', '--business', 'harbour-hire'], 2, '"yesterday" is no instant'],
    [['at', '2999-01-01T00:00Z', 'bookings', '--business', 'harbour-hire'], 2, 'has not come yet'],
    [['at', '2026-02-30T00:00Z', 'bookings', '--business', 'harbour-hire'], 2, 'there is no 2026-02-30'],
    [['at', '2020-01-01T00:00Z', 'bookings', '--business', 'harbour-hire'], 3, 'nothing was in the log'],
    [['at', '2020-01-01T00:00Z', 'parcels', '--business', 'harbour-hire'], 2, '"parcels" cannot be asked for'],
    [['at', '2020-01-01T00:00Z', 'bookings'], 2, '--business is missing'],
    [['at', '2020-01-01T00:00Z', 'booking', '--business', 'harbour-hire'], 2, 'BOOKING is missing'],
    [['at', '2020-01-01T00:00Z', 'bookings', 'BR-1', '--business', 'harbour-hire'], 2, '"BR-1" is one word too many'],
    [['at', '2020-01-01T00:00Z', 'booking', 'BR-1', '--id', 'BR-2', '--business', 'harbour-hire'], 2, 'two bookings'],
    [['at', '2020-01-01T00:00Z', 'bookings', '--business', 'nowhere'], 3, 'there is no business'],
    [['at', 'now', 'booking', 'BR-0', '--business', 'harbour-hire'], 3, 'there was no such thing at'],
    [['at', 'now', 'booking', 'BR-0', '--business', 'harbour-hire', '--diff', 'now'], 3, 'there was no such thing at'],
  ])('is refused with its reason: %j', async (line, exit, reason) => {
    const answer = await forecourt(...line)
    expect(answer.errors).toContain(reason)
    expect(answer.exit).toBe(exit)
  })
})

describe('the comparison with the log', () => {
  it('finds nothing where the screens tell the truth, and writes that down at night', async () => {
    const { exit, out } = await forecourt('diff', '--nightly')
    expect({ exit, out }).toEqual({ exit: 0, out: expect.stringMatching(/^Every row is what the log says/) })
    const all = await Array.fromAsync(world.eventLog.readAll('start', EVERYTHING))
    const compared = all.filter(({ type }) => type === 'ReadModelCompared').map(({ data }): unknown => JSON.parse(data))
    expect(compared).toEqual([{ throughPosition: expect.stringMatching(/^\d+$/), differences: 0 }])
    expect(await schemas()).toEqual(['read'])
  })

  it.each([
    [
      "update read.bookings set total_amount = 1 where status = 'approved'",
      'bookings',
      'total_amount: live 1, replayed 9000',
      'BookingApproved at position \\d',
    ],
    [
      "update read.bookings set contact_name = 'Somebody Else'",
      'bookings',
      'contact_name: live "S••• E•••", replayed "A••• B•••"',
      'BookingApproved at position \\d',
    ],
    [
      "update read.bookings set status = 'rejected'",
      'bookings',
      'status: live "rejected", replayed "approved"',
      'BookingApproved at position \\d',
    ],
    [
      "update read.vehicles set license_plate = 'ZZ11 ZZZ'",
      'vehicles',
      'license_plate: live "ZZ11 ZZZ"',
      'VehicleAddedToFleet',
    ],
    ['delete from read.vehicles', 'vehicles', 'the live read model lacks it', 'VehicleAddedToFleet'],
    [
      'update read.vehicle_months set revenue = revenue + 1',
      'vehicle_months',
      'revenue: live 9001, replayed 9000',
      'BookingApproved',
    ],
    ['update read.tenants set version = 1', 'tenants', 'version: live 1', 'BookingApproved at position \\d'],
    [
      "insert into read.mails select '11111111-1111-4111-8111-111111111111', booking_id, business_id, 'x', 'failed', 'unknown', now() from read.bookings",
      'mails',
      'the log knows nothing of it',
      'no one event',
    ],
    [
      "update read.customers set phone = '999'",
      'customers',
      'phone: live "9•••", replayed "0•••"',
      'BookingApproved at position \\d',
    ],
    [
      "update read.booking_history set sentence = 'nothing' where sentence like '%asked for%'",
      'booking_history',
      'sentence: live',
      'BookingRequested at position \\d',
    ],
  ])('finds what was tampered with, and what touched it last: %s', async (tampering, table, words, touched) => {
    const backup = await world.rows(table)
    await world.pool.query(tampering)
    try {
      const { exit, out } = await forecourt('diff')
      expect(exit).toBe(1)
      expect(out).toContain(`${table} `)
      expect(out).toContain(words)
      expect(out).toMatch(new RegExp(`last touched by ${touched}`))
    } finally {
      await world.pool.query(`delete from read.${table}`)
      await world.pool.query(
        `insert into read.${table} select * from jsonb_populate_recordset(null::read.${table}, $1::jsonb)`,
        [JSON.stringify(backup)],
      )
    }
    expect((await forecourt('diff')).exit).toBe(0)
  })
})

it('rows of another shape are neither compared nor written: the version that runs is to be asked', async () => {
  await world.pool.query('update read.checkpoint set model = model - 1')
  try {
    for (const line of [
      ['diff', '--nightly'],
      ['parked', 'release', 'rent.vehicle-x'],
    ]) {
      const { exit, errors } = await forecourt(...line)
      expect(errors).toContain('this version knows')
      expect(exit).toBe(3)
    }
  } finally {
    await world.pool.query('update read.checkpoint set model = model + 1')
  }
})

it('a comparison that shows what differs as it is names those whose rows these are in the log', async () => {
  const known = (await revelations()).length
  await world.pool.query("update read.customers set phone = '999'; update read.users set email = 'x@example.com'")
  try {
    expect((await forecourt('diff')).out).not.toContain('999')
    expect(await revelations()).toHaveLength(known)
    expect((await forecourt('diff', '--reveal')).out).toContain('phone: live "999", replayed "07700900123"')
    const subjectIds = [ada.customerId, tenant.staff].toSorted()
    expect((await revelations()).slice(known)).toEqual([{ subjectIds, command: 'diff' }])
  } finally {
    await forecourt('rebuild')
  }
  expect((await forecourt('diff')).exit).toBe(0)
})

describe('more differences than are worth reading', () => {
  it('are counted all the same, on the screen and in the log', async () => {
    await world.pool.query(`
      insert into read.mails
      select md5(n::text)::uuid, booking_id, business_id, 'x', 'failed', 'unknown', now()
      from generate_series(1, 300) n, (select * from read.bookings limit 1) booking`)
    try {
      const { exit, out } = await forecourt('diff', '--nightly')
      const [, count] = /At least (\d+) rows are not what the log says. 100 of them are shown.$/.exec(out) ?? []
      expect(Number(count)).toBeGreaterThan(250)
      expect(exit).toBe(1)
      const all = await Array.fromAsync(world.eventLog.readAll('start', EVERYTHING))
      const last = all.findLast(({ type }) => type === 'ReadModelCompared')?.data ?? ''
      expect(JSON.parse(last)).toMatchObject({ differences: Number(count) })
    } finally {
      await world.pool.query('delete from read.mails')
    }
  })
})

describe('a rebuild', () => {
  it('puts a new read model in the place of the old one, beside a projector at work, and can be rolled back', async () => {
    await world.pool.query("update read.vehicles set name = 'Tampered with'")
    const rebuilt = await forecourt('rebuild', '--json')
    expect(rebuilt).toMatchObject({ exit: 0, errors: '' })
    expect(await schemas()).toEqual(['read', 'read_previous'])
    expect((await world.rows('vehicles')).map(({ name }) => name)).toEqual(['VW Golf'])

    await world.story.complete(ada)
    await world.caughtUp()
    expect((await world.rows('bookings')).map(({ status }) => status)).toEqual(['completed'])
    expect((await forecourt('diff')).exit).toBe(0)

    const back = await forecourt('rollback')
    expect(back).toMatchObject({ exit: 0, errors: '' })
    expect((await world.rows('vehicles')).map(({ name }) => name)).toEqual(['Tampered with'])
    expect(
      (await world.rows('bookings')).map(({ status }) => status),
      'it has caught up',
    ).toEqual(['completed'])
    const again = await forecourt('rollback')
    expect(again).toMatchObject({ exit: 3, errors: expect.stringContaining('nothing older is kept to go back to') })
    expect((await world.rows('vehicles')).map(({ name }) => name)).toEqual(['Tampered with'])
    await world.story.reinstate(ada)
    await world.caughtUp()
    expect((await world.rows('bookings')).map(({ status }) => status)).toEqual(['approved'])
    await forecourt('rebuild')
    expect((await forecourt('diff')).exit).toBe(0)
  })

  it('is one of all projections, whichever is named; what is none is refused', async () => {
    expect(await forecourt('rebuild', 'parcels')).toMatchObject({
      exit: 2,
      errors: expect.stringMatching(/there is no projection "parcels", but: businesses, users, .*vehicle_months/),
    })
    await world.pool.query("update read.vehicles set name = 'Tampered with'; update read.users set role = 'x'")
    expect(await forecourt('rebuild', 'users')).toMatchObject({ exit: 0, errors: '' })
    expect((await forecourt('diff')).exit).toBe(0)
  })

  it('is rolled back whole or not at all, however early that is stopped', async () => {
    await forecourt('rebuild')
    await world.pool.query("update read.vehicles set name = 'The newer one'")
    await world.story.changeStatus(golf, 'available', 'maintenance')
    await world.story.changeStatus(golf, 'maintenance', 'available')
    await world.caughtUp()
    expect(await stoppable(AbortSignal.abort(), 'rollback')).toMatchObject({
      exit: 130,
      errors: expect.stringContaining('the same read model is asked as before'),
    })
    expect((await world.rows('vehicles')).map(({ name }) => name)).toEqual(['The newer one'])
    expect((await forecourt('rollback')).exit).toBe(0)
    expect((await forecourt('diff')).exit).toBe(0)
  })

  it('that was stopped goes on from where it was, and reads nothing twice', async () => {
    const stop = new AbortController()
    const begun: unknown[] = []
    const told = (log: EventLog): EventLog => ({
      ...log,
      async *readAll(after, filter) {
        begun.push(after)
        for await (const event of log.readAll(after, filter)) {
          // What comes behind the fifth event is not taken any more.
          if (event.position > 5n) stop.abort()
          yield event
        }
      },
    })
    const stopped = await overLog(told, stop.signal, 'rebuild', '--from-scratch')
    expect(stopped.exit).toBe(130)
    expect(stopped.errors).toContain('stopped at position 5: run the same command again to go on from there')
    expect(await schemas()).toContain('read_next')
    expect((await readCheckpoint(world.pool, 'read_next'))?.position).toBe(5n)
    expect(await overLog(told, new AbortController().signal, 'rebuild')).toMatchObject({ exit: 0, errors: '' })
    expect(begun.slice(0, 2)).toEqual(['start', 5n])
    expect(await schemas()).toEqual(['read', 'read_previous'])
    expect((await readCheckpoint(world.pool, LIVE))?.position).toBe(await world.eventLog.head())
  })

  it('of a long log, which is read business after business, is stopped and gone on with as well', async () => {
    const stop = new AbortController()
    const long = (log: EventLog): EventLog => ({
      ...log,
      // So long a log is worth sorting.
      head: async () => parsePosition('20000') ?? (await log.head()),
      async *readByTenant(...asked) {
        let read = 0
        for await (const event of log.readByTenant?.(...asked) ?? []) {
          read += 1
          if (read > 5) stop.abort()
          yield event
        }
      },
    })
    const stopped = await overLog(long, stop.signal, 'rebuild', '--from-scratch', '--no-swap')
    expect(stopped.exit).toBe(130)
    expect(stopped.errors).toContain('stopped: run the same command again to go on from there')
    expect((await readCheckpoint(world.pool, 'read_next'))?.position).toBe(0n)
    const finished = await overLog(long, new AbortController().signal, 'rebuild', '--no-swap', '--json')
    expect(finished).toMatchObject({ exit: 0, errors: '' })
    expect(JSON.parse(finished.out)).toMatchObject({ position: '20000', events: Number(await world.eventLog.head()) })
    await world.caughtUp()
    expect(await compareReadModels(world.pool, LIVE, 'read_next')).toEqual([])
    await dropReadModel(world.pool, 'read_next')
  })

  it('that is stopped while it replaces the live rows shows nobody older ones', async () => {
    const stop = new AbortController()
    let reads = 0
    const behind = (log: EventLog): EventLog => ({
      ...log,
      async *readAll(after, filter) {
        reads += 1
        // The first time there was less in the log; the second time, the live rows are held.
        if (reads > 1) stop.abort()
        for await (const event of log.readAll(after, filter)) {
          if (reads === 1 && event.position > 3n) return
          yield event
        }
      },
    })
    const shown = await world.caughtUp()
    expect(await overLog(behind, stop.signal, 'rebuild', '--from-scratch')).toMatchObject({ exit: 0, errors: '' })
    expect((await readCheckpoint(world.pool, LIVE))?.position).toBeGreaterThanOrEqual(shown)
    expect((await forecourt('diff')).exit).toBe(0)
  })

  it('is refused while another one is at work', async () => {
    const other = new pg.Client({ connectionString: world.database.url })
    await other.connect()
    await other.query('select pg_advisory_lock($1)', [REBUILDING])
    try {
      for (const command of ['rebuild', 'rollback']) {
        const { exit, errors } = await forecourt(command)
        expect(errors).toContain('another rebuild or rollback is at work')
        expect(exit).toBe(3)
      }
    } finally {
      await other.end()
    }
    expect((await forecourt('rebuild')).exit).toBe(0)
  })

  it('is refused while a projector makes the same anew', async () => {
    const { exit, errors } = await whileBuilding(world.pool, 'read_next', () => forecourt('rebuild'))
    expect(errors).toContain('a projector is at work on the same')
    expect(exit).toBe(3)
  })

  it('does not go on with, and a rollback does not bring back, what shows more than the log has', async () => {
    await forecourt('rebuild', '--no-swap')
    // As a log in EventStoreDB leaves it that is put back as it was earlier.
    await world.pool.query(`
      update read_next.checkpoint set position = position + 1000;
      update read_next.vehicles set name = 'From events that are lost'`)
    expect((await forecourt('rebuild')).exit).toBe(0)
    expect((await world.rows('vehicles')).map(({ name }) => name)).toEqual(['VW Golf'])
    await world.pool.query('update read_previous.checkpoint set position = position + 1000')
    const { exit, errors } = await forecourt('rollback')
    await world.pool.query('update read_previous.checkpoint set position = position - 1000')
    expect(errors).toContain('shows what the log does not have any more')
    expect(exit).toBe(3)
  })

  it('of another shape, that is kept, is not brought back', async () => {
    await world.pool.query('update read_previous.checkpoint set model = 1')
    const { exit, errors } = await forecourt('rollback')
    expect(errors).toContain('has another shape')
    expect(exit).toBe(3)
  })

  it('leaves nothing behind of a comparison that was killed', async () => {
    await world.pool.query('create schema scratch_0123456789ab')
    await forecourt('diff')
    expect((await schemas()).filter((name) => name.startsWith('scratch'))).toEqual([])
  })
})

describe('at an instant when there was more than one page of the API holds', () => {
  it('all is told, and the oldest booking is found', async () => {
    const fiesta = await world.story.vehicle(tenant, 'Ford Fiesta')
    const oldest = await world.story.request(fiesta, '2026-11-01', '2026-11-02', { email: 'many@example.com' })
    for (let made = 0; made < 1_000; made += 20) {
      const more = Array.from({ length: 20 }, () =>
        world.story.request(fiesta, '2026-11-01', '2026-11-02', { email: 'many@example.com' }),
      )
      await Promise.all(more)
    }
    const now = new Date().toISOString()
    const business = ['--business', 'harbour-hire', '--json']
    const found = await forecourt('at', now, 'booking', '--id', oldest.bookingId, ...business)
    expect(JSON.parse(found.out).answer).toMatchObject({ id: oldest.bookingId })
    const all = await forecourt('at', now, 'bookings', '--status', 'pending', ...business)
    const ids = new Set(JSON.parse(all.out).answer.map(({ id }: { id: string }) => id))
    expect(ids.size).toBe(1_001)
  }, 240_000)
})

it('a list of customers that is revealed records also who of the staff is named in it, for having checked a licence', async () => {
  await world.story.verifyLicence(ada, tenant.staff)
  const after = await instantAfter()
  const { out } = await forecourt('at', after, 'customers', '--business', 'harbour-hire', '--reveal')
  expect(out).toMatch(/"licenseCheckedBy": "[^"]+"/)
  expect((await revelations()).at(-1)).toMatchObject({
    subjectIds: expect.arrayContaining([ada.customerId, tenant.staff]),
  })
})

it('a part’s version that differs is put down to the last event of that part, and not to the tenant’s last', async () => {
  const polo = await world.story.vehicle(tenant, 'VW Polo')
  await world.story.request(polo, '2026-11-01', '2026-11-02', { email: 'part@example.com' })
  await world.caughtUp()
  await world.pool.query('update read.tenants set fleet_version = fleet_version - 1')
  try {
    const { out } = await forecourt('diff')
    expect(out).toMatch(
      / {2}fleet_version: live \d+, replayed (\d+)\n {2}last touched by VehicleAddedToFleet at position \1 /,
    )
  } finally {
    await world.pool.query('update read.tenants set fleet_version = fleet_version + 1')
  }
  expect((await forecourt('diff')).exit).toBe(0)
})
