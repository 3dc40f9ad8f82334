import { addressOf, openLink } from '@forecourt/infra/testing/link.ts'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { collect, freshStream, idsOf, newEvent, only } from '../contract/setup.ts'
import { EVERYTHING, type EventLog, type NewEvent, type Position, type Recorded, type TenantPlace } from '../port.ts'
import { readByTenant } from './by-tenant.ts'
import { TIMEOUTS } from './lost-connection.ts'
import { createPostgresEventLog } from './postgres-event-log.ts'

let database: TestDatabase
let log: EventLog
let head: Position

/** In each part of what is sorted there is one at least, and one at the beginning of a part. */
const TENANTS = ['b', 'f1', 'a', '', '4', '8f'] as const
/** More than a page of each. */
const EACH = 1_200
const streams = TENANTS.map((tenant) => freshStream(`of${tenant}`))

const of = (tenant: string): NewEvent => ({ ...newEvent(), metadata: { tenantId: tenant, $correlationId: 'c' } })

beforeAll(async () => {
  database = await createTestDatabase()
  log = createPostgresEventLog({ connectionString: database.url })
  for (let written = 0; written < EACH; written += 100) {
    for (const [index, tenant] of TENANTS.entries()) {
      await log.append(
        streams[index] ?? '',
        'any',
        Array.from({ length: 100 }, () => of(tenant)),
      )
    }
  }
  head = await log.head()
})
afterAll(async () => {
  await log.close()
  await database.drop()
})

async function byTenant(upTo = head, filter = EVERYTHING, after?: TenantPlace, other = log): Promise<Recorded[]> {
  if (other.readByTenant === undefined) throw new Error('this log can be read so')
  return await collect(other.readByTenant(upTo, filter, after))
}

/** Nobody closes the log meanwhile. */
const NEVER = new AbortController().signal

const inOrder = async () => await collect(log.readAll('start', EVERYTHING))
const tenantIn = ({ metadata }: Recorded) => metadata.tenantId ?? ''

describe('read tenant after tenant, the log', () => {
  it('gives every event once, each tenant’s in the order of the log, tenants in that of their characters', async () => {
    const all = await inOrder()
    const sorted = ['', '4', '8f', 'a', 'b', 'f1'].flatMap((tenant) =>
      all.filter((event) => tenantIn(event) === tenant),
    )
    expect(await byTenant()).toEqual(sorted)
  })

  it('ends at the position, whatever is written meanwhile', async () => {
    await log.append(freshStream('late'), 'noStream', [of('a')])
    expect(await byTenant()).toHaveLength(TENANTS.length * EACH)
    const [first] = await inOrder()
    expect(idsOf(await byTenant(first?.position))).toEqual([first?.id])
  })

  it('is gone on with after any event', async () => {
    const all = await byTenant()
    for (const place of [0, EACH - 1, EACH, 2 * EACH + 700, all.length - 1]) {
      const last = all[place]
      if (last === undefined) throw new Error('there is one')
      const rest = await byTenant(head, EVERYTHING, { tenant: tenantIn(last), position: last.position })
      expect(idsOf(rest)).toEqual(idsOf(all.slice(place + 1)))
    }
  })

  it('gives the streams that are asked for, and the platform’s what says of no tenant', async () => {
    const nobodys = freshStream('nobodys')
    const { position } = await log.append(nobodys, 'noStream', [{ ...of(''), metadata: { $correlationId: 'c' } }])
    const read = await byTenant(position, only(nobodys, streams[2] ?? ''))
    expect([...new Set(read.map(({ stream }) => stream))]).toEqual([nobodys, streams[2]])
  })

  it('holds no transaction open while it is read, and no connection when the reader stops', async () => {
    const admin = new pg.Client({ connectionString: database.url })
    await admin.connect()
    const states = async () => {
      const { rows } = await admin.query<{ state: string }>(
        "select state from pg_stat_activity where datname = current_database() and application_name = 'forecourt log sort'",
      )
      return rows.map(({ state }) => state)
    }
    for await (const event of log.readByTenant?.(head, EVERYTHING) ?? []) {
      expect(event.revision).toBe(0n)
      await vi.waitFor(async () => expect([...new Set(await states())]).toEqual(['idle']), 60_000)
      break
    }
    await vi.waitFor(async () => expect(await states()).toEqual([]), { timeout: 60_000 })
    await admin.end()
  })

  it('says so when its connection is lost: what was sorted is gone with it', async () => {
    const admin = new pg.Client({ connectionString: database.url })
    await admin.connect()
    const reading = async () => {
      for await (const { revision } of log.readByTenant?.(head, EVERYTHING) ?? []) {
        if (revision !== 0n) continue
        await admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'forecourt log sort' and datname = current_database()",
        )
      }
    }
    await expect(reading()).rejects.toThrow(/connection/i)
    await admin.end()
  })

  it('is read by a process that stood still while it connected: its time for that is over before it has read the answer', async () => {
    const reading = readByTenant(database.url, head, EVERYTHING, undefined, NEVER)
    const first = reading.next()
    for (const end = performance.now() + TIMEOUTS.connectionTimeoutMillis + 1_500; performance.now() < end; );
    expect((await first).done).toBe(false)
    await reading.return(undefined)
  })

  it('waits for what is sorted no longer than a page takes when the server goes silent', async () => {
    await using link = await openLink(() => addressOf(database.url))
    const url = new URL(database.url)
    url.host = `127.0.0.1:${link.port}`
    const reading = async () => {
      for await (const { revision } of readByTenant(url.href, head, EVERYTHING, undefined, NEVER, 500)) {
        if (revision === 0n) link.stall()
      }
    }
    await expect(reading()).rejects.toThrow('Query read timeout')
  })

  it('lets go of a server that sorts when it is closed', async () => {
    const [admin, other] = [
      new pg.Client({ connectionString: database.url }),
      new pg.Client({ connectionString: database.url }),
    ]
    for (const client of [admin, other]) {
      await client.connect()
      onTestFinished(() => client.end())
    }
    const closing = createPostgresEventLog({ connectionString: database.url })
    // Nobody sorts what is locked.
    await other.query('begin; lock table log.events')
    const reading = byTenant(head, EVERYTHING, undefined, closing)
    reading.catch(() => {})
    const waiting = async () => {
      const { rows } = await admin.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity
         where datname = current_database() and application_name = 'forecourt log sort' and wait_event_type = 'Lock'`,
      )
      return rows[0]?.count
    }
    await expect.poll(waiting).toBe(1)
    await closing.close()
    await expect(reading).rejects.toThrow('Connection terminated')
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
  })
})
