import { expect, it } from 'vitest'
import { newEvents } from '../contract/setup.ts'
import type { NewEvent } from '../port.ts'
import { appendMany } from './append-many.ts'
import { lengthen, pagesLookedAt } from './testing/long-log.ts'
import { ownDatabase } from './testing/own-database.ts'

const LONG_STREAM = 'long'

const database = ownDatabase()

/** Pages of the log's events and of their indexes that an append looks at. */
async function pagesOf(stream: string, events: readonly NewEvent[]): Promise<number> {
  const before = await pagesLookedAt(database.client)
  await appendMany(database.client, [{ stream, expected: 'any', events, alongside: {}, doubt: null }])
  return (await pagesLookedAt(database.client)) - before
}

/** Of appends of so many events, and of the same once more. */
async function pagesOfBoth(size: number) {
  const events = newEvents(size)
  return { first: await pagesOf(LONG_STREAM, events), again: await pagesOf(LONG_STREAM, events) }
}

const few = (size: number) =>
  expect.toSatisfy((count: number) => count <= 20 + 15 * size, `few pages for ${size} events`)

it('an append, and the same once more, looks at no more pages when the log and the stream have grown long', async () => {
  // What the server does of its own accord is not to be counted, nor may it have plans made anew.
  await database.client.query('alter table log.events set (autovacuum_enabled = false)')
  // Plans are made in the first calls of a connection, here for a log that has little in it.
  for (let call = 0; call < 20; call += 1) {
    const events = newEvents(2)
    await pagesOf('first', events)
    await pagesOf('first', events)
    if (call === 10) await database.client.query('vacuum analyze')
  }
  await lengthen(database.client, LONG_STREAM)
  for (const size of [1, 5, 30]) expect(await pagesOfBoth(size)).toEqual({ first: few(size), again: few(size) })
  // With statistics they are made anew.
  await database.client.query('vacuum analyze')
  for (const size of [1, 5, 30]) expect(await pagesOfBoth(size)).toEqual({ first: few(size), again: few(size) })
})
