import { FileConflict } from '@forecourt/event-log/port.ts'
import { createVaultWriter } from '@forecourt/event-log/vault/vault-writer.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { QUARANTINE, storagePrefix } from '@forecourt/kit/object-path.ts'
import type { Database } from '@forecourt/kit/postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileWorld, type Target } from '../testing/file-world.ts'
import { untilTestFinished } from '../testing/open-queue.ts'
import { RegisterIncomplete } from './register.ts'
import { type FileSweep, runFileSweep } from './sweep-files.ts'

function refused(error: unknown): 'refused' {
  expect(error).toBeInstanceOf(FileConflict)
  return 'refused'
}

/** The database, with something done at each call of it. */
function withEachCall(
  database: Database,
  { before = () => {}, after = () => {} }: { readonly before?: () => void; readonly after?: () => void },
): Database {
  return new Proxy(database, {
    get(of, name) {
      const member: unknown = Reflect.get(of, name)
      if (typeof member !== 'function') return member
      return async (...values: unknown[]): Promise<unknown> => {
        before()
        const answer: unknown = await Reflect.apply(member, of, values)
        after()
        return answer
      }
    },
  })
}

describe.each<Target>(['PostgreSQL', 'EventStoreDB'])('files, with the event log in %s', (target) => {
  let world: FileWorld
  beforeAll(async () => {
    world = await FileWorld.start(target)
  })
  afterAll(() => world.stop())

  it('that came in and were not finished are deleted after 24 hours', async () => {
    const key = `${QUARANTINE}license/1795251600/AAAAAAAAAAAAAAAAAAAAAA.BBBBBBBBBBBBBBBBBBBBBB`
    await world.put(key)
    await world.sweep(23.9)
    expect(await world.storage.head(key)).toBeDefined()
    expect(await world.sweep(24.1)).toMatchObject({ unfinished: 1 })
    expect(await world.storage.head(key)).toBeUndefined()
  })

  it.each(['licences', 'vehicles'] as const)(
    'in %s that nothing refers to are deleted after 24 hours',
    async (folder) => {
      const path = await world.file(folder)
      await world.sweep(23.9)
      expect(await world.isStored(path)).toBe(true)
      await world.sweep(24.1)
      expect(await world.isStored(path)).toBe(false)
    },
  )

  it('that a booking or a vehicle refers to stay for ever, with their rows', async () => {
    const [licence, picture] = [await world.file(), await world.file('vehicles')]
    await world.book(licence)
    await world.giveVehicle(picture)
    for (const hours of [25, 26, 24 * 365]) await world.sweep(hours)
    expect([await world.isStored(licence), await world.isStored(picture)]).toEqual([true, true])
    expect(await world.holderOf(licence)).toBe(world.businessId)
  })

  it('that are contracts of a customer stay, and those that are nobody’s do not', async () => {
    const [licence, contract, loose] = [
      await world.file(),
      await world.file('contracts'),
      await world.file('contracts'),
    ]
    const customer = world.customer()
    await world.book(licence, customer)
    await world.contract(contract, customer)
    for (const hours of [25, 27]) await world.sweep(hours)
    expect([await world.isStored(contract), await world.isStored(loose)]).toEqual([true, false])
    expect(await world.holderOf(contract)).toBe(world.businessId)
    // They go with the customer, swept or not.
    expect((await world.vault.forget(customer.row.subjectId)).toSorted()).toEqual([contract, licence].toSorted())
    expect(await world.holderOf(contract)).toBeUndefined()
    await world.sweep(28)
    expect(await world.isStored(contract)).toBe(false)
  })

  it('that took the place of a booking’s first licence stay, and so does the first', async () => {
    const [first, second] = [await world.file(), await world.file()]
    const customer = world.customer()
    await world.book(first, customer)
    await world.replaceLicence(second, customer)
    await world.sweep(48)
    expect([await world.isStored(first), await world.isStored(second)]).toEqual([true, true])
    expect(await world.holderOf(second)).toBe(world.businessId)
  })

  it('of vehicles from before pictures had rows stay, and get one', async () => {
    const picture = await world.file('vehicles')
    await world.giveVehicle(picture, false)
    await world.sweep(25)
    expect(await world.isStored(picture)).toBe(true)
    expect(await world.holderOf(picture)).toBe(world.businessId)
  })

  it('that are deleted can never be attached again', async () => {
    const [licence, picture] = [await world.file(), await world.file('vehicles')]
    await world.sweep(25)
    await expect(world.book(licence)).rejects.toBeInstanceOf(FileConflict)
    await expect(world.giveVehicle(picture)).rejects.toBeInstanceOf(FileConflict)
    expect(await world.holderOf(licence)).toBeUndefined()
  })

  it('of an erased customer are deleted when whoever erased them did not come to it', async () => {
    const [licence, customer] = [await world.file(), world.customer()]
    await world.book(licence, customer)
    expect(await world.vault.forget(customer.row.subjectId)).toEqual([licence])
    expect(await world.isStored(licence)).toBe(true)
    await world.sweep(0)
    expect(await world.isStored(licence)).toBe(false)
    await world.sweep(48)
    await expect(world.book(licence)).rejects.toBeInstanceOf(FileConflict)
  })

  it('attached in the very moment of the sweep stay, or their booking is refused', { timeout: 240_000 }, async () => {
    const outcomes = { attached: 0, refused: 0 }
    for (let round = 0; round < 4; round += 1) {
      const paths = await Promise.all(Array.from({ length: 12 }, () => world.file()))
      const bookings: Promise<'attached' | 'refused'>[] = []
      const bookNext = () => {
        const path = paths[bookings.length]
        if (path === undefined) return
        const booking = world.book(path).then(() => 'attached' as const, refused)
        bookings.push(booking)
      }
      // Three workers at once; with each of their calls of the database a customer books.
      const database = withEachCall(world.database, { before: bookNext })
      await Promise.all([1, 2, 3].map(() => world.sweep(25, { database })))
      while (bookings.length < paths.length) bookNext()
      const ended = await Promise.all(bookings)
      await world.sweep(26.5)
      for (const [index, outcome] of ended.entries()) {
        outcomes[outcome] += 1
        const path = paths[index] ?? ''
        const attached = [world.businessId, true]
        expect([await world.holderOf(path), await world.isStored(path)]).toEqual(
          outcome === 'attached' ? attached : [undefined, false],
        )
      }
    }
    console.log(`sweep against bookings, ${target}: ${JSON.stringify(outcomes)}`)
  })

  it('are deleted by the next sweep when one dies at any of its calls', { timeout: 240_000 }, async () => {
    let survived = false
    let dies = 0
    while (!survived) {
      dies += 1
      const paths = [await world.file(), await world.file('vehicles')]
      const kept = await world.file()
      await world.book(kept)
      let calls = 0
      const dying = <T>(value: T): T => {
        calls += 1
        if (calls >= dies) throw new Error('killed')
        return value
      }
      const { storage, database } = world
      const swept = world.sweep(25, {
        storage: {
          list: (prefix) => dying(storage.list(prefix)),
          delete: async (key) => {
            await storage.delete(key)
            dying(undefined)
          },
        },
        database: withEachCall(database, { after: () => dying(undefined) }),
      })
      survived = await swept.then(
        () => true,
        () => false,
      )
      await world.sweep(25)
      expect(await Promise.all(paths.map((path) => world.isStored(path)))).toEqual([false, false])
      expect(await world.isStored(kept)).toBe(true)
    }
    expect(dies).toBeGreaterThan(10)
  })

  it('that cannot be deleted are kept, stand in no other’s way, and go with the next sweep', async () => {
    const [stuck, easy] = [await world.file(), await world.file()].toSorted()
    if (stuck === undefined || easy === undefined) throw new Error('two were put there')
    const incoming = ['a', 'b'].map((name) => `${QUARANTINE}any/1795251600/${name}`)
    for (const key of incoming) await world.put(key)
    const lines: string[] = []
    const storage: FileSweep['storage'] = {
      list: (prefix) => world.storage.list(prefix),
      async delete(key) {
        if (key.startsWith(storagePrefix(stuck)) || key === incoming[0]) throw new Error('locked')
        await world.storage.delete(key)
      },
    }
    const log = createLog({ service: 'test', level: 'error' }, { write: (line) => void lines.push(line) })
    expect(await world.sweep(25, { storage, log })).toMatchObject({ unfinished: 1, deleted: 1, failed: 2 })
    expect([await world.isStored(stuck), await world.isStored(easy)]).toEqual([true, false])
    expect(lines.join('')).toContain('a file could not be deleted')
    expect(await world.sweep(26)).toMatchObject({ unfinished: 1, deleted: 1, failed: 0 })
    expect(await world.isStored(stuck)).toBe(false)
  })

  it('of which an event speaks that nobody can read stay, and all others are swept', async () => {
    const [picture, loose] = [await world.file('vehicles'), await world.file('vehicles')]
    await world.writeUnreadable({ picture })
    const lines: string[] = []
    const log = createLog({ service: 'test', level: 'error' }, { write: (line) => void lines.push(line) })
    await world.sweep(25, { log })
    expect([await world.isStored(picture), await world.isStored(loose)]).toEqual([true, false])
    expect(lines.join('')).toContain('an event cannot be read')
    // It is told of once.
    await world.sweep(26, { log })
    expect(lines).toHaveLength(1)
  })

  it('with a smaller picture that was drawn while they went are deleted whole', async () => {
    const path = await world.file()
    await world.sweep(25)
    await world.put(`${storagePrefix(path)}w480`)
    await world.sweep(26)
    await world.sweep(27)
    expect(await world.isStored(path)).toBe(false)
  })

  it('are all kept while the vault lacks rows of files that it had, and nobody’s go again once it has them', async () => {
    const [licence, loose] = [await world.file(), await world.file()]
    await world.book(licence)
    await world.sweep(0)
    const lost = await world.loseRowOf(licence)
    const later = await world.file()
    // Whoever comes meanwhile makes up for nothing that is missing.
    for (const _ of [1, 2, 3]) await world.book(await world.file())
    await expect(world.sweep(25)).rejects.toBeInstanceOf(RegisterIncomplete)
    const all = [licence, loose, later]
    expect(await Promise.all(all.map((path) => world.isStored(path)))).toEqual([true, true, true])
    await lost.putBack()
    await world.sweep(25)
    expect(await Promise.all(all.map((path) => world.isStored(path)))).toEqual([true, false, false])
  })

  it('of customers that a vault from a back-up does not know, and the log does, are known again when it is asked anew', async () => {
    const [licence, contract, loose] = [await world.file(), await world.file('contracts'), await world.file()]
    const customer = world.customer()
    await world.book(licence, customer)
    await world.contract(contract, customer)
    await world.sweep(0)
    for (const path of [licence, contract]) await world.loseRowOf(path)
    await world.acceptLoss()
    await world.sweep(25)
    expect(await Promise.all([licence, contract, loose].map((path) => world.isStored(path)))).toEqual([
      true,
      true,
      false,
    ])
    expect(await world.holderOf(licence)).toBe(world.businessId)
  })

  it('are known again when the log is to be asked anew, also while a sweep is at it that began before', async () => {
    const licence = await world.file()
    await world.book(licence)
    await world.sweep(0)
    const eventLog: FileSweep['eventLog'] = {
      ...world.eventLog,
      async *readAll(...asked) {
        await world.loseRowOf(licence)
        await world.acceptLoss()
        yield* world.eventLog.readAll(...asked)
      },
    }
    await world.sweep(0, { eventLog })
    await world.sweep(25)
    expect(await world.isStored(licence)).toBe(true)
    expect(await world.holderOf(licence)).toBe(world.businessId)
  })

  it('are kept when the vault is lost in the middle of a sweep', async () => {
    const [licence, loose] = [await world.file(), await world.file()]
    await world.book(licence)
    await world.sweep(0)
    const lost: { readonly putBack: () => Promise<void> }[] = []
    const storage: FileSweep['storage'] = {
      async *list(prefix) {
        if (prefix !== QUARANTINE && lost.length === 0) lost.push(await world.loseRowOf(licence))
        yield* world.storage.list(prefix)
      },
      delete: (key) => world.storage.delete(key),
    }
    await expect(world.sweep(25, { storage })).rejects.toBeInstanceOf(RegisterIncomplete)
    expect([await world.isStored(licence), await world.isStored(loose)]).toEqual([true, true])
    for (const { putBack } of lost) await putBack()
    await world.sweep(25)
    expect([await world.isStored(licence), await world.isStored(loose)]).toEqual([true, false])
  })

  it('are left to the next sweep by a worker that is to stop', async () => {
    const paths = [await world.file(), await world.file()]
    const ending = new AbortController()
    const storage: FileSweep['storage'] = {
      list: (prefix) => world.storage.list(prefix),
      delete(key) {
        ending.abort()
        return world.storage.delete(key)
      },
    }
    await expect(world.sweep(25, { storage, ending: ending.signal })).rejects.toThrow('aborted')
    const left = await Promise.all(paths.map((path) => world.isStored(path)))
    expect(left.filter(Boolean)).toHaveLength(1)
    await world.sweep(25)
    expect(await Promise.all(paths.map((path) => world.isStored(path)))).toEqual([false, false])
  })

  it('stay while the clock is not right, and go once it is', { timeout: 240_000 }, async () => {
    const path = await world.file()
    let isRight = false
    let asked = 0
    untilTestFinished((signal) =>
      runFileSweep(
        {
          eventLog: world.eventLog,
          vault: world.vault,
          database: world.database,
          storage: world.storage,
          rowsComeFirst: target === 'EventStoreDB',
          appVersion: '0',
          log: createLog({ level: 'silent', service: 'test' }),
          now: () => new Date(Date.now() + 25 * 3_600_000),
          isRight: async () => {
            asked += 1
            return isRight
          },
          first: 1,
          every: 5,
        },
        signal,
      ),
    )
    await expect.poll(() => asked).toBeGreaterThan(2)
    expect(await world.isStored(path)).toBe(true)
    isRight = true
    await expect.poll(() => world.isStored(path), { timeout: 60_000 }).toBe(false)
  })

  it('are swept from time to time, whatever went wrong before', { timeout: 240_000 }, async () => {
    const path = await world.file()
    const ending = new AbortController()
    const database = world.database
    const { storage } = world
    let isAway = true
    const storageThatComes: FileSweep['storage'] = {
      list(prefix) {
        if (!isAway) return storage.list(prefix)
        isAway = false
        throw new Error('the storage is away')
      },
      delete: (key) => storage.delete(key),
    }
    const sweeping = runFileSweep(
      {
        eventLog: world.eventLog,
        vault: world.vault,
        database,
        storage: storageThatComes,
        rowsComeFirst: target === 'EventStoreDB',
        appVersion: '0',
        log: createLog({ level: 'silent', service: 'test' }),
        now: () => new Date(Date.now() + 25 * 3_600_000),
        first: 1,
        every: 5,
      },
      ending.signal,
    )
    await expect.poll(() => world.isStored(path), { timeout: 60_000 }).toBe(false)
    ending.abort()
    await sweeping
  })
})

describe('with the event log elsewhere, where the row of a file comes before its event', () => {
  let world: FileWorld
  let writer: ReturnType<typeof createVaultWriter>
  beforeAll(async () => {
    world = await FileWorld.start('EventStoreDB')
    writer = createVaultWriter({ connectionString: world.databaseUrl })
  })
  afterAll(async () => {
    await writer.close()
    await world.stop()
  })

  it('a file whose booking never came is deleted, an hour after nobody could use it any more', async () => {
    const [licence, customer] = [await world.file(), world.customer()]
    await writer.commit(world.rows(licence, customer))
    await world.sweep(25)
    expect(await world.holderOf(licence)).toBeUndefined()
    expect(await world.isStored(licence)).toBe(true)
    await expect(world.book(licence, customer)).rejects.toBeInstanceOf(FileConflict)
    await world.sweep(26.1)
    expect(await world.isStored(licence)).toBe(false)
  })

  it('a file is left alone for an hour from when it was condemned, for however long the log had been asked before', async () => {
    const [licence, customer] = [await world.file(), world.customer()]
    await writer.commit(world.rows(licence, customer))
    const hours = [25, 27]
    const began = Date.now()
    await world.sweep(25, { now: () => new Date(began + (hours.shift() ?? 27) * 3_600_000) })
    await world.sweep(27.5)
    expect(await world.isStored(licence)).toBe(true)
    await world.sweep(28.1)
    expect(await world.isStored(licence)).toBe(false)
  })

  it('a licence whose booking nobody can read stays', async () => {
    const [licence, customer] = [await world.file(), world.customer()]
    await writer.commit(world.rows(licence, customer))
    await world.writeUnreadable({ licenceOf: customer })
    for (const hours of [25, 27]) await world.sweep(hours)
    expect(await world.isStored(licence)).toBe(true)
    expect(await world.holderOf(licence)).toBe(world.businessId)
  })

  it('a booking that was on its way when its file was condemned keeps it', async () => {
    const [licence, customer] = [await world.file(), world.customer()]
    await writer.commit(world.rows(licence, customer))
    await world.sweep(25)
    expect(await world.holderOf(licence)).toBeUndefined()
    // The rows are in the vault; the event arrives after the sweep.
    await world.book(licence, customer, world.logWithoutVault)
    await world.sweep(26.1)
    expect(await world.isStored(licence)).toBe(true)
    expect(await world.holderOf(licence)).toBe(world.businessId)
    await world.book(licence, customer)
  })
})
