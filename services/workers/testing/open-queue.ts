import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog, type Log } from '@forecourt/kit/logging.ts'
import { createDatabase, type Database } from '@forecourt/kit/postgres.ts'
import { onTestFinished } from 'vitest'
import { type MailQueue, openMailQueue } from '../queue/mail-queue.ts'

interface OpenQueue {
  readonly url: string
  readonly database: Database
  readonly log: Log
  /** Counts how often somebody looks how full it is. */
  readonly queue: MailQueue
  readonly looks: () => number
}

/** A queue in a database of its own, for this test alone: both are closed when it is over. */
export async function openQueue(): Promise<OpenQueue> {
  const test = await createTestDatabase()
  const { url } = test
  onTestFinished(() => test.drop())
  const log = createLog({ service: 'test', level: 'error' })
  const database = await createDatabase({ connectionString: url, applicationName: 'test' })
  onTestFinished(() => database.end())
  const queue = await openMailQueue({ databaseUrl: url, log })
  onTestFinished(() => queue.close())
  let looks = 0
  const counted = {
    ...queue,
    ready: () => {
      looks += 1
      return queue.ready()
    },
  }
  return { url, database, log, queue: counted, looks: () => looks }
}

/** Begins what runs until it is told to end, which it is when the test is over. */
export function untilTestFinished(run: (signal: AbortSignal) => Promise<void>): void {
  const ending = new AbortController()
  const running = run(ending.signal)
  onTestFinished(async () => {
    ending.abort()
    await running
  })
}
