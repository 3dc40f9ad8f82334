import { setTimeout as delay } from 'node:timers/promises'
import { createPostgresBackend } from 'bullmq'
import pg from 'pg'

/**
 * BullMQ waits for each statement without an end, and for one after the other: a server that vanishes behind one would never be
 * asked for a job again, also when it is back. In milliseconds. BullMQ looks through a long queue in one statement, and its jobs
 * wait in line for the few connections.
 */
export const ENDS_OF_WAITING = {
  connectionTimeoutMillis: 15_000,
  statement_timeout: 20_000,
  query_timeout: 22_000,
  keepAlive: true,
} as const

/**
 * Whoever asks for the next job, or waits for one, and gets an error tries again at once unless it says that nobody listens: a
 * database that is coming up, or has no connection left, would be asked as fast as it can refuse, thousands of times a second,
 * with a log line each. In milliseconds.
 */
const AFTER_AN_ERROR = 1_000

/**
 * BullMQ's backend on PostgreSQL, which takes its time after an error, and another connection to hear of jobs on when the one that
 * it has does not answer.
 */
export const createPatientBackend: typeof createPostgresBackend = (...asked) => {
  const backend = createPostgresBackend(...asked)
  const next = backend.moveToActive.bind(backend)
  backend.moveToActive = async (...job) => {
    try {
      return await next(...job)
    } catch (error) {
      await delay(AFTER_AN_ERROR)
      throw error
    }
  }
  const wait = backend.waitForJob.bind(backend)
  backend.waitForJob = async (...longest) => {
    try {
      return await wait(...longest)
    } catch (error) {
      giveUpListening(backend, error)
      await delay(AFTER_AN_ERROR)
      throw error
    }
  }
  return backend
}

/** As if the connection had been lost: BullMQ makes another one. It keeps one that has only not answered in time. */
function giveUpListening(backend: object, error: unknown): void {
  const connection: unknown = Reflect.get(backend, 'connection')
  if (typeof connection !== 'object' || connection === null) return
  const client: unknown = Reflect.get(connection, 'listenClient')
  if (client instanceof pg.Client) client.emit('error', error)
}
