import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { slugClaimStream } from '@forecourt/domain/streams.ts'
import { startTestObjectStorage, type TestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import type { Car, Rental, Tenant } from '@forecourt/query/testing/story.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommandLine } from '../cli/run.ts'
import { openPlatform } from '../platform.ts'
import { erase } from './erase.ts'
import { exportPerson } from './export.ts'
import { reapply } from './reapply.ts'

let world: World
let storage: TestObjectStorage
let folder: string
let tenant: Tenant
let golf: Car

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-erase-'))
  mkdirSync(join(folder, 'logs'))
  storage = await startTestObjectStorage()
  const files = createObjectStorage(storage.config)
  await files.ensureBucket()
  files.close()
  world = await World.create()
  world.project()
  tenant = await world.story.business('Harbour Hire')
  const claim = { type: 'NameClaimed', data: { kind: 'slug', ownerId: tenant.businessId } }
  await world.story.append(slugClaimStream(tenant.slug), tenant.businessId, [claim])
  golf = await world.story.vehicle(tenant, 'VW Golf')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await storage.stop()
  rmSync(folder, { recursive: true })
})

let month = 0
async function ask(name: string, email: string): Promise<Rental> {
  month += 1
  const rental = await world.story.request(golf, `2027-0${month}-08`, `2027-0${month}-10`, { name, email })
  await world.projecting()
  await world.caughtUp()
  return rental
}

async function forecourt(...line: string[]) {
  const out: string[] = []
  const { endpoint, region, accessKeyId, secretAccessKey, bucket } = storage.config
  const environment = {
    DATABASE_URL: world.database.url,
    MASTER_KEY: world.masterKey,
    LOOKUP_KEY: world.lookupKey,
    PUBLIC_URL: 'http://localhost:3000',
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_BUCKET: bucket,
    FORECOURT_DATA: folder,
  }
  const exit = await runCommandLine(line, [erase, exportPerson, reapply], () => openPlatform(environment), {
    input: Readable.from([]),
    out: (text) => out.push(text),
    error: (text) => out.push(text),
  })
  return { exit, out: out.join('\n') }
}

const because = ['--business', 'harbour-hire', '--basis', 'they asked for it']

it('a customer is erased by their address, and nothing is left to find them by', async () => {
  await ask('Grace Hopper', 'grace@example.com')
  const { exit, out } = await forecourt('erase', 'grace@example.com', ...because)
  expect(out).toMatch(/Nothing is left to find them by: [1-9]\d* texts and \d+ files were looked for/)
  expect(exit).toBe(0)
  expect(out).not.toContain('grace@example.com')
  expect(await forecourt('erase', 'grace@example.com', ...because)).toMatchObject({ exit: 3 })
})

it('the name of a deleted licence is kept so that nobody uses it again: it is no trace of them', async () => {
  const { customerId } = await ask('Annie Easley', 'annie@example.com')
  await world.pool.query(
    `insert into vault.files (object_path, business_id, customer_id)
     select licence_path, business_id, customer_id from read.bookings where customer_id = $1`,
    [customerId],
  )
  const { exit, out } = await forecourt('erase', customerId, ...because)
  expect(out).toMatch(/Nothing is left to find them by: [1-9]\d* texts and 1 files were looked for/)
  expect(exit).toBe(0)
  const { rows } = await world.pool.query('select from vault.files where condemned_at is not null')
  expect(rows).toHaveLength(1)
})

it('what is left in a table, a queue or a log is named, and the exit code is 1', async () => {
  const { customerId } = await ask('Ada Byron', 'ada.byron@example.com')
  await world.pool.query("create table public.copy_of_somebody as select 'x' || $1::text as note", [
    'Ada.Byron@example.com',
  ])
  await world.pool.query('create table public.bytes as select convert_to($1, $2) as content', [
    'to: ada.byron@example.com',
    'UTF8',
  ])
  writeFileSync(join(folder, 'logs', 'workers.log'), `${'x'.repeat(1 << 20)}mailed ada.byron@example.com\n`)
  const { exit, out } = await forecourt('erase', customerId, ...because)
  expect(exit).toBe(1)
  expect(out).toContain('still in table public.copy_of_somebody: 1')
  expect(out).toContain('still in table public.bytes: 1')
  expect(out).toContain(`still in ${join(folder, 'logs', 'workers.log')}: 1`)
  await world.pool.query('drop table public.copy_of_somebody, public.bytes')
})

it('nobody is erased whose approved booking is not over, and nobody without a reason', async () => {
  const rental = await ask('Alan Turing', 'alan@example.com')
  await world.story.approve(rental)
  await world.caughtUp()
  expect(await forecourt('erase', 'alan@example.com', ...because)).toMatchObject({
    exit: 3,
    out: expect.stringContaining('an approved booking of theirs is not over'),
  })
  expect(await forecourt('erase', 'alan@example.com', '--business', 'harbour-hire')).toMatchObject({ exit: 2 })
  expect(await forecourt('erase', 'nobody@example.com', ...because)).toMatchObject({ exit: 3 })
})

it("a person's data are exported with their files, and that somebody looked is in the log", async () => {
  const { customerId } = await ask('Edsger Dijkstra', 'edsger@example.com')
  const out = join(folder, 'edsger')
  const business = ['--business', 'harbour-hire', '--out', out]
  expect(await forecourt('privacy', 'export', 'edsger@example.com', ...business)).toMatchObject({ exit: 0 })
  const data: unknown = JSON.parse(readFileSync(join(out, 'data.json'), 'utf8'))
  expect(JSON.stringify(data)).toContain('Edsger Dijkstra')
  expect(data).toMatchObject({ customerId, files: readdirSync(join(out, 'files')) })
  const { rows } = await world.pool.query("select data from log.events where type = 'PersonalDataRevealed'")
  expect(JSON.stringify(rows)).toContain(customerId)
  expect(await forecourt('privacy', 'export', 'edsger@example.com', ...business)).toMatchObject({ exit: 3 })
})

it('keys that a back-up of the vault brings back are destroyed again', async () => {
  const { customerId } = await ask('Barbara Liskov', 'barbara@example.com')
  await world.pool.query('create table public.backup as select * from vault.people where subject_id = $1', [customerId])
  expect((await forecourt('erase', customerId, ...because)).out).toContain('is erased')
  await world.pool.query('insert into vault.people select * from public.backup')
  await world.pool.query('drop table public.backup')
  const { exit, out } = await forecourt('privacy', 'reapply')
  expect(out).toMatch(/^\d+ customers have been erased; the keys of 1 of them were there again, and are destroyed\.$/)
  expect(exit).toBe(0)
  expect((await world.pool.query('select from vault.people where subject_id = $1', [customerId])).rowCount).toBe(0)
  expect((await forecourt('privacy', 'reapply')).out).toContain('the keys of 0 of them')
})
