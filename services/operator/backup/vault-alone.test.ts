import { randomBytes, randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slugClaimStream } from '@forecourt/domain/streams.ts'
import { PersonConflict } from '@forecourt/event-log/port.ts'
import { startTestObjectStorage, type TestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { createDatabase } from '@forecourt/kit/postgres.ts'
import type { Car } from '@forecourt/query/testing/rental.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { deleteLicencesPastDays } from '@forecourt/workers/files/licence-retention.ts'
import { enterLicenceUses } from '@forecourt/workers/files/licence-uses.ts'
import { RegisterIncomplete } from '@forecourt/workers/files/register.ts'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { history } from '../history/history.ts'
import { erase } from '../privacy/erase.ts'
import { reapply } from '../privacy/reapply.ts'
import { settingsOf, storageSettings, typed } from '../testing/command-line.ts'
import { acceptLoss } from './accept-loss.ts'
import { restore } from './restore.ts'
import { backup } from './take.ts'

let world: World
let storage: TestObjectStorage
let folder: string
let golf: Car

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-vault-'))
  storage = await startTestObjectStorage()
  const objects = createObjectStorage(storage.config)
  await objects.ensureBucket()
  objects.close()
  world = await World.create()
  world.project()
  const tenant = await world.story.business('Harbour Hire')
  const claim = { type: 'NameClaimed', data: { kind: 'slug', ownerId: tenant.businessId } }
  await world.story.append(slugClaimStream(tenant.slug), tenant.businessId, [claim])
  golf = await world.story.vehicle(tenant, 'VW Golf')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await storage.stop()
  rmSync(folder, { recursive: true })
})

const forecourt = async (...line: string[]) =>
  await typed(line, [acceptLoss, backup, restore, erase, reapply, history], {
    ...settingsOf(world),
    ...storageSettings(storage),
  })

const keyOf = async (id: string) =>
  (await world.pool.query('select from vault.people where subject_id = $1', [id])).rowCount === 1

it('a lost vault is put back while everybody works: who came since stays, and who was erased stays so', async () => {
  const ask = async (month: string, name: string) => {
    const email = `${name.toLowerCase()}@example.com`
    const rental = await world.story.request(golf, `2027-${month}-08`, `2027-${month}-10`, { name, email })
    await world.projecting()
    await world.caughtUp()
    return rental
  }
  const [ada, grace] = [await ask('01', 'Adalovelace'), await ask('02', 'Gracehopper')]
  const folderOf = join(folder, 'backup')
  expect((await forecourt('backup', '--out', folderOf)).exit).toBe(0)
  const erased = await forecourt(
    'erase',
    grace.customerId,
    '--business',
    'harbour-hire',
    '--basis',
    'they asked for it',
  )
  expect(erased.exit).toBe(0)
  await world.pool.query('truncate vault.people')
  world.vault.drop(ada.customerId)
  const [{ customerId: newcomer }, again] = [await ask('03', 'Newcomer'), await ask('04', 'Adalovelace')]
  expect(again.customerId, 'with the same address they are somebody new').not.toBe(ada.customerId)

  const { exit, out } = await forecourt('restore', folderOf, '--vault')
  expect(out).toMatch(/^[1-9]\d* rows of the vault that were missing are what they were at /)
  expect(exit).toBe(0)
  const there = [ada, again, { customerId: newcomer }, grace].map(({ customerId }) => keyOf(customerId))
  expect(await Promise.all(there)).toEqual([true, true, true, false])
  const once = JSON.parse((await forecourt('restore', folderOf, '--vault', '--json')).out)
  expect(once).toMatchObject({ back: 0, beside: 0, erased: 1 })
  expect((await forecourt('privacy', 'reapply')).out).toContain('Keys that were there again, and are destroyed: 0.')
  expect((await forecourt('history', 'customer', ada.customerId, '--reveal')).out).toContain('Adalovelace')
})

/** Connections of this name that wait for a lock. */
const waiting = async (name: string) =>
  (
    await world.pool.query(
      `select from pg_stat_activity where datname = current_database() and application_name = $1 and wait_event_type = 'Lock'`,
      [name],
    )
  ).rowCount ?? 0

it('somebody who comes with their address in the very moment in which their key is put back is answered', async () => {
  const email = 'hypatia@example.com'
  const { customerId } = await world.story.request(golf, '2027-05-08', '2027-05-10', { email })
  const folderOf = join(folder, 'moment')
  expect((await forecourt('backup', '--out', folderOf)).exit).toBe(0)
  await world.pool.query('delete from vault.people where subject_id = $1', [customerId])
  world.vault.drop(customerId)
  // Something else has the workers' note of files, so that the restore waits with the rows that it has written.
  await world.pool.query(
    `insert into reactions.checkpoint (reactor, position) values ('files', 5) on conflict (reactor) do nothing`,
  )
  const holder = await world.pool.connect()
  await holder.query(`begin; select from reactions.checkpoint where reactor = 'files' for update`)
  const restoring = forecourt('restore', folderOf, '--vault')
  let asking: Promise<unknown> | undefined
  try {
    await expect.poll(() => waiting('forecourt restore')).toBe(1)
    asking = world.story.request(golf, '2027-06-08', '2027-06-10', { email }).catch((error: unknown) => error)
    await expect.poll(() => waiting('forecourt log append')).toBe(1)
  } finally {
    holder.release(true)
  }

  expect((await restoring).exit).toBe(0)
  // Commands take the person who is there then, and go on.
  expect(await asking).toBeInstanceOf(PersonConflict)
  expect(await keyOf(customerId)).toBe(true)
  await world.pool.query(`delete from reactions.checkpoint where reactor = 'files'`)
})

it('a vault that has lost files is asked for no deletion until they are back, or somebody accepts that they are not', async () => {
  const attach = async (...names: readonly string[]) => {
    for (const name of names) {
      const values = [`/objects/licences/${name}`, golf.tenant.businessId, randomUUID()]
      await world.pool.query(
        'insert into vault.files (object_path, business_id, customer_id) values ($1, $2, $3)',
        values,
      )
    }
  }
  const missing = async () =>
    (await world.pool.query<{ missing: number }>('select reactions.files_missing()::int as missing')).rows[0]?.missing
  const asked = async () =>
    (await world.pool.query(`select from reactions.checkpoint where reactor = 'files'`)).rowCount === 1
  await attach('a', 'b')
  const folderOf = join(folder, 'files')
  await forecourt('backup', '--out', folderOf)
  await attach('c')
  await world.pool.query(`insert into reactions.checkpoint (reactor, position) values ('files', 5)`)
  await world.pool.query('select reactions.know_files()')
  expect(await missing()).toBe(0)
  await world.pool.query('truncate vault.files')
  // What comes now makes up for nothing, and what workers know of it neither.
  await attach('d', 'e', 'f', 'g')
  await world.pool.query('select reactions.know_files()')
  expect(await missing()).toBe(3)

  const { exit, out } = await forecourt('restore', folderOf, '--vault')
  expect(exit).toBe(0)
  expect(out).toContain('1 files that the vault knew are not in this back-up')
  expect([await missing(), await asked()]).toEqual([1, false])

  expect((await forecourt('accept-loss')).out).toContain('The vault has lost whose 1 files were.')
  expect(await missing()).toBe(0)
  expect((await forecourt('accept-loss')).out).toContain('there is nothing to accept')
})

/** More than 30 days after what was refused today. */
const inTwoMonths = () => new Date(Date.now() + 60 * 86_400_000)

it('a licence that was asked with again while the keys were away is kept: the log is asked anew what bookings need', async () => {
  const { story, eventLog, vault, log, pool } = world
  const email = 'emmy@example.com'
  const database = await createDatabase({ connectionString: world.database.url, applicationName: 'test' })
  onTestFinished(() => database.end())
  const workers = { eventLog, vault, database, log, rowsComeFirst: false, appVersion: '0' }
  const first = await story.request(golf, '2027-07-08', '2027-07-10', { email })
  const { customerId } = first
  await story.reject(first)
  await enterLicenceUses(workers)
  const { rows } = await pool.query<{ path: string }>(
    'select object_path as path from reactions.licence_uses where booking_id = $1',
    [first.bookingId],
  )
  const licence = rows[0]?.path ?? ''
  const { businessId } = golf.tenant
  await pool.query(
    'insert into vault.files (object_path, business_id, customer_id, settled) values ($1, $2, $3, true)',
    [licence, businessId, customerId],
  )
  await pool.query('select reactions.know_files()')
  const folderOf = join(folder, 'licences')
  expect((await forecourt('backup', '--out', folderOf)).exit).toBe(0)
  await story.replaceLicence(await story.request(golf, '2027-08-08', '2027-08-10', { email }), licence)
  await pool.query('truncate vault.people, vault.files')
  vault.drop(customerId)
  await enterLicenceUses(workers)
  await expect(deleteLicencesPastDays({ ...workers, now: inTwoMonths })).rejects.toBeInstanceOf(RegisterIncomplete)

  expect((await forecourt('restore', folderOf, '--vault')).exit).toBe(0)

  expect(await deleteLicencesPastDays({ ...workers, now: inTwoMonths })).toBe(0)
  const kept = await pool.query('select customer_id as of from vault.files where object_path = $1', [licence])
  expect(kept.rows).toEqual([{ of: customerId }])
  const asked = await pool.query(`select from reactions.licence_uses where customer_id = $1 and object_path = ''`, [
    customerId,
  ])
  expect(asked.rowCount, 'all of them can be read again').toBe(0)
})

it.each([
  ['lacks a migration that this version has had', `delete from public.migrations where number = 20`, 0],
  ['has a column that is not there any more', 'alter table vault.people rename column wrapped_key to sealed_key', 3],
])('a back-up of a version that %s', async (what, otherwise, exit) => {
  const folderOf = join(folder, what)
  await forecourt('backup', '--out', folderOf)
  await world.pool.query(`create table kept as select * from public.migrations`)
  await world.pool.query(otherwise)
  const put = await forecourt('restore', folderOf, '--vault')
  await world.pool.query(
    exit === 0
      ? 'insert into public.migrations select * from kept on conflict do nothing'
      : 'alter table vault.people rename column sealed_key to wrapped_key',
  )
  await world.pool.query('drop table kept')
  expect(put.exit).toBe(exit)
})

it('the vault of another installation is not put into this one', async () => {
  const folderOf = join(folder, 'other')
  await forecourt('backup', '--out', folderOf)
  const { rowCount } = await world.pool.query('select from vault.people')
  const line = ['restore', folderOf, '--vault']
  const settings = { ...settingsOf(world), ...storageSettings(storage), MASTER_KEY: randomBytes(32).toString('base64') }
  expect(await typed(line, [restore], settings)).toMatchObject({
    exit: 3,
    errors: expect.stringContaining('MASTER_KEY'),
  })
  expect((await world.pool.query('select from vault.people')).rowCount).toBe(rowCount)
})

it('a back-up whose vault is damaged puts nothing back', async () => {
  const folderOf = join(folder, 'damaged')
  await forecourt('backup', '--out', folderOf)
  appendFileSync(join(folderOf, 'tables', 'vault.people.copy'), 'x')
  await world.pool.query('truncate vault.people')
  const { exit, errors } = await forecourt('restore', folderOf, '--vault')
  expect(errors).toContain('vault.people.copy is not what was backed up')
  expect(exit).toBe(3)
  expect((await world.pool.query('select from vault.people')).rowCount).toBe(0)
})
