import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicKeyOf, sealKey } from '@forecourt/event-log/seals/keys.ts'
import { createMailCatcher, type MailCatcher } from '@forecourt/infra/embedded/mail/mail-catcher.ts'
import { addressOf, openLink } from '@forecourt/infra/testing/link.ts'
import { startTestObjectStorage, type TestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { NEWEST_MIGRATION } from '@forecourt/kit/newest-migration.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import type { Car } from '@forecourt/query/testing/rental.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { openMailQueue } from '@forecourt/workers/queue/mail-queue.ts'
import { runSealer } from '@forecourt/workers/seals/sealer.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { settingsOf, storageSettings, typed } from '../testing/command-line.ts'
import { doctor } from './doctor.ts'

const seed = randomBytes(32).toString('base64')

let world: World
let golf: Car
let storage: TestObjectStorage
let catcher: MailCatcher
let smtpUrl: string
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-doctor-'))
  storage = await startTestObjectStorage()
  catcher = createMailCatcher({ dir: join(folder, 'mails') })
  smtpUrl = await catcher.listen()
  world = await World.create()
  golf = await world.story.vehicle(await world.story.business('Harbour Hire'), 'VW Golf')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await catcher.close()
  await storage.stop()
  rmSync(folder, { recursive: true })
})

const alone = () => ({
  ...settingsOf(world),
  SEAL_PUBLIC_KEYS: publicKeyOf(seed),
  SEAL_FILE: join(folder, 'seals.jsonl'),
})
const complete = () => ({ ...alone(), ...storageSettings(storage), SMTP_URL: smtpUrl, FORECOURT_DATA: folder })
const forecourt = async (settings: Record<string, string> = complete()) => await typed(['doctor'], [doctor], settings)

it('an installation without projector, sealer and neighbours is told what it lacks, check by check', async () => {
  const { exit, out } = await forecourt(alone())
  expect(exit).toBe(1)
  for (const lacking of [
    'read model: there is none yet: start the projector',
    'object storage: S3_ENDPOINT is not set',
    'queue: there is none in PostgreSQL yet: start the workers',
    'mail server: SMTP_URL is not set',
  ]) {
    expect(out).toContain(`AMISS  ${lacking}`)
  }
  expect(out).toContain('has no seal yet: do the workers have SEAL_KEY?')
  expect(out).toMatch(/^ok {5}PostgreSQL: version \d+, the database has /m)
  expect(out).toMatch(/of 16 are not as they should be\.$/)
})

it('and what does not answer, in the words of what it was asked with', async () => {
  const { out } = await forecourt({ ...complete(), SMTP_URL: 'smtp://127.0.0.1:1', REDIS_URL: 'redis://127.0.0.1:1' })
  expect(out).toMatch(/^AMISS {2}object storage: it does not answer: .*bucket/m)
  expect(out).toMatch(/^AMISS {2}queue: it does not answer: /m)
  expect(out).toMatch(/^AMISS {2}mail server: it does not answer: .*ECONNREFUSED/m)
})

it('a database that says nothing is waited for once, not check after check', async () => {
  const url = new URL(complete().DATABASE_URL)
  await using silent = await openLink(() => addressOf(world.database.url))
  silent.stall()
  url.port = String(silent.port)
  const began = performance.now()
  const since = () => performance.now() - began
  const [patience, { exit, out, took }] = await Promise.all([
    askedInVain(url.href).then(since),
    forecourt({ ...complete(), DATABASE_URL: url.href }).then((told) => ({ ...told, took: since() })),
  ])
  expect(exit).toBe(1)
  // One wait for a connection, and one for those who stood in line for it: not one for each of ten checks. A machine may stand still.
  expect(took).toBeLessThan(8 * patience)
  for (const name of ['PostgreSQL', 'clocks', 'event log', 'read model', 'mails', 'keys of people'])
    expect(out).toContain(`AMISS  ${name}: it does not answer`)
})

/** Waits for as long as a pool of ours does for a database that does not answer. */
async function askedInVain(connectionString: string): Promise<void> {
  const pool = createPgPool({ connectionString, applicationName: 'test', log: world.log })
  await expect(pool.query('select 1')).rejects.toThrow('timeout')
  await pool.end()
}

it('one that has all of it is well, until a mail waits too long', async () => {
  const files = createObjectStorage(storage.config)
  await files.ensureBucket()
  files.close()
  const queue = await openMailQueue({ databaseUrl: world.database.url, log: world.log })
  await queue.close()
  await world.story.request(golf, '2026-12-08', '2026-12-10')
  world.project()
  await world.projecting()
  await world.caughtUp()
  const end = new AbortController()
  const sealer = {
    eventLog: world.eventLog,
    key: sealKey(seed),
    file: join(folder, 'seals.jsonl'),
    appVersion: '1.0.0',
    log: world.log,
    now: () => new Date(),
  }
  const sealing = runSealer(sealer, end.signal)
  await vi.waitFor(async () => expect((await forecourt()).out).toContain('ok     seals: up to position '), 60_000)
  await vi.waitFor(
    async () => expect(await forecourt()).toMatchObject({ exit: 0, out: expect.stringMatching(/All is well\.$/) }),
    60_000,
  )
  const { out } = await forecourt()
  expect(out).toMatch(/^ok {5}keys of people: MASTER_KEY opens each of the [1-9]\d* looked at$/m)
  expect(out).toMatch(new RegExp(`^ok {5}free disk: .* GB free, ${folder}; .* GB free, where SEAL_FILE is$`, 'm'))
  await world.pool.query(`
    insert into reactions.due (notification_id, template, stream, revision, due_since)
    values (gen_random_uuid(), 'new-request', 'rent.schedule-x', 0, now() - interval '1 hour')`)
  expect(await forecourt()).toMatchObject({
    exit: 1,
    out: expect.stringContaining('AMISS  mails: 1 mails or documents'),
  })
  end.abort()
  await sealing
})

it('a vault that lacks files which it knew is told of', async () => {
  await world.pool.query('insert into reactions.files_known select true, count(*) + 2, now() from vault.files')
  const { out } = await forecourt()
  await world.pool.query('delete from reactions.files_known')
  expect(out).toMatch(/^AMISS {2}register of files: the vault lacks 2 that it knew, /m)
})

it('mails that nobody has looked for are late as well, though no queue and no book has them', async () => {
  await world.pool.query('truncate reactions.due')
  await world.pool.query(`
    begin;
    set local session_replication_role = replica;
    update log.events set recorded_at = recorded_at - interval '1 hour';
    commit`)
  expect((await forecourt()).out).toMatch(
    /^AMISS {2}mails: nobody has looked for 6\d minutes at what the log calls for/m,
  )
})

it('a database of an older or a newer version than this is told apart from one of its own', async () => {
  expect((await forecourt()).out).toMatch(/^ok {5}migrations: up to \d{3}-/m)
  const next = Number.parseInt(NEWEST_MIGRATION, 10) + 1
  const later = `${String(next).padStart(3, '0')}-later.sql`
  await world.pool.query("insert into public.migrations (number, name, checksum) values ($1, $2, '')", [next, later])
  expect((await forecourt()).out).toContain(
    `AMISS  migrations: the database has had ${later}, which this version does not know`,
  )
  await world.pool.query('create table public.kept as table public.migrations')
  await world.pool.query('delete from public.migrations where number = 12')
  expect((await forecourt()).out).toMatch(/^AMISS {2}migrations: the database lacks a migration before 013-/m)
  await world.pool.query('insert into public.migrations select * from public.kept where number = 12')
  await world.pool.query('delete from public.migrations where number > 12')
  expect((await forecourt()).out).toMatch(/^AMISS {2}migrations: the database has had none behind 012-.*migrate-main/m)
  await world.pool.query('insert into public.migrations select * from public.kept where number > 12 and number < $1', [
    next,
  ])
  await world.pool.query('drop table public.kept')
})

it('a master key that opens nobody is the wrong one, unless the other one opens them', async () => {
  const wrong = { ...complete(), MASTER_KEY: randomBytes(32).toString('base64') }
  expect((await forecourt(wrong)).out).toMatch(/^AMISS {2}keys of people: MASTER_KEY does not open (\d+) of \1: /m)
  expect((await forecourt({ ...wrong, OTHER_MASTER_KEY: world.masterKey })).out).toMatch(
    /^ok {5}keys of people: OTHER_MASTER_KEY opens (\d+) of \1: "forecourt privacy rewrap"/m,
  )
})
