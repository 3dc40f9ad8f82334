import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect, freshStream, idsOf, newEvent, newEvents } from '../contract/setup.ts'
import { EVERYTHING, type EventLog, type Expected, type NewEvent, WrongRevision } from '../port.ts'
import { appendMany } from './append-many.ts'
import { NotOfItsType } from './binary-array.ts'
import { createPostgresEventLog } from './postgres-event-log.ts'

let database: TestDatabase
let log: EventLog
let admin: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  log = createPostgresEventLog({ connectionString: database.url })
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
})
afterAll(async () => {
  await log.close()
  await admin.end()
  await database.drop()
})

/** Hands all appends in at once, so that they travel in one batch. */
async function together(...appends: (readonly [string, Expected, NewEvent[]])[]): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(appends.map((append) => log.append(...append)))
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled'
      ? Number(outcome.value.revision)
      : outcome.reason instanceof WrongRevision
        ? `refused at ${outcome.reason.actual}`
        : 'failed',
  )
}

const revisionsOf = async (stream: string): Promise<number> => (await collect(log.read(stream))).length

describe('appends that travel together', () => {
  it('are one commit: one notification, one transaction, positions side by side', async () => {
    const streams = Array.from({ length: 40 }, () => freshStream())
    const announced: string[] = []
    admin.on('notification', ({ payload }) => announced.push(payload ?? ''))
    await admin.query('listen log')
    const before = await log.head()
    await together(...streams.map((stream) => [stream, 'noStream', newEvents(2)] as const))
    await expect.poll(() => announced.at(-1), { timeout: 60_000 }).toBe(String(before + 80n))
    await admin.query('unlisten log')
    expect(announced.filter((head) => BigInt(head) > before)).toHaveLength(1)
    const { rows } = await admin.query('select distinct xmin from log.events where position > $1', [before])
    expect(rows).toHaveLength(1)
    const positions = (await collect(log.readAll(before, EVERYTHING))).map(({ position }) => position)
    expect(positions).toEqual(Array.from({ length: 80 }, (_, n) => before + BigInt(n) + 1n))
  })

  it('are told of up to the last one, also when it comes a moment after others', async () => {
    const announced: string[] = []
    admin.on('notification', ({ payload }) => announced.push(payload ?? ''))
    await admin.query('listen log')
    for (let count = 0; count < 20; count += 1) await log.append(freshStream(), 'noStream', newEvents(1))
    const head = await log.head()
    await expect.poll(() => announced.at(-1), { timeout: 60_000 }).toBe(String(head))
    await admin.query('unlisten log')
  })

  it('of a writer who does not ring by itself are told of with the commit: the version before is one', async () => {
    const announced: string[] = []
    admin.on('notification', ({ payload }) => announced.push(payload ?? ''))
    await admin.query('listen log')
    const append = {
      stream: freshStream(),
      expected: 'noStream',
      events: newEvents(1),
      alongside: {},
      doubt: null,
    } as const
    await appendMany(admin, [append])
    await admin.query('unlisten log')
    expect(announced).toContain(String(await log.head()))
  })

  it('of the version before, which knows of nobody who must still be known, are taken as ever', async () => {
    const stream = freshStream()
    const { rows } = await admin.query(
      `select outcome, revision::int from log.append_many(
         array[$1], array[-1]::bigint[], array[1], array[null]::bigint[],
         array[null]::text[], array[null]::uuid[], array[null]::text[], array[null]::uuid[], array[null]::bytea[],
         array[null]::boolean[], array[null]::text[], array[null]::uuid[], array[null]::uuid[],
         array[gen_random_uuid()], array['Tested'], array['{}'], array['{}'])`,
      [stream],
    )
    expect(rows).toEqual([{ outcome: 'appended', revision: 0 }])
    expect(await collect(log.read(stream))).toHaveLength(1)
  })

  it('of a process that is in no hurry go along with those that come a moment later', async () => {
    const unhurried = createPostgresEventLog({ connectionString: database.url, gatherMs: 1_000 })
    const before = await log.head()
    const first = unhurried.append(freshStream(), 'noStream', newEvents(1))
    await turnOfTheLoop()
    await turnOfTheLoop()
    await Promise.all([first, unhurried.append(freshStream(), 'noStream', newEvents(1))])
    await unhurried.close()
    const { rows } = await admin.query('select distinct xmin from log.events where position > $1', [before])
    expect(rows).toHaveLength(1)
  })

  it('may go to the same stream one upon the other', async () => {
    const stream = freshStream()
    const outcomes = await together(
      [stream, 'noStream', newEvents(2)],
      [stream, 1n, newEvents(3)],
      [stream, 'any', newEvents(1)],
      [stream, 'exists', newEvents(1)],
      [stream, 6n, newEvents(1)],
    )
    expect(outcomes).toEqual([1, 4, 5, 6, 7])
  })

  it('compete when they expect the same revision: the first wins', async () => {
    const stream = freshStream()
    await log.append(stream, 'noStream', newEvents(1))
    expect(
      await together([stream, 0n, newEvents(1)], [stream, 0n, newEvents(1)], [stream, 'noStream', newEvents(1)]),
    ).toEqual([1, 'refused at 1', 'refused at 1'])
  })

  it('fall with the refused append that they were decided upon, even if the revision matches by luck', async () => {
    const stream = freshStream()
    await log.append(stream, 'noStream', newEvents(4))
    const outcomes = await together(
      [stream, 2n, newEvents(2)], // stale; would have left the stream at 4
      [stream, 'any', newEvents(1)], // leaves it at 4 instead
      [stream, 4n, newEvents(1)], // decided upon the first
      [stream, 3n, newEvents(1)], // stale too
    )
    expect(outcomes).toEqual(['refused at 3', 4, 'refused at 4', 'refused at 4'])
    expect(await revisionsOf(stream)).toBe(5)
  })

  it('fall with it also when it travelled in the batch before', async () => {
    const stream = freshStream()
    await log.append(stream, 'noStream', newEvents(5))
    const stale = log.append(stream, 2n, newEvents(2))
    const filling = Array.from({ length: 63 }, () => log.append(freshStream(), 'noStream', newEvents(1)))
    const next = log.append(stream, 4n, newEvents(1)) // the 65th
    await expect(stale).rejects.toBeInstanceOf(WrongRevision)
    await expect(next).rejects.toBeInstanceOf(WrongRevision)
    await Promise.all(filling)
    await turnOfTheLoop()
    expect(await log.append(stream, 4n, newEvents(1))).toMatchObject({ revision: 5n })
  })

  it('fall with it also when they are handed in before their writer could hear of it', async () => {
    const stream = freshStream()
    await log.append(stream, 'noStream', newEvents(5))
    const late = Promise.withResolvers<unknown>()
    const stale = log.append(stream, 2n, newEvents(2))
    // What waits for the refusal runs before whoever follows it by one step more: as a decision does that was just taken.
    stale.catch(() => late.resolve(log.append(stream, 4n, newEvents(1)).catch((error: unknown) => error)))
    expect(await late.promise).toBeInstanceOf(WrongRevision)
    await turnOfTheLoop()
    expect(await log.append(stream, 4n, newEvents(1))).toMatchObject({ revision: 5n })
  })

  it('are not held against each other when one was refused and the other does not build on it', async () => {
    const stream = freshStream()
    await log.append(stream, 'noStream', newEvents(4))
    expect(await together([stream, 1n, newEvents(5)], [stream, 3n, newEvents(1)])).toEqual(['refused at 3', 4])
  })

  it('are none the worse for one that carries an id which another carries', async () => {
    const [stream, other] = [freshStream(), freshStream()]
    const event = newEvent()
    const outcomes = await together(
      [stream, 'noStream', [event]],
      [stream, 0n, [event]],
      [stream, 'noStream', [event]],
      [other, 'noStream', [event]],
      [freshStream(), 'noStream', newEvents(1)],
    )
    expect(outcomes).toEqual([0, 'refused at 0', 0, 0, 0])
  })

  it('are none the worse for one that the database cannot take', async () => {
    const streams = Array.from({ length: 5 }, () => freshStream())
    const outcomes = await together(
      ...streams.map(
        (stream, n) => [stream, 'noStream', n === 2 ? [newEvent('{"not":"json"')] : newEvents(1)] as const,
      ),
    )
    expect(outcomes).toEqual([0, 0, 'failed', 0, 0])
  })

  it('are none the worse for one that cannot even be sent, and keep their connection', async () => {
    await log.append(freshStream(), 'noStream', newEvents(1))
    const before = await appendConnections()
    const others = Array.from({ length: 63 }, () => log.append(freshStream(), 'noStream', newEvents(1)))
    const culprit = log.append(freshStream(), 'noStream', [{ ...newEvent(), id: 'no UUID' }])
    await expect(culprit).rejects.toThrow(NotOfItsType)
    for (const { revision } of await Promise.all(others)) expect(revision).toBe(0n)
    expect(await appendConnections()).toEqual(before)
  })

  it('are each stored once when the server ends the connection in the middle of a batch', async () => {
    await admin.query('begin')
    await admin.query('select * from log.head for update') // the batch waits here
    const batches = Array.from({ length: 30 }, () => [freshStream(), newEvents(2)] as const)
    const appending = Promise.all(batches.map(([stream, events]) => log.append(stream, 'noStream', events)))
    await expect.poll(killWaitingAppend).toBe(1)
    await admin.query('commit')
    const answers = await appending
    expect(answers.every(({ repeated }) => !repeated)).toBe(true)
    for (const [stream, events] of batches) expect(idsOf(await collect(log.read(stream)))).toEqual(idsOf(events))
  })

  it('are each stored once when the answer of a batch is lost after its commit', async () => {
    // The commit is done, but the notification that goes with it cannot be: the answer is still on its way when we cut.
    const batches = Array.from({ length: 200 }, () => [freshStream(), newEvents(1)] as const)
    const start = await log.head()
    const appending = Promise.all(batches.map(([stream, events]) => log.append(stream, 'noStream', events)))
    for (let cuts = 0; cuts < 4; cuts += 1) await admin.query(KILL_APPENDS)
    await appending
    const stored = idsOf(await collect(log.readAll(start, EVERYTHING)))
    expect(stored.toSorted()).toEqual(batches.flatMap(([, events]) => idsOf(events)).toSorted())
  })
})

const KILL_APPENDS = `
  select count(pg_terminate_backend(pid))::int as killed from pg_stat_activity
  where datname = current_database() and application_name = 'forecourt log append'`

async function appendConnections(): Promise<number[]> {
  const { rows } = await admin.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'forecourt log append'",
  )
  return rows.map(({ pid }) => pid)
}

async function killWaitingAppend(): Promise<number> {
  const { rows } = await admin.query<{ killed: number }>(`${KILL_APPENDS} and wait_event_type = 'Lock'`)
  return rows[0]?.killed ?? 0
}
