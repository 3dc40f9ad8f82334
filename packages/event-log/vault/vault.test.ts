import { randomBytes, randomUUID } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { freshStream, newEvents } from '../contract/setup.ts'
import { type EventLog, FileConflict, PersonConflict } from '../port.ts'
import { createPostgresEventLog } from '../postgres/postgres-event-log.ts'
import { createVault, type Identity, type Person, type Vault, type VaultOptions } from './vault.ts'
import { createVaultWriter, type VaultWriter } from './vault-writer.ts'

const base64 = () => randomBytes(32).toString('base64')

let database: TestDatabase
let options: VaultOptions
let vault: Vault
/** Another process, with nothing in memory. */
let another: Vault
let writer: VaultWriter
let log: EventLog

beforeAll(async () => {
  database = await createTestDatabase()
  options = { connectionString: database.url, masterKey: base64(), lookupKey: base64() }
  vault = createVault(options)
  another = createVault(options)
  writer = createVaultWriter({ connectionString: database.url })
  log = createPostgresEventLog({ connectionString: database.url })
})
afterAll(async () => {
  await Promise.all([vault.close(), another.close(), writer.close(), log.close()])
  await database.drop()
})

function identity(email = `${randomUUID()}@example.com`, businessId: string = randomUUID()): Identity {
  return { kind: 'customer', businessId, emailHmac: vault.lookupHmac('customer', businessId, email) }
}

async function stored(who = identity()): Promise<Person> {
  const person = vault.newPerson(who, randomUUID())
  await log.append(freshStream(), 'noStream', newEvents(1), { person: person.row })
  return person
}

describe('the vault knows people by a keyed hash of their address', () => {
  it('takes an address in any case, Unicode form and space around it for the same', () => {
    const one = vault.lookupHmac('customer', 'b', 'zoe\u0301@example.com')
    expect(vault.lookupHmac('customer', 'b', '  ZO\u00c9@Example.COM ')).toBe(one)
    expect(one).toMatch(/^[0-9a-f]{64}$/)
  })

  it('tells kinds, businesses and addresses apart, and needs the key', () => {
    const hashes = [
      vault.lookupHmac('customer', 'b', 'a@example.com'),
      vault.lookupHmac('user', 'b', 'a@example.com'),
      vault.lookupHmac('customer', 'c', 'a@example.com'),
      vault.lookupHmac('customer', '', 'a@example.com'),
      vault.lookupHmac('customer', 'b', 'b@example.com'),
      createVault({ ...options, lookupKey: base64() }).lookupHmac('customer', 'b', 'a@example.com'),
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it('finds a person who was stored, with their key, from memory or not', async () => {
    const who = identity()
    expect(await vault.findPerson(who)).toBeUndefined()
    const person = await stored(who)
    for (const found of [await another.findPerson(who), await another.findPerson(who), await vault.findPerson(who)]) {
      expect(found?.row).toMatchObject({ ...who, subjectId: person.row.subjectId, known: true })
      expect(found?.key.equals(person.key)).toBe(true)
    }
  })

  it('remembers whom an append has just stored without asking the database', async () => {
    const person = vault.newPerson(identity(), randomUUID())
    vault.remember(person)
    expect(await vault.findPerson(person.row)).toMatchObject({ row: { subjectId: person.row.subjectId, known: true } })
  })
})

describe('keys', () => {
  it('are stored wrapped: nothing in the row is the key', async () => {
    const person = await stored()
    expect(Buffer.from(person.row.wrappedKey).includes(person.key.export())).toBe(false)
  })

  it('come for many at once; who is erased is not among them', async () => {
    const people = [await stored(), await stored(), await stored()]
    const ids = [...people.map(({ row }) => row.subjectId), randomUUID()]
    for (const keys of [await another.keysOf(ids), await another.keysOf(ids)]) {
      expect([...keys.keys()].toSorted()).toEqual(people.map(({ row }) => row.subjectId).toSorted())
      expect(people.every(({ row, key }) => keys.get(row.subjectId)?.equals(key))).toBe(true)
    }
  })

  it('are asked for together by many who want one each in one turn, and each gets theirs', async () => {
    const people = [await stored(), await stored(), await stored()]
    const ids = people.map(({ row }) => row.subjectId)
    const fresh = createVault(options)
    const query = vi.spyOn(pg.Pool.prototype, 'query')
    onTestFinished(async () => {
      query.mockRestore()
      await fresh.close()
    })
    const found = await Promise.all([...ids, randomUUID()].map((id) => fresh.keysOf([id])))
    expect(query).toHaveBeenCalledTimes(1)
    expect(found.map((keys) => [...keys.keys()])).toEqual([...ids.map((id) => [id]), []])
    expect(people.every(({ row, key }, index) => found[index]?.get(row.subjectId)?.equals(key))).toBe(true)
  })

  it('come although somebody asks in the same turn for what is no id', async () => {
    const { row } = await stored()
    const fresh = createVault(options)
    onTestFinished(() => fresh.close())
    const [wrong, right] = await Promise.allSettled([fresh.keysOf(['nobody']), fresh.keysOf([row.subjectId])])
    expect([wrong.status, right.status]).toEqual(['rejected', 'fulfilled'])
  })

  it("do not unwrap with another master key or as another person's", async () => {
    const [one, two] = [await stored(), await stored()]
    const thief = createVault({ ...options, masterKey: base64() })
    await expect(thief.keysOf([one.row.subjectId])).rejects.toThrow('does not unwrap')
    await thief.close()
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query('update vault.people set wrapped_key = $1 where subject_id = $2', [
      one.row.wrappedKey,
      two.row.subjectId,
    ])
    await client.end()
    await expect(another.keysOf([two.row.subjectId])).rejects.toThrow('does not unwrap')
  })

  it('of 32 bytes only are taken from the configuration', () => {
    expect(() => createVault({ ...options, masterKey: 'c2hvcnQ=' })).toThrow('32 bytes')
  })
})

describe('erasing a person', () => {
  it('deletes their key and tells which files were theirs', async () => {
    const person = await stored()
    const { subjectId: customerId, businessId } = person.row
    const paths = ['/objects/licences/one', '/objects/licences/two'].map((path) => `${path}-${customerId}`)
    for (const objectPath of paths) await writer.commit({ file: { objectPath, businessId, customerId } })
    await vault.findPerson(person.row)
    expect((await vault.forget(customerId)).toSorted()).toEqual(paths)
    expect(await vault.keysOf([customerId])).toEqual(new Map())
    expect(await vault.findPerson(person.row)).toBeUndefined()
    expect(await vault.forget(customerId)).toEqual([])
  })

  it.each([
    ['key', (fresh: Vault, { row }: Person) => fresh.keysOf([row.subjectId]), new Map()],
    ['row', (fresh: Vault, { row }: Person) => fresh.findPerson(row), undefined],
  ])('leaves nothing in memory of a %s that was being read meanwhile', async (_what, read, nothing) => {
    const person = await stored()
    const fresh = createVault(options)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    onTestFinished(async () => {
      await Promise.all([client.end(), fresh.close()])
    })
    // The read stands in line for the table; the person is forgotten before it has its answer.
    await client.query('begin; lock table vault.people')
    const before = read(fresh, person)
    await vi.waitFor(async () => {
      const waiting = `select from pg_locks where not granted and relation = 'vault.people'::regclass`
      expect((await client.query(waiting)).rowCount).toBe(1)
    }, 60_000)
    fresh.drop(person.row.subjectId)
    await client.query('commit')
    await before
    await vault.forget(person.row.subjectId)
    expect(await read(fresh, person)).toEqual(nothing)
  })

  it('is noticed by a process that still believes in them, and the same address is then somebody new', async () => {
    const person = await stored()
    const believed = await another.findPerson(person.row)
    await vault.forget(person.row.subjectId)
    const refusal = await log
      .append(freshStream(), 'noStream', newEvents(1), { person: believed?.row ?? person.row })
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(PersonConflict)
    expect(
      another.learn(person.row, refusal instanceof PersonConflict ? refusal : new PersonConflict(undefined)),
    ).toBeUndefined()
    expect(await another.findPerson(person.row)).toBeUndefined()
    const again = await stored(person.row)
    expect(again.row.subjectId).not.toBe(person.row.subjectId)
  })

  it('who lost the race to make a person learns who is stored', async () => {
    const winner = await stored()
    const loser = another.newPerson(winner.row, randomUUID())
    const refusal = await writer.commit({ person: loser.row }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(PersonConflict)
    const learnt = refusal instanceof PersonConflict ? another.learn(loser.row, refusal) : undefined
    expect(learnt?.row).toMatchObject({ subjectId: winner.row.subjectId, known: true })
    expect(learnt?.key.equals(winner.key)).toBe(true)
  })
})

describe('rows committed on their own, when the log is elsewhere', () => {
  it('have the outcomes that they have with an append', async () => {
    const person = vault.newPerson(identity(), randomUUID())
    const { subjectId: customerId, businessId } = person.row
    const file = { objectPath: `/objects/licences/${randomUUID()}`, businessId, customerId }
    await writer.commit({ person: person.row, file })
    await writer.commit({ person: person.row, file })
    await writer.commit({ person: { ...person.row, known: true } })
    await expect(writer.commit({ file: { ...file, customerId: randomUUID() } })).rejects.toBeInstanceOf(FileConflict)
    await expect(writer.commit({ person: { ...person.row, subjectId: randomUUID() } })).rejects.toMatchObject({
      stored: { subjectId: customerId },
    })
    expect((await another.findPerson(person.row))?.row.subjectId).toBe(customerId)
  })

  it('leave no person behind when the file is refused', async () => {
    const owner = await stored()
    const file = {
      objectPath: `/objects/licences/${randomUUID()}`,
      businessId: randomUUID(),
      customerId: owner.row.subjectId,
    }
    await writer.commit({ file })
    const late = vault.newPerson(identity(), randomUUID())
    const theft = { person: late.row, file: { ...file, customerId: late.row.subjectId } }
    await expect(writer.commit(theft)).rejects.toBeInstanceOf(FileConflict)
    expect(await another.findPerson(late.row)).toBeUndefined()
  })

  it('write nothing to the log', async () => {
    const before = await log.head()
    await writer.commit({ person: vault.newPerson(identity(), randomUUID()).row })
    expect(await log.head()).toBe(before)
  })
})

it('its connections keep their plans', async () => {
  const { row } = await stored()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // As the table, but that it shows nobody to a connection that plans anew.
  await client.query(`
    alter table vault.people rename to kept;
    create view vault.people as
    select * from vault.kept where current_setting('plan_cache_mode') = 'force_generic_plan'`)
  onTestFinished(async () => {
    await client.query('drop view vault.people; alter table vault.kept rename to people')
    await client.end()
  })
  const { rowCount } = await client.query('select from vault.people')
  expect(rowCount).toBe(0)
  expect([...(await another.keysOf([row.subjectId])).keys()]).toEqual([row.subjectId])
})
