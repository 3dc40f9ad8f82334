import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createDatabase } from '@forecourt/kit/postgres.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
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

/** What stands for the n-th address. */
const hashOf = (n: number) => n.toString(16).padStart(64, '0')
