import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, startPostgres } from '@forecourt/infra/embedded/postgres.ts'
import { migrate } from '@forecourt/infra/migrate.ts'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createDatabase } from '@forecourt/kit/postgres.ts'
import pg from 'pg'
import { sql } from 'slonik'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { leaveAlone, readThrough } from '../testing/read-through.ts'
import { withinCourtesy } from './courtesy.ts'

const TABLES = ['reactions.anonymous_mails', 'vault.people']
/** So many people are known, and each has had a mail today. */
const OTHERS = 20_000

it('a connection that first asked when nobody had been written to looks at one address, and not at all of them', async () => {
  const test = await createTestDatabase()
  onTestFinished(() => test.drop())
  const client = new pg.Client(test.url)
  await client.connect()
  onTestFinished(() => client.end())
  await leaveAlone(client, TABLES)
  const database = await createDatabase({ connectionString: test.url, applicationName: 'test', max: 1 })
  const businessId = randomUUID()
  const ask = async (address: string) =>
    await withinCourtesy(database, {
      notificationId: randomUUID(),
      businessId,
      addressHmac: address,
      day: '2026-05-01',
    })
  // A connection keeps its plans once it has made some.
  for (let time = 0; time < 10; time += 1) expect(await ask(hashOf(0))).toBe(false)

  await client.query(
    `with known as (
       insert into vault.people (kind, business_id, email_hmac, subject_id, wrapped_key)
       select 'customer', $1, lpad(to_hex(n), 64, '0'), gen_random_uuid(), '\\x00'::bytea from generate_series(1, $2::int) n
       returning business_id, email_hmac
     )
     insert into reactions.anonymous_mails (notification_id, business_id, address_hmac, day)
     select gen_random_uuid(), business_id, email_hmac, '2026-05-01' from known`,
    [businessId, OTHERS],
  )
  // One mail is written down already, and three go out a day.
  const welcome = []
  for (let time = 0; time < 3; time += 1) welcome.push(await ask(hashOf(7)))
  expect(welcome).toEqual([true, true, false])
  await database.end()
  expect(await readThrough(client, TABLES)).toBeLessThan(OTHERS)
})

it('a server that is killed as soon as it has said that a mail may go has written that down', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-courtesy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // What nobody waits for stays in memory for longer than this test takes.
  const settings = { wal_writer_delay: '10s' }
  const dataFolder = join(folder, 'postgres')
  const start = async () => {
    const server = await startPostgres({ dataFolder, password: 'test', settings })
    onTestFinished(() => server.stop())
    return server
  }
  const asking = async (connectionString: string) => {
    const database = await createDatabase({ connectionString, applicationName: 'test', max: 1 })
    const mail = { businessId: NOBODY, addressHmac: hashOf(7), day: '2026-05-01' }
    const ask = () => withinCourtesy(database, { ...mail, notificationId: randomUUID() })
    return { database, ask }
  }

  const server = await start()
  await ensureDatabase(server.urlOf('postgres'), 'book')
  await migrate(server.urlOf('book'), { queryRolePassword: 'test' })
  const { database, ask } = await asking(server.urlOf('book'))
  await database.query(sql.type(z.object({}))`
    insert into vault.people (kind, business_id, email_hmac, subject_id, wrapped_key)
    values ('customer', ${NOBODY}::uuid, ${hashOf(7)}, ${randomUUID()}::uuid, ''::bytea)
  `)
  for (let time = 0; time < 3; time += 1) expect(await ask()).toBe(true)
  process.kill(Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  await server.ended
  await database.end().catch(() => undefined)

  const again = await asking((await start()).urlOf('book'))
  expect(await again.ask()).toBe(false)
  await again.database.end()
})

const NOBODY = '00000000-0000-4000-8000-000000000000'

/** What stands for the n-th address. */
const hashOf = (n: number) => n.toString(16).padStart(64, '0')
