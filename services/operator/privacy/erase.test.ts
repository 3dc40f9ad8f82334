import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slugClaimStream } from '@forecourt/domain/streams.ts'
import { parsePosition } from '@forecourt/event-log/port.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { startTestObjectStorage, type TestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { mintLicencePath, storagePrefix } from '@forecourt/kit/object-path.ts'
import { createObjectStorage, type ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { rebuildBeside } from '@forecourt/query/projection/rebuild.ts'
import type { Car, Rental, Tenant } from '@forecourt/query/testing/rental.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openPlatform } from '../platform.ts'
import { settingsOf, storageSettings, typed } from '../testing/command-line.ts'
import { erase } from './erase.ts'
import { exportPerson } from './export.ts'
import { reapply } from './reapply.ts'
import { tellingTexts } from './traces.ts'

let world: World
let storage: TestObjectStorage
let objects: ObjectStorage
let folder: string
let tenant: Tenant
let golf: Car

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-erase-'))
  mkdirSync(join(folder, 'logs'))
  storage = await startTestObjectStorage()
  objects = createObjectStorage(storage.config)
  await objects.ensureBucket()
  world = await World.create()
  world.project()
  tenant = await world.story.business('Harbour Hire')
  const claim = { type: 'NameClaimed', data: { kind: 'slug', ownerId: tenant.businessId } }
  await world.story.append(slugClaimStream(tenant.slug), tenant.businessId, [claim])
  golf = await world.story.vehicle(tenant, 'VW Golf')
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  objects.close()
  await storage.stop()
  rmSync(folder, { recursive: true })
})

let months = 0
async function ask(name: string, email: string, address?: string): Promise<Rental> {
  const month = `${2027 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
  months += 1
  const renter = { name, email, ...(address === undefined ? {} : { address }) }
  const rental = await world.story.request(golf, `${month}-08`, `${month}-10`, renter)
  await world.projecting()
  await world.caughtUp()
  return rental
}

const settings = () => ({ ...settingsOf(world), ...storageSettings(storage), FORECOURT_DATA: folder })
const forecourt = async (...line: string[]) => await typed(line, [erase, exportPerson, reapply], settings())

/** A file of the customer's, in two stored forms. */
async function fileOf({ customerId }: Rental, path: string): Promise<void> {
  await world.pool.query('insert into vault.files (object_path, business_id, customer_id) values ($1, $2, $3)', [
    path,
    tenant.businessId,
    customerId,
  ])
  for (const form of ['full', 'w320']) {
    await objects.put(`${storagePrefix(path)}${form}`, Buffer.from(`${form} of ${path}`), { contentType: 'image/webp' })
  }
}

const storedFor = async (path: string) => (await Array.fromAsync(objects.list(storagePrefix(path)))).length
const licence = () => mintLicencePath(keyFromBase64(world.lookupKey), crypto.randomUUID())

const because = ['--business', 'harbour-hire', '--basis', 'they asked for it']

it('a customer is erased by their address, and nothing is left to find them by', async () => {
  await ask('Grace Hopper', 'grace@example.com')
  const { exit, out } = await forecourt('erase', 'grace@example.com', ...because)
  expect(out).toMatch(/Nothing is left to find them by: [1-9]\d* texts? and \d+ files? were looked for/)
  expect(exit).toBe(0)
  expect(out).not.toContain('grace@example.com')
  expect(await forecourt('erase', 'grace@example.com', ...because)).toMatchObject({ exit: 3 })
})

it('their files go with them, in every stored form, and nobody else’s', async () => {
  const [path, others] = [licence(), licence()]
  const rental = await ask('Hedy Lamarr', 'hedy@example.com')
  await fileOf(rental, path)
  await fileOf(await ask('George Antheil', 'george@example.com'), others)
  const { exit, out } = await forecourt('erase', rental.customerId, ...because)
  expect(out).toMatch(/Nothing is left to find them by: [1-9]\d* texts? and 1 file were looked for/)
  expect(exit).toBe(0)
  expect([await storedFor(path), await storedFor(others)]).toEqual([0, 2])
})

it('a file that nobody was allowed to delete is named, and the exit code is 1', async () => {
  const rental = await ask('Radia Perlman', 'radia@example.com')
  const alien = '/objects/licences/not-made-by-this-platform'
  await fileOf(rental, alien)
  const { exit, out } = await forecourt('erase', rental.customerId, ...because)
  expect(out).toContain(`still in stored file ${alien}: 2`)
  expect(exit).toBe(1)
})

it('the name of a deleted licence is kept so that nobody uses it again: it is no trace of them', async () => {
  const { customerId } = await ask('Annie Easley', 'annie@example.com')
  const { rows: files } = await world.pool.query<{ path: string }>(
    `insert into vault.files (object_path, business_id, customer_id)
     select licence_path, business_id, customer_id from read.bookings where customer_id = $1
     returning object_path as path`,
    [customerId],
  )
  const { exit, out } = await forecourt('erase', customerId, ...because)
  expect(out).toMatch(/Nothing is left to find them by: [1-9]\d* texts? and 1 file were looked for/)
  expect(exit).toBe(0)
  const { rows } = await world.pool.query(
    'select from vault.files where condemned_at is not null and object_path = $1',
    [files[0]?.path],
  )
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
  // PostgreSQL's own, which quotes what it will not take.
  writeFileSync(join(folder, 'postgres.log'), 'ERROR:  invalid input syntax for type uuid: "ada.byron@example.com"\n')
  const { exit, out } = await forecourt('erase', customerId, ...because)
  expect(exit).toBe(1)
  expect(out).toContain('still in table public.copy_of_somebody: 1')
  expect(out).toContain('still in table public.bytes: 1')
  expect(out).toContain(`still in ${join(folder, 'logs', 'workers.log')}: 1`)
  expect(out).toContain(`still in ${join(folder, 'postgres.log')}: 1`)
  rmSync(join(folder, 'postgres.log'))
  await world.pool.query('drop table public.copy_of_somebody, public.bytes')
})

it('a text is found however quotation marks are written, line by line and in small letters', async () => {
  const address = '12 "Rose" Cottage\\Back\nHarbour Street'
  const { customerId } = await ask('Mary Somerville', 'mary@example.com', address)
  await world.pool.query('create table public.plain as select $1::text as note', [address])
  await world.pool.query('create table public.structured as select $1::jsonb as note', [JSON.stringify({ address })])
  writeFileSync(join(folder, 'logs', 'gateway.log'), `${JSON.stringify({ address: address.toUpperCase() })}\n`)
  const { exit, out } = await forecourt('erase', customerId, ...because)
  expect(exit).toBe(1)
  expect(out).toContain('still in table public.plain: 1')
  expect(out).toContain('still in table public.structured: 1')
  expect(out).toContain(`still in ${join(folder, 'logs', 'gateway.log')}: 1`)
  await world.pool.query('drop table public.plain, public.structured')

  const again = await forecourt('erase', customerId, ...because)
  expect(again.out, 'what could be looked for is known no more').toContain('This proves nothing.')
  expect(again.exit).toBe(1)
})

it('a name is found whose letters JavaScript and PostgreSQL write small in two ways', async () => {
  const { customerId } = await ask('İREM ÇELİK', 'irem@example.com')
  await world.pool.query('create table public.plain as select $1::text as note', ['for İREM ÇELİK'])
  const { out } = await forecourt('erase', customerId, ...because)
  expect(out).toContain('still in table public.plain: 1')
  await world.pool.query('drop table public.plain')
})

it('what is looked for is written into no log of the database, however much that logs', async () => {
  const { customerId } = await ask('Emmy Noether', 'emmy@example.com', '7 Ring Road')
  const { rows } = await world.pool.query<{ name: string; folder: string }>(
    "select current_database() as name, current_setting('data_directory') as folder",
  )
  await world.pool.query(`alter database ${rows[0]?.name} set log_min_duration_statement = 0`)
  const { exit, out } = await forecourt('erase', customerId, ...because)
  expect(out).toContain('Nothing is left to find them by')
  expect(exit).toBe(0)
  await world.pool.query(`alter database ${rows[0]?.name} reset log_min_duration_statement`)
  const logged = readFileSync(`${rows[0]?.folder}.log`, 'utf8')
  expect(logged, 'the server did log what it was asked').toContain('pg_temp.sought where strpos')
  expect(logged.toLowerCase()).not.toMatch(/emmy|noether|7 ring road/)
})

it('somebody is erased even if an event of theirs cannot be read, and it is said that this proves less', async () => {
  const { customerId } = await ask('Grete Hermann', 'grete@example.com')
  await world.pool.query(`
    set session_replication_role = replica;
    update log.events set data = (data::jsonb || '{"sealed": "AAAA"}')::json where metadata ->> 'dataSubject' = '${customerId}';
    set session_replication_role = origin`)
  const { exit, out } = await forecourt('erase', customerId, ...because)
  expect(out).toContain('is erased: their key is destroyed.')
  expect(out).toContain('1 of their events cannot be read: what is in those was not looked for.')
  expect(exit).toBe(1)
})

it('whoever stops it is told what cannot be made up for', async () => {
  const { customerId } = await ask('Ida Rhodes', 'ida@example.com')
  const line = ['erase', customerId, ...because]
  const early = await typed(line, [erase], settings(), { stop: AbortSignal.abort() })
  expect(early).toMatchObject({ exit: 130, errors: expect.stringContaining('nothing was changed') })
  const stop = new AbortController()
  const connect = async () => {
    const platform = await openPlatform(settings())
    const { log } = platform.core
    const head = async () => {
      // It is asked for once they are erased.
      stop.abort()
      return await log.head()
    }
    return { ...platform, core: { ...platform.core, log: { ...log, head } } }
  }
  const late = await typed(line, [erase], connect, { stop: stop.signal })
  expect(late.errors).toContain('they are erased, but what is left of them was not looked for')
  expect(late.exit).toBe(130)
})

/** An installation whose screens will not come to the log's end. */
async function lateScreens() {
  const platform = await openPlatform(settings())
  const { log } = platform.core
  const head = async () => {
    // A clock that stands still is one that is put back again and again.
    vi.useFakeTimers({ toFake: ['Date'] })
    return parsePosition('9'.repeat(15)) ?? (await log.head())
  }
  return { ...platform, core: { ...platform.core, log: { ...log, head } } }
}

it('screens that are late are waited for so long and no longer, whatever the clock says', async () => {
  const { customerId } = await ask('Rosa Field', 'rosa@example.com')
  const { exit, out } = await typed(['erase', customerId, ...because], [erase], lateScreens)
  expect(out).toContain('The projector has not come to the erasure yet')
  expect(exit).toBe(1)
})

it('the dead path of a picture and the address of this machine are no trace of a person', async () => {
  const path = '/objects/licences/4PLoYiSAnWj61Hhjz5ZZ2Ady6-Gjh1a6.KYw2bq3x'
  const { telling } = await tellingTexts({ databaseUrl: world.database.url }, '00000000-0000-4000-8000-000000000000', [
    path,
    '127.0.0.1',
    '::ffff:127.0.0.1',
    '203.0.113.7',
  ])
  expect(telling).toEqual(['203.0.113.7'])
})

it('what others have as well is not looked for, and that is said', async () => {
  const home = '4 Shared House, Harbour Street'
  const [one, other] = [
    await ask('Emmy Noether', 'emmy@example.com', home),
    await ask('Fritz Noether', 'fritz@example.com', home),
  ]
  const first = await forecourt('erase', one.customerId, ...because)
  expect(first.out).toMatch(/\d of their texts are others' as well, and were not looked for\./)
  expect(first.exit).toBe(0)
  const second = await forecourt('erase', other.customerId, ...because, '--json')
  expect(JSON.parse(second.out)).toMatchObject({ isProof: true, traces: [] })
})

it('nor is what is inside of something longer that others have', async () => {
  const { customerId } = await ask('Petra Kelly', 'petra@example.com', '5 High Street, Leeds')
  await ask('Quentin Blake', 'quentin@example.com', '15 High Street, Leeds')
  const { exit, out } = await forecourt('erase', customerId, ...because)
  expect(out).toMatch(/\d of their texts are others' as well/)
  expect(out).toContain('Nothing is left to find them by')
  expect(exit).toBe(0)
})

it('what is noted down of somebody else and names them is a trace', async () => {
  const { customerId } = await ask('Bertha Benz', 'bertha@example.com')
  const other = await ask('Carl Friedrich', 'carl@example.com')
  await world.pool.query('update read.bookings set admin_notes = $1 where customer_id = $2', [
    'Shares the car with Bertha Benz',
    other.customerId,
  ])
  const { exit, out } = await forecourt('erase', customerId, ...because)
  expect(out).toContain('still in table read.bookings: 1')
  expect(exit).toBe(1)
  await world.pool.query('update read.bookings set admin_notes = null where customer_id = $1', [other.customerId])
})

it('a basis that names the person is refused, and they are still there', async () => {
  const { customerId } = await ask('Hypatia (Pia) Theonos', 'pia@example.com')
  for (const basis of [
    'pia@EXAMPLE.com asked',
    'said by Hypatia (Pia) Theonos.',
    'Hypatia\u00a0  Pia - Theonos',
    'Ms Theonos rang',
    'rang from 07700/900 123',
  ]) {
    const { exit, errors } = await forecourt('erase', customerId, '--business', 'harbour-hire', '--basis', basis)
    expect(errors).toContain('--basis names them')
    expect(exit).toBe(2)
  }
  expect((await forecourt('erase', customerId, ...because)).exit).toBe(0)
})

it('nor is one taken that names them by what others are called as well', async () => {
  const { customerId } = await ask('Joan Clarke', 'joan@example.com')
  await ask('Joan Clarke', 'another.joan@example.com')
  const basis = ['--business', 'harbour-hire', '--basis', 'Joan Clarke asked']
  expect(await forecourt('erase', customerId, ...basis)).toMatchObject({ exit: 2 })
})

it('what PostgreSQL plans by keeps nothing of the person, whoever erases them', async () => {
  const { customerId } = await ask('Wilhelmina Quagmire', 'quagmire@example.com')
  await world.pool.query('analyze read.bookings, read.customers')
  const sampled = async () => {
    const { rowCount } = await world.pool.query(
      "select from pg_stats where schemaname = 'read' and concat(most_common_vals, histogram_bounds) ~* 'quagmire'",
    )
    return rowCount
  }
  expect(await sampled()).toBe(0)
  const { rowCount } = await world.pool.query(
    "select from pg_stats where schemaname = 'read' and attname = 'reference'",
  )
  expect(rowCount, 'what is nobody’s was sampled').toBe(1)
  expect((await forecourt('erase', customerId, ...because)).exit).toBe(0)
})

it('a read model that is kept for a rollback does not keep the person', async () => {
  const { customerId } = await ask('Sofja Kovalevskaja', 'sofja@example.com')
  const projection = { ...world.projection('read'), eventLog: world.eventLog }
  await rebuildBeside(projection, { anew: true, swap: () => true })
  await rebuildBeside(projection, { anew: true, swap: () => false })
  const { exit, out } = await forecourt('erase', customerId, ...because)
  expect(out).toContain('Nothing is left to find them by')
  expect(exit).toBe(0)
})

it('nobody is erased whose approved booking is not over, and nobody without a reason', async () => {
  const rental = await ask('Alan Turing', 'alan@example.com')
  await world.story.approve(rental)
  await world.caughtUp()
  expect(await forecourt('erase', 'alan@example.com', ...because)).toMatchObject({
    exit: 3,
    out: expect.stringMatching(/an approved booking of theirs is not over: BR-\d+ \(\d{4}-\d\d-08 to \d{4}-\d\d-10\)$/),
  })
  expect(await forecourt('erase', 'alan@example.com', '--business', 'harbour-hire')).toMatchObject({ exit: 2 })
  expect(await forecourt('erase', 'nobody@example.com', ...because)).toMatchObject({ exit: 3 })
})

it("a person's data are exported with their files, and that somebody looked is in the log", async () => {
  const rental = await ask('Edsger Dijkstra', 'edsger@example.com')
  const { customerId } = rental
  const path = licence()
  await fileOf(rental, path)
  const out = join(folder, 'edsger')
  const business = ['--business', 'harbour-hire', '--out', out]
  const exported = await forecourt('privacy', 'export', 'edsger@example.com', ...business)
  expect(exported.exit).toBe(0)
  const data: unknown = JSON.parse(readFileSync(join(out, 'data.json'), 'utf8'))
  expect(JSON.stringify(data)).toContain('Edsger Dijkstra')
  const names = ['001-licence.webp', '002-licence-w320.webp']
  const of = { of: 'licence', contentType: 'image/webp' }
  expect(data).toMatchObject({ customerId, files: names.map((name) => ({ name, ...of })) })
  for (const [name, form] of [
    ['001-licence.webp', 'full'],
    ['002-licence-w320.webp', 'w320'],
  ] as const) {
    expect(exported.out).toContain(`files/${name}`)
    expect(readFileSync(join(out, 'files', name), 'utf8')).toBe(`${form} of ${path}`)
  }
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
  expect(out).toMatch(/^Erased so far: \d+ customers?\. Keys that were there again, and are destroyed: 1\.$/)
  expect(exit).toBe(0)
  expect((await world.pool.query('select from vault.people where subject_id = $1', [customerId])).rowCount).toBe(0)
  expect((await forecourt('privacy', 'reapply')).out).toContain('are destroyed: 0.')
})

it('one that cannot be read keeps nobody from being erased again, and that is said', async () => {
  const { customerId } = await ask('Valentina Tereshkova', 'valentina@example.com')
  await world.pool.query('create table public.backup as select * from vault.people where subject_id = $1', [customerId])
  await forecourt('erase', customerId, ...because)
  await world.pool.query('insert into vault.people select * from public.backup')
  await world.pool.query('drop table public.backup')
  const first = `(select position from log.events where type = 'CustomerErased' order by position limit 1)`
  const { rows } = await world.pool.query<{ data: string }>(
    `select data::text from log.events where position = ${first}`,
  )
  const write = async (data: string | undefined) => {
    await world.pool.query(`
      begin; set local session_replication_role = replica;
      update log.events set data = '${data?.replaceAll("'", "''")}' where position = ${first}; commit`)
  }
  await write('{}')
  const { exit, out } = await forecourt('privacy', 'reapply')
  await write(rows[0]?.data)
  expect(out).toContain('Keys that were there again, and are destroyed: 1.')
  expect(out).toContain('1 event of customers cannot be read')
  expect(exit).toBe(1)
})

it('an erasure that is refused then is not counted as done', async () => {
  const { customerId } = await ask('Mary Jackson', 'mary@example.com')
  const approved = await ask('Mary Jackson', 'mary@example.com')
  await world.story.approve(approved)
  await world.story.append(`rent.customer-${crypto.randomUUID()}`, tenant.businessId, [
    { type: 'CustomerErased', data: { customerId, businessId: tenant.businessId, basis: 'said in the wrong place' } },
  ])
  const { exit, out } = await forecourt('privacy', 'reapply')
  expect(out).toContain(
    `The key of ${customerId} is there and was not destroyed: the platform says customer-has-bookings.`,
  )
  expect(out).toContain('Keys that were there again, and are destroyed: 0.')
  expect(exit).toBe(1)
})
