import { randomUUID } from 'node:crypto'
import { businessStream } from '@forecourt/domain/streams.ts'
import { FileConflict } from '@forecourt/event-log/port.ts'
import type { Database } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Target } from '../testing/file-world.ts'
import { LicenceWorld, on } from '../testing/licence-world.ts'
import { RegisterIncomplete } from './register.ts'

/** The database, that is gone after so many of its calls have been answered. */
function dyingAfter(calls: number, database: Database) {
  let left = calls
  const proxy = new Proxy(database, {
    get(of, name) {
      const member: unknown = Reflect.get(of, name)
      if (typeof member !== 'function') return member
      return async (...values: unknown[]): Promise<unknown> => {
        if (left <= 0) throw new Error('killed')
        left -= 1
        return await Reflect.apply(member, of, values)
      }
    },
  })
  return { database: proxy, survived: () => left > 0 }
}

interface Around {
  readonly before?: () => Promise<unknown>
  readonly after?: () => Promise<unknown>
}

/** The database, with something done around the statement that has this text in it, the first time. */
function around(text: string, database: Database, { before, after }: Around): Database {
  let isNext = true
  return new Proxy(database, {
    get(of, name) {
      const member: unknown = Reflect.get(of, name)
      if (typeof member !== 'function') return member
      return async (...values: unknown[]): Promise<unknown> => {
        const [query] = values
        const isIt =
          isNext && typeof query === 'object' && query !== null && 'sql' in query && String(query.sql).includes(text)
        if (isIt) isNext = false
        if (isIt) await before?.()
        const answer: unknown = await Reflect.apply(member, of, values)
        if (isIt) await after?.()
        return answer
      }
    },
  })
}

describe.each<Target>(['PostgreSQL', 'EventStoreDB'])('driving licences, with the event log in %s', (target) => {
  let world: LicenceWorld
  beforeAll(async () => {
    world = await LicenceWorld.start(target)
  })
  beforeEach(() => world.keepLicencesFor(30))
  afterAll(() => world.stop())

  /** Whether the licence is there before, and gone after, this day. */
  async function goesOn(licence: string, day: string) {
    const at = on(day)
    await world.sweepTwice(new Date(at.getTime() - 24 * 3_600_000))
    const before = await world.files.isStored(licence)
    await world.sweepTwice(at)
    return { before, after: await world.files.isStored(licence) }
  }
  const then = { before: true, after: false }

  it('are deleted 30 days after the hire, and the log says so once', async () => {
    const licence = await world.files.file()
    const rental = await world.request(licence)
    await world.decide('Approved', rental)
    await world.decide('Completed', rental, on('03-14'))
    expect(await goesOn(licence, '04-13')).toEqual(then)
    await world.sweepTwice(on('04-14'))
    expect(await world.deletedOf(rental.customer)).toEqual([licence])
    expect(await world.files.holderOf(licence)).toBeUndefined()
    await expect(world.request(licence, rental.customer)).rejects.toBeInstanceOf(FileConflict)
  })

  it.each(['Rejected', 'Withdrawn'] as const)('are deleted 30 days after the request was %s', async (how) => {
    const licence = await world.files.file()
    await world.decide(how, await world.request(licence), on('03-05'))
    expect(await goesOn(licence, '04-04')).toEqual(then)
  })

  it('are deleted 30 days after the booking was cancelled, whatever its dates', async () => {
    const licence = await world.files.file()
    const rental = await world.request(licence, undefined, ['08-10', '08-14'])
    await world.decide('Approved', rental)
    await world.decide('Cancelled', rental, on('03-05'))
    expect(await goesOn(licence, '04-04')).toEqual(then)
  })

  it('of a vehicle that came back late are kept from that day, of one that came back early from the last day', async () => {
    const [late, early] = [await world.files.file(), await world.files.file()]
    for (const [licence, day] of [
      [late, '03-20'],
      [early, '03-11'],
    ] as const) {
      const rental = await world.request(licence)
      await world.decide('Approved', rental)
      // The facts of one booking may come in two batches.
      await world.sweep(on('03-10'))
      await world.decide('Completed', rental, on(day))
    }
    expect(await goesOn(early, '04-13')).toEqual(then)
    expect(await goesOn(late, '04-19')).toEqual(then)
  })

  it('go by the days of the business: the day of the refusal is London’s', async () => {
    const licence = await world.files.file()
    // 23:30 in Greenwich is the next day in summer.
    await world.decide('Rejected', await world.request(licence), on('04-05 23:30'))
    expect(await goesOn(licence, '05-06')).toEqual(then)
  })

  it('are never deleted while another booking of the customer needs them', async () => {
    const licence = await world.files.file()
    const first = await world.request(licence)
    const { customer } = first
    await world.decide('Rejected', first, on('03-02'))
    const second = await world.request(licence, customer, ['06-10', '06-14'])
    await world.sweepTwice(on('05-01'))
    expect(await world.files.isStored(licence), 'one waits').toBe(true)
    await world.decide('Approved', second, on('05-02'))
    await world.sweepTwice(on('06-13'))
    expect(await world.files.isStored(licence), 'one is approved and not over').toBe(true)
    await world.decide('Completed', second, on('06-14'))
    expect(await goesOn(licence, '07-14')).toEqual(then)
    expect(await world.deletedOf(customer)).toEqual([licence])
  })

  it('of a booking that was completed by mistake stay: it is approved again', async () => {
    const licence = await world.files.file()
    const rental = await world.request(licence, undefined, ['03-10', '05-14'])
    await world.decide('Approved', rental)
    await world.decide('Completed', rental, on('03-12'))
    await world.decide('Reinstated', rental, on('03-12'))
    await world.sweepTwice(on('05-20'))
    expect(await world.files.isStored(licence)).toBe(true)
  })

  it('that another picture has taken the place of go with it', async () => {
    const [first, second] = [await world.files.file(), await world.files.file()]
    const rental = await world.request(first)
    await world.replaceLicence(second, rental)
    await world.sweepTwice(on('04-20'))
    expect([await world.files.isStored(first), await world.files.isStored(second)]).toEqual([true, true])
    await world.decide('Rejected', rental, on('04-20'))
    await world.sweepTwice(on('05-20'))
    expect([await world.files.isStored(first), await world.files.isStored(second)]).toEqual([false, false])
    expect((await world.deletedOf(rental.customer)).toSorted()).toEqual([first, second].toSorted())
  })

  it('go, and signed contracts stay', async () => {
    const [licence, contract] = [await world.files.file(), await world.files.file('contracts')]
    const rental = await world.request(licence)
    await world.files.contract(contract, rental.customer)
    await world.decide('Rejected', rental)
    await world.sweepTwice(on('12-01'))
    expect([await world.files.isStored(licence), await world.files.isStored(contract)]).toEqual([false, true])
  })

  it('go sooner, or later, when the business changes for how long it keeps them', async () => {
    const licence = await world.files.file()
    const rental = await world.request(licence)
    await world.decide('Rejected', rental, on('03-05'))
    await world.keepLicencesFor(90)
    await world.sweepTwice(on('05-01'))
    expect(await world.files.isStored(licence)).toBe(true)
    await world.keepLicencesFor(7)
    await world.sweepTwice(on('05-01'))
    expect(await world.files.isStored(licence)).toBe(false)
  })

  it('of an erased customer go with them, and nothing is said of it', async () => {
    const licence = await world.files.file()
    const rental = await world.request(licence)
    await world.decide('Rejected', rental)
    await world.erase(rental.customer)
    await world.sweepTwice(on('03-03'))
    await world.sweepTwice(on('05-01'))
    expect(await world.files.isStored(licence)).toBe(false)
    expect(await world.deletedOf(rental.customer)).toEqual([])
  })

  it('of somebody of whom an event cannot be read stay, and all others go', async () => {
    const [kept, gone] = [await world.files.file(), await world.files.file()]
    const rental = await world.request(kept)
    await world.decide('Rejected', rental)
    await world.decide('Rejected', await world.request(gone))
    await world.files.writeUnreadable({ licenceOf: rental.customer })
    await world.sweepTwice(on('05-01'))
    expect([await world.files.isStored(kept), await world.files.isStored(gone)]).toEqual([true, false])
  })

  it('of somebody whose key the vault has lost stay, and are deleted at the end of their days once it is back', async () => {
    const licence = await world.files.file()
    const first = await world.request(licence)
    const { customer } = first
    await world.decide('Rejected', first, on('03-05'))
    await world.sweep(on('03-06'))
    const second = await world.request(licence, customer, ['08-10', '08-14'])
    const lost = await world.files.loseKeyOf(customer)
    // What the second one came with cannot be read now.
    await world.sweepTwice(on('05-01'))
    expect(await world.files.holderOf(licence), 'the one that nobody can read may need it').toBe(world.files.businessId)
    await lost.putBack()
    await world.sweepTwice(on('05-02'))
    expect(await world.files.isStored(licence), 'one waits').toBe(true)
    await world.decide('Rejected', second, on('05-03'))
    expect(await goesOn(licence, '06-02')).toEqual(then)
    expect(await world.deletedOf(customer)).toEqual([licence])
  })

  it('that were set aside before the vault lost their owner’s key are deleted once it is back, and the log is told', async () => {
    const licence = await world.files.file()
    const rental = await world.request(licence)
    await world.decide('Rejected', rental, on('03-05'))
    await world.sweep(on('03-06'))
    await world.files.database.query(sql.unsafe`select vault.set_aside(array[${licence}], '2026-04-10T00:00:00Z')`)
    const lost = await world.files.loseKeyOf(rental.customer)
    await world.sweepTwice(on('05-01'))
    expect(await world.files.isStored(licence)).toBe(true)
    await lost.putBack()
    await world.sweepTwice(on('05-01'))
    expect(await world.files.isStored(licence)).toBe(false)
    expect(await world.deletedOf(rental.customer)).toEqual([licence])
  })

  it('of which was read without keys that are put back at that moment are read again', async () => {
    const licence = await world.files.file()
    const rental = await world.request(licence)
    await world.decide('Rejected', rental, on('03-05'))
    const lost = await world.files.loseKeyOf(rental.customer)
    const { vault } = world.files
    let isBack = false
    const keysOf: typeof vault.keysOf = async (ids) => {
      const keys = await vault.keysOf(ids)
      if (!isBack) await lost.putBack()
      isBack = true
      return keys
    }
    await world.sweep(on('03-06'), { vault: { keysOf, drop: (id) => vault.drop(id) } })
    expect(await goesOn(licence, '04-04')).toEqual(then)
    expect(await world.deletedOf(rental.customer)).toEqual([licence])
  })

  it('are not judged while the log is being asked anew what bookings need', async () => {
    const licence = await world.files.file()
    const waiting = await world.request(licence, undefined, ['08-10', '08-14'])
    const { customer } = waiting
    await world.decide('Rejected', await world.request(licence, customer), on('03-05'))
    await world.files.database.query(sql.unsafe`select vault.set_aside(array[${licence}], '2026-04-10T00:00:00Z')`)
    const database = around('file.former_customer_id as', world.files.database, {
      async before() {
        await world.files.askAnew()
        // Another worker has begun to read, and not come to the booking that waits.
        await world.files.database.query(sql.unsafe`
          insert into reactions.checkpoint (reactor, position) values ('licences', 1)
        `)
        await world.files.database.query(sql.unsafe`
          insert into reactions.licence_uses (booking_id, object_path, business_id, customer_id, needed_until, position)
          values ('late', ${licence}, ${world.files.businessId}, ${customer.row.subjectId}, '2026-03-05', 1)
        `)
      },
    })
    await world.sweep(on('05-01'), { database })
    await world.sweepTwice(on('05-01'))
    expect(await world.deletedOf(customer)).toEqual([])
    expect(await world.files.holderOf(licence)).toBe(world.files.businessId)
  })

  it('that were deleted after a back-up go again when it is put back, and the log says so once', async () => {
    const licence = await world.files.file()
    const rental = await world.request(licence)
    const { customer } = rental
    await world.decide('Rejected', rental, on('03-05'))
    await world.sweepTwice(on('05-01'))
    const { businessId, database } = world.files
    await database.query(sql.unsafe`
      update vault.files
      set business_id = ${businessId}, customer_id = ${customer.row.subjectId}, condemned_at = null, deleted_at = null
      where object_path = ${licence}
    `)
    await world.files.askAnew()
    await world.sweepTwice(on('05-02'))
    expect(await world.files.holderOf(licence)).toBeUndefined()
    await expect(world.request(licence, customer)).rejects.toBeInstanceOf(FileConflict)
    expect(await world.deletedOf(customer)).toEqual([licence])
  })

  it('are all kept while the vault lacks rows of files that it had', async () => {
    const [licence, other] = [await world.files.file(), await world.files.file()]
    const rental = await world.request(licence)
    await world.decide('Rejected', rental, on('03-05'))
    await world.request(other)
    await world.sweep(on('03-06'))
    const lost = await world.files.loseRowOf(other)
    await expect(world.sweep(on('05-01'))).rejects.toBeInstanceOf(RegisterIncomplete)
    expect(await world.deletedOf(rental.customer)).toEqual([])
    await lost.putBack()
    await world.sweepTwice(on('05-01'))
    expect(await world.deletedOf(rental.customer)).toEqual([licence])
  })

  it('are deleted by the next sweep when one dies between any two of its steps', { timeout: 240_000 }, async () => {
    let hasSurvived = false
    for (let dies = 1; !hasSurvived; dies += 1) {
      const [licence, waiting] = [await world.files.file(), await world.files.file()]
      const rental = await world.request(licence)
      await world.request(waiting)
      await world.decide('Rejected', rental)
      const dying = dyingAfter(dies, world.files.database)
      // The first two of three: with a log elsewhere they set aside and delete.
      for (const hours of [0, 2]) {
        const at = new Date(on('05-01').getTime() + hours * 3_600_000)
        await world.sweep(at, { database: dying.database }).catch(() => undefined)
      }
      hasSurvived = dying.survived()
      await world.sweepTwice(on('05-02'))
      expect([await world.files.isStored(licence), await world.files.isStored(waiting)], `call ${dies}`).toEqual([
        false,
        true,
      ])
      expect(await world.deletedOf(rental.customer)).toEqual([licence])
    }
  })

  it('of one customer are all deleted, though they are told of together', async () => {
    const customer = world.files.customer()
    const licences = [await world.files.file(), await world.files.file(), await world.files.file()]
    for (const licence of licences) await world.decide('Rejected', await world.request(licence, customer))
    await world.sweepTwice(on('05-01'))
    expect((await world.deletedOf(customer)).toSorted()).toEqual(licences.toSorted())
    expect(await Promise.all(licences.map((licence) => world.files.isStored(licence)))).toEqual([false, false, false])
  })

  it('are deleted once by three workers at a time', async () => {
    const licence = await world.files.file()
    const rental = await world.request(licence)
    await world.decide('Rejected', rental)
    for (const at of [on('05-01'), on('05-02')]) await Promise.all([1, 2, 3].map(() => world.sweep(at)))
    expect(await world.files.isStored(licence)).toBe(false)
    expect(await world.deletedOf(rental.customer)).toEqual([licence])
  })

  it('that a slow worker sets aside are not deleted by one that has asked the log before that', async () => {
    const licence = await world.files.file()
    const rental = await world.request(licence)
    const { database } = world.files
    const [isSetAside, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = around('vault.set_aside(', database, {
      // It has found the licence due; then somebody uses it once more.
      before: () => world.request(licence, rental.customer, ['08-10', '08-14']),
      async after() {
        isSetAside.resolve()
        await isOver.promise
      },
    })
    const other: Promise<unknown>[] = []
    const quick = around('file.former_customer_id as', database, {
      async before() {
        await world.decide('Rejected', rental, on('03-05'))
        other.push(world.sweep(on('05-01'), { database: slow }))
        await isSetAside.promise
      },
    })
    await world.sweep(on('05-01'), { database: quick })
    isOver.resolve()
    await Promise.all(other)
    await world.sweepTwice(on('05-01'))
    expect(await world.deletedOf(rental.customer)).toEqual([])
    expect(await world.files.holderOf(licence)).toBe(world.files.businessId)
    expect(await world.files.isStored(licence)).toBe(true)
  })

  it('that were set aside by a sweep that died are given back when the business keeps them for longer now', async () => {
    const licence = await world.files.file()
    const rental = await world.request(licence)
    await world.decide('Rejected', rental, on('03-05'))
    await world.files.database.query(sql.unsafe`select vault.set_aside(array[${licence}], '2026-04-10T00:00:00Z')`)
    // Staff may still look at it: nobody has said that it is deleted.
    expect(await world.files.holderOf(licence)).toBe(world.files.businessId)
    await world.keepLicencesFor(365)
    await world.sweepTwice(on('04-10'))
    expect(await world.files.isStored(licence)).toBe(true)
    await world.request(licence, rental.customer)
  })
})

describe('a business whose settings nobody can read', () => {
  let world: LicenceWorld
  beforeAll(async () => {
    world = await LicenceWorld.start('PostgreSQL')
  })
  afterAll(() => world.stop())

  it('keeps its licences, and stands in nobody’s way', async () => {
    const licence = await world.files.file()
    const metadata = { schemaVersion: '1', tenantId: world.files.businessId }
    const event = { id: randomUUID(), type: 'BusinessRentalRulesChanged', data: '{}', metadata }
    await world.files.eventLog.append(businessStream(world.files.businessId), 'any', [event])
    await world.decide('Rejected', await world.request(licence))
    expect(await world.sweep(on('12-01'))).toBe(0)
    expect(await world.files.isStored(licence)).toBe(true)
  })
})

describe('a worker that is to stop while it deletes licences', () => {
  let world: LicenceWorld
  beforeAll(async () => {
    world = await LicenceWorld.start('PostgreSQL')
  })
  afterAll(() => world.stop())

  it('leaves the others to the next sweep, and does not delete them all before it ends', async () => {
    const licences = await Promise.all(Array.from({ length: 50 }, () => world.files.file()))
    await Promise.all(licences.map(async (licence) => world.decide('Rejected', await world.request(licence))))
    const ending = new AbortController()
    const { eventLog } = world.files
    const append: typeof eventLog.append = (...asked) => {
      ending.abort()
      return eventLog.append(...asked)
    }
    const stopped = world.sweep(on('12-01'), { eventLog: { ...eventLog, append }, ending: ending.signal })
    await expect(stopped).rejects.toThrow('aborted')
    const left = await world.sweep(on('12-01'))
    expect(left).toBeGreaterThan(0)
    expect(left, 'what was begun was done').toBeLessThan(licences.length)
  })
})

describe('with the event log elsewhere, where the row of a licence comes before its booking', () => {
  let world: LicenceWorld
  beforeAll(async () => {
    world = await LicenceWorld.start('EventStoreDB')
  })
  afterAll(() => world.stop())

  it('a booking that was on its way when its licence was set aside keeps it', async () => {
    const licence = await world.files.file()
    const rental = await world.request(licence)
    await world.decide('Rejected', rental, on('03-05'))
    await world.sweep(on('05-01'))
    expect(await world.files.isStored(licence)).toBe(true)
    await world.files.book(licence, rental.customer, world.files.logWithoutVault)
    await world.sweep(on('05-01 14:00'))
    expect(await world.files.isStored(licence)).toBe(true)
    expect(await world.files.holderOf(licence)).toBe(world.files.businessId)
    expect(await world.deletedOf(rental.customer)).toEqual([])
  })
})
