import { setTimeout as delay } from 'node:timers/promises'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { expect, it, onTestFinished } from 'vitest'
import { freshStream, idsOf, newEvents, only } from '../contract/setup.ts'
import type { Recorded } from '../port.ts'
import { createBell } from './bell.ts'
import { follow } from './follow.ts'
import { createPostgresEventLog } from './postgres-event-log.ts'
import { createReader } from './reader.ts'

const REST = 300
const WITHIN = { timeout: 60_000, interval: 20 }

/** A log of its own for a test, and what a follower of it is made of. */
async function open() {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const log = createPostgresEventLog({ connectionString: database.url })
  onTestFinished(() => log.close())
  const bell = createBell(database.url)
  onTestFinished(() => bell.close())
  const reader = createReader(database.url)
  onTestFinished(() => reader.close())
  return { log, bell, reader }
}

it('looks at the log once for all that was written while it rested, and misses nothing', async () => {
  const { log, bell, reader } = await open()
  let looks = 0
  const counting = {
    ...reader,
    page: (...range: Parameters<typeof reader.page>) => {
      looks += 1
      return reader.page(...range)
    },
  }
  const stream = freshStream()
  const ending = new AbortController()
  const heard: Recorded[] = []
  const following = (async () => {
    for await (const item of follow(counting, bell, 0n, only(stream), ending.signal, REST, () => {})) {
      if (item.kind === 'event') heard.push(item)
    }
  })()

  const began = performance.now()
  const written = newEvents(40)
  for (const [index, event] of written.entries()) {
    await log.append(stream, index === 0 ? 'noStream' : BigInt(index) - 1n, [event])
  }
  await expect.poll(() => heard.length, WITHIN).toBe(written.length)
  expect(idsOf(heard)).toEqual(idsOf(written))
  expect(looks).toBeLessThanOrEqual((performance.now() - began) / REST + 2)
  ending.abort()
  await following
})

it('says again that all is heard of when it was interrupted, and not before it has told what it missed', async () => {
  const { log, bell, reader } = await open()
  let isAway = false
  const unsteady = {
    ...reader,
    head: async () => {
      if (isAway) throw new Error('nobody answers')
      return await reader.head()
    },
    page: async (...range: Parameters<typeof reader.page>) => {
      if (isAway) throw new Error('nobody answers')
      return await reader.page(...range)
    },
  }
  const stream = freshStream()
  const [before, meanwhile] = [newEvents(1), newEvents(2)]
  const ending = new AbortController()
  const told: string[] = []
  const interrupted = () => told.push('interrupted')
  const following = (async () => {
    for await (const item of follow(unsteady, bell, 0n, only(stream), ending.signal, 0, interrupted)) {
      if (item.kind !== 'checkpoint') told.push(item.kind)
    }
  })()
  await log.append(stream, 'noStream', before)
  await expect.poll(() => told, WITHIN).toContain('event')
  await expect.poll(() => told.at(-1), WITHIN).toBe('caughtUp')
  isAway = true
  await log.append(stream, 0n, meanwhile)
  await expect.poll(() => told, WITHIN).toContain('interrupted')
  isAway = false
  const since = () => told.slice(told.lastIndexOf('interrupted') + 1)
  await expect.poll(since, WITHIN).toContain('caughtUp')
  expect(since().slice(0, 3)).toEqual(['event', 'event', 'caughtUp'])
  ending.abort()
  await following
})

it('does not say that all is heard of when the look that brought it took long: it is old', async () => {
  const { log, bell, reader } = await open()
  let looks = 0
  const slow = {
    ...reader,
    head: async () => {
      const head = await reader.head()
      looks += 1
      if (looks <= 2) await delay(1_100)
      return head
    },
  }
  const ending = new AbortController()
  let heardAfter: number | undefined
  const stream = freshStream()
  await log.append(stream, 'noStream', newEvents(1))
  const start = await log.head()
  const following = (async () => {
    for await (const { kind } of follow(slow, bell, start, only(stream), ending.signal, 0, () => {})) {
      if (kind === 'caughtUp') heardAfter ??= looks
    }
  })()
  await expect.poll(() => heardAfter, WITHIN).toBeGreaterThan(2)
  ending.abort()
  await following
})
