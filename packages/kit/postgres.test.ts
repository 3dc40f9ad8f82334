import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { kill } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { type Line, lineTo } from '@forecourt/command/testing/line.ts'
import { addressOf, cutAfter, openLink } from '@forecourt/infra/testing/link.ts'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { SlonikError, sql } from 'slonik'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { isDatabaseDown } from './database-down.ts'
import { createLog } from './logging.ts'
import { createDatabase, createPgPool, type Database, type Queries } from './postgres.ts'

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = await createDatabase({ connectionString: testDatabase.url, applicationName: 'kit test', max: 2 })
})
afterAll(async () => {
  await database.end()
  await testDatabase.drop()
})

const backendOf = (queries: Queries) =>
  queries.oneFirst(sql.type(z.object({ pid: z.int() }))`select pg_backend_pid() as pid`)
const ask = (queries: Queries) => queries.query(sql.unsafe`select 1`)

/** The connection's backend stands still until the test is over, as all do when their machine does. */
function silence(pid: number): void {
  kill(pid, 'SIGSTOP')
  onTestFinished(() => {
    kill(pid, 'SIGCONT')
  })
}

describe('a database that has gone silent', { timeout: 240_000 }, () => {
  it.each([
    ['a statement', (work: (queries: Queries) => Promise<unknown>) => database.connect(work)],
    ['a transaction', (work: (queries: Queries) => Promise<unknown>) => database.transaction(work)],
  ])('lets %s fail in time, and its connection is not used again', async (_what, begin) => {
    let silent: number | undefined
    const began = performance.now()
    const asking = begin(async (queries) => {
      const pid = await backendOf(queries)
      silent = pid
      silence(pid)
      await ask(queries)
    })
    await expect(asking).rejects.toBeInstanceOf(SlonikError)
    expect(performance.now() - began).toBeLessThan(40_000)
    expect(await backendOf(database)).not.toBe(silent)
  })
})

it('a pool that is made while the server is not there waits for it', async () => {
  let isThere = false
  const link = await openLink(() => (isThere ? addressOf(testDatabase.url) : undefined))
  onTestFinished(() => link[Symbol.asyncDispose]())
  const url = new URL(testDatabase.url)
  url.port = String(link.port)
  const making = createDatabase({ connectionString: url.href, applicationName: 'early', max: 1 })
  await expect.poll(() => link.passings).toBeGreaterThan(2)
  isThere = true
  const early = await making
  onTestFinished(() => early.end())
  await ask(early)
})

it('a pool whose connection is lost at any moment of its making is made', async () => {
  const link = await openLink(() => addressOf(testDatabase.url))
  onTestFinished(() => link[Symbol.asyncDispose]())
  const url = new URL(testDatabase.url)
  url.port = String(link.port)
  const make = async () => {
    const before = link.passings
    const made = await createDatabase({ connectionString: url.href, applicationName: 'early', max: 1 })
    const passings = link.passings - before
    await made.end()
    return passings
  }
  const passings = await make()
  expect(passings).toBeGreaterThan(3)
  let cuts = 0
  for (let cut = 1; cut <= passings; cut += 1) {
    const made = new AbortController()
    const [wasCut] = await Promise.all([cutAfter(link, cut, made.signal), make().finally(() => made.abort())])
    if (wasCut) cuts += 1
  }
  expect(cuts).toBeGreaterThan(passings / 2)
})

// An error that nobody has handled is told of by the test run itself.
it('a connection that did not end in time, as its server was silent, ends no process when it is heard of again', async () => {
  const link = await openLink(() => addressOf(testDatabase.url))
  onTestFinished(() => link[Symbol.asyncDispose]())
  const url = new URL(testDatabase.url)
  url.port = String(link.port)
  const made = await createDatabase({ connectionString: url.href, applicationName: 'late', max: 1 })
  const pid = await backendOf(made)
  link.stall()
  await made.end()
  await database.query(sql.unsafe`select pg_terminate_backend(${pid})`)
  const isThere = async () =>
    (await database.anyFirst(sql.unsafe`select 1 from pg_stat_activity where pid = ${pid}`)).length > 0
  await expect.poll(isThere).toBe(false)
  // "Terminating connection" is on its way since then.
  link.mend()
  await delay(500)
})

/** As the server says goodbye: "terminating connection due to administrator command". */
const GOODBYE = (() => {
  const said = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const length = Buffer.alloc(4)
  length.writeInt32BE(said.length + 4)
  return Buffer.concat([Buffer.from('E'), length, said])
})()
const READY = Buffer.from('Z\0\0\0\u0005I')

it('a connection that is ended as soon as it is made is told to whoever waits for it, and ends no process', async () => {
  let isRude = false
  const door = createServer((near) => {
    const far = connect(addressOf(testDatabase.url))
    for (const socket of [near, far])
      socket.on('error', () => {}).on('close', () => [near, far].map((one) => one.destroy()))
    near.on('data', (asked) => far.write(asked))
    far.on('data', (said) => {
      if (isRude && said.includes(READY)) near.end(Buffer.concat([said, GOODBYE]))
      else near.write(said)
    })
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  onTestFinished(() => void door.close())
  const url = new URL(testDatabase.url)
  url.port = String(z.object({ port: z.int() }).parse(door.address()).port)
  const made = await createDatabase({ connectionString: url.href, applicationName: 'short', max: 1 })
  onTestFinished(() => made.end())
  const [taken, given] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
  const holding = made
    .connect(async (queries) => {
      taken.resolve(await backendOf(queries))
      await given.promise
    })
    .catch((error: unknown) => error)
  const pid = await taken.promise
  const waiting = ask(made).catch((error: unknown) => error)
  isRude = true
  await database.query(sql.unsafe`select pg_terminate_backend(${pid})`)
  expect(await waiting).toSatisfy(isDatabaseDown)
  isRude = false
  given.resolve()
  expect(await holding).toSatisfy(isDatabaseDown)
  expect((await ask(made)).rows).toHaveLength(1)
})

it('a server that says no is asked once', async () => {
  let connections = 0
  const link = await openLink(() => {
    connections += 1
    return addressOf(testDatabase.url)
  })
  onTestFinished(() => link[Symbol.asyncDispose]())
  const url = new URL(testDatabase.url)
  url.port = String(link.port)
  url.pathname = '/nobody_has_made_this'
  await expect(createDatabase({ connectionString: url.href, applicationName: 'wrong', max: 1 })).rejects.toThrow(
    /does not exist/,
  )
  expect(connections).toBe(1)
})

it.each([
  ['is reset', (line: Line) => line.reset()],
  ['is closed', (line: Line) => line.cut()],
])('a connection that %s under a statement says nothing of the statement', async (_how, breakIt) => {
  const line = await lineTo(testDatabase.url)
  const distant = await createDatabase({ connectionString: line.url, applicationName: 'distant', max: 1 })
  const sleeping = distant.query(sql.unsafe`select pg_sleep(20)`).catch((error: unknown) => error)
  const active = sql.type(z.object({ count: z.int() }))`
    select count(*)::int as count from pg_stat_activity where application_name = 'distant' and query like '%pg_sleep%'`
  await expect.poll(() => database.oneFirst(active)).toBe(1)
  breakIt(line)
  expect(await sleeping).toSatisfy(isDatabaseDown)
  line.mend()
  expect((await ask(distant)).rows).toHaveLength(1)
  await distant.end()
  await line.close()
})

it('nor does what is said of the next statement on a connection that was reset', async () => {
  await using opened = new AsyncDisposableStack()
  const relay = opened.adopt(await lineTo(testDatabase.url), (open) => open.close())
  const log = createLog({ service: 'test', level: 'silent' })
  const pool = createPgPool({ connectionString: relay.url, applicationName: 'distant', log })
  opened.defer(() => pool.end())
  const client = await pool.connect()
  opened.defer(() => client.release(true))
  relay.reset()
  await once(client, 'error')
  expect(await client.query('select 1').catch((error: unknown) => error)).toSatisfy(isDatabaseDown)
})

it.each([
  ['a database that is not there', (url: URL) => Object.assign(url, { pathname: '/nowhere' })],
  ['a password that is wrong', (url: URL) => Object.assign(url, { username: 'nobody', password: 'wrong' })],
])('a server that lets nobody in is one that does not answer: %s', async (_why, change) => {
  const log = createLog({ service: 'test', level: 'silent' })
  const { href } = change(new URL(testDatabase.url))
  const pool = createPgPool({ connectionString: href, applicationName: 'stranger', log })
  onTestFinished(() => pool.end())
  expect(await pool.query('select 1').catch((error: unknown) => error)).toSatisfy(isDatabaseDown)
})

it('sees in pg_stat_activity who is connected', async () => {
  const name = sql.type(z.object({ name: z.string() }))`select current_setting('application_name') as name`
  expect(await database.oneFirst(name)).toBe('kit test')
})
