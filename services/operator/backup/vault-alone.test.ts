import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slugClaimStream } from '@forecourt/domain/streams.ts'
import { startTestObjectStorage, type TestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import type { Car } from '@forecourt/query/testing/rental.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { history } from '../history/history.ts'
import { erase } from '../privacy/erase.ts'
import { reapply } from '../privacy/reapply.ts'
import { settingsOf, storageSettings, typed } from '../testing/command-line.ts'
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
  await typed(line, [backup, restore, erase, reapply, history], { ...settingsOf(world), ...storageSettings(storage) })

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

it('a vault whose register of files was lost is complete again as far as the back-up goes, and the log is asked anew', async () => {
  await world.story.request(golf, '2027-05-08', '2027-05-10')
  await world.projecting()
  const folderOf = join(folder, 'files')
  await forecourt('backup', '--out', folderOf)
  const count = async () => (await world.pool.query('select from vault.files')).rowCount
  const before = await count()
  await world.pool.query(`
    update reactions.files_known set rows = rows + 3;
    insert into reactions.checkpoint (reactor, position) values ('files', 5);
    truncate vault.files`)
  expect((await forecourt('restore', folderOf, '--vault')).exit).toBe(0)
  expect(await count()).toBe(before)
  expect((await world.pool.query('select rows::int from reactions.files_known')).rows).toEqual([{ rows: before }])
  expect((await world.pool.query(`select from reactions.checkpoint where reactor = 'files'`)).rowCount).toBe(0)
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
