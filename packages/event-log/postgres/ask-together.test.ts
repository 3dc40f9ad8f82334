import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshStream, newEvents } from '../contract/setup.ts'
import type { EventLog } from '../port.ts'
import { askTogether } from './ask-together.ts'
import { createPostgresEventLog } from './postgres-event-log.ts'
import { type Asked, FIRST_PAGE } from './reader.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)
const numbers = (count: number): Asked[] => upTo(count).map((index) => ({ stream: `s${index}`, from: 0n }))

describe('what is asked in one turn of the event loop', () => {
  it('goes together, each with its own answer; what is asked later goes later', async () => {
    const groups: string[][] = []
    const ask = askTogether(async (asked: readonly Asked[]) => {
      groups.push(asked.map(({ stream }) => stream))
      return asked.map(({ stream }) => `of ${stream}`)
    })
    expect(await Promise.all(numbers(3).map(ask))).toEqual(['of s0', 'of s1', 'of s2'])
    expect(await ask({ stream: 'alone', from: 0n })).toBe('of alone')
    expect(groups).toEqual([['s0', 's1', 's2'], ['alone']])
  })

  it('goes in several groups when it is much', async () => {
    const sizes: number[] = []
    const ask = askTogether(async (asked: readonly Asked[]) => {
      sizes.push(asked.length)
      return asked.map(({ stream }) => stream)
    })
    expect(await Promise.all(numbers(40).map(ask))).toEqual(numbers(40).map(({ stream }) => stream))
    expect(sizes).toEqual([16, 16, 8])
  })

  it('fails together when there is no answer', async () => {
    const ask = askTogether<Asked, string>(() => Promise.reject(new Error('lost')))
    const outcomes = await Promise.allSettled(numbers(2).map(ask))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('streams that are read at once', () => {
  let log: EventLog
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createTestDatabase()
    log = createPostgresEventLog({ connectionString: database.url })
    drop = () => database.drop()
  })
  afterAll(async () => {
    await log.close()
    await drop()
  })

  const revisions = async (stream: string, from?: bigint) =>
    (await Array.fromAsync(log.read(stream, from))).map((event) => {
      expect(event.stream).toBe(stream)
      return Number(event.revision)
    })

  it('are each read whole and in order: short, long, from a revision, beyond its end, twice, and none', async () => {
    const [short, long] = [freshStream(), freshStream()]
    await log.append(short, 'noStream', newEvents(3))
    await log.append(long, 'noStream', newEvents(FIRST_PAGE + 5))
    const read = [
      revisions(long),
      revisions(short),
      revisions(short, 2n),
      revisions(long, 4n),
      revisions(short, 3n),
      revisions(short),
      revisions(freshStream()),
    ]
    expect(await Promise.all(read)).toEqual([
      upTo(FIRST_PAGE + 5),
      [0, 1, 2],
      [2],
      upTo(FIRST_PAGE + 5).slice(4),
      [],
      [0, 1, 2],
      [],
    ])
  })

  it('are not refused with one that the server will not take', async () => {
    const stream = freshStream()
    await log.append(stream, 'noStream', newEvents(1))
    const [refused, read] = await Promise.allSettled([revisions('rent.\0'), revisions(stream)])
    expect(refused.status).toBe('rejected')
    expect(read).toMatchObject({ status: 'fulfilled', value: [0] })
  })
})
