import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect, freshStream, idsOf, newEvent, newEvents } from './contract/setup.ts'
import { remembersLongStreams } from './long-streams.ts'
import type { EventLog, Recorded } from './port.ts'
import { createPostgresEventLog } from './postgres/postgres-event-log.ts'

let database: TestDatabase
let log: EventLog

beforeAll(async () => {
  database = await createTestDatabase()
  log = createPostgresEventLog({ connectionString: database.url })
})
afterAll(async () => {
  await log.close()
  await database.drop()
})

/** A long stream, and how it is read where such ones are remembered. */
async function reading(count = 100) {
  const stream = freshStream()
  const events = newEvents(count)
  await log.append(stream, 'noStream', events)
  const { log: remembered, asked } = remembering()
  const read = async (from?: bigint) => idsOf(await collect(remembered.read(stream, from)))
  return { stream, ids: idsOf(events), asked, read, remembered }
}

/** A log that remembers long streams, and how many events the log behind it has been read for. */
function remembering() {
  const asked = { events: 0 }
  const remembered = remembersLongStreams({
    ...log,
    async *read(name, from): AsyncGenerator<Recorded> {
      for await (const recorded of log.read(name, from)) {
        asked.events += 1
        yield recorded
      }
    },
  })
  return { log: remembered, asked }
}

describe('a log that remembers long streams', () => {
  it('reads a stream once, however often and from wherever on it is asked for', async () => {
    const { ids, asked, read } = await reading()
    for (const from of [undefined, 0n, 40n, 99n]) expect(await read(from)).toEqual(ids.slice(Number(from ?? 0n)))
    expect(asked.events).toBe(100)
  })

  it('shows what was appended a moment before, by whomever', async () => {
    const { stream, ids, asked, read } = await reading()
    await read(10n)
    const later = newEvents(2)
    await log.append(stream, 99n, later)
    expect(await read(50n)).toEqual([...ids.slice(50), ...idsOf(later)])
    expect(await read(101n)).toEqual(idsOf(later).slice(1))
    expect(asked.events).toBe(92)
  })

  it('reads from further back, or further on than it has come, as if it knew nothing', async () => {
    const { stream, ids, read } = await reading()
    await read(60n)
    expect(await read(20n)).toEqual(ids.slice(20))
    const later = newEvents(40)
    await log.append(stream, 99n, later)
    expect(await read(102n)).toEqual(idsOf(later).slice(2))
    expect(await read(0n)).toEqual([...ids, ...idsOf(later)])
    expect(await read(1_000n)).toEqual([])
  })

  it('gives the same to many who read at once while others append', async () => {
    const { stream, ids, asked, read } = await reading()
    let written = [...ids]
    for (let round = 0; round < 5; round += 1) {
      const before = written
      const later = newEvents(7)
      const [, ...seen] = await Promise.all([
        log.append(stream, BigInt(before.length - 1), later),
        ...Array.from({ length: 10 }, (_, reader) => read(BigInt(reader * 9))),
      ])
      written = [...before, ...idsOf(later)]
      for (const [reader, found] of seen.entries()) {
        expect([before.slice(reader * 9), written.slice(reader * 9)]).toContainEqual(found)
      }
    }
    expect(await read()).toEqual(written)
    const before = asked.events
    expect(await read(1n)).toEqual(written.slice(1))
    expect(asked.events).toBe(before)
  })

  it('is no wiser for a reader who leaves in the middle, and remembers nothing of short streams', async () => {
    const { stream, ids, asked, read, remembered } = await reading()
    for await (const { revision } of remembered.read(stream)) if (revision === 3n) break
    const before = asked.events
    expect(await read()).toEqual(ids)
    expect(asked.events).toBe(before + 100)

    const short = await reading(31)
    await short.read()
    expect(await short.read(1n)).toEqual(short.ids.slice(1))
    expect(short.asked.events).toBe(61)
  })

  it('does not remember more than it has room for, of one stream or of all', async () => {
    const [first, second, third] = [await heavyStream(170), await heavyStream(100), await heavyStream(100)]
    for (const { read } of [first, first]) await read()
    expect(first.asked.events).toBe(340)

    const shared = remembering()
    for (const stream of [second.stream, third.stream, second.stream]) await collect(shared.log.read(stream))
    expect(shared.asked.events).toBe(200)
    await collect(shared.log.read((await heavyStream(100)).stream))
    await collect(shared.log.read((await heavyStream(100)).stream))
    // Whoever was read longest ago is forgotten.
    await collect(shared.log.read(third.stream))
    expect(shared.asked.events).toBe(500)
  })

  it('lets everything else have its turn while thousands of events come from memory', async () => {
    const { read } = await reading(2_000)
    await read()
    let turns = 0
    const count = () => {
      turns += 1
      turning = setImmediate(count)
    }
    let turning = setImmediate(count)
    await read()
    clearImmediate(turning)
    expect(turns).toBeGreaterThanOrEqual(4)
  })
})

/** So many events of 200 kB. */
async function heavyStream(count: number) {
  const stream = freshStream()
  const data = JSON.stringify('x'.repeat(200_000))
  for (let written = 0; written < count; written += 5) {
    await log.append(
      stream,
      'any',
      Array.from({ length: 5 }, () => newEvent(data)),
    )
  }
  const own = remembering()
  return { stream, asked: own.asked, read: async () => await collect(own.log.read(stream)) }
}
