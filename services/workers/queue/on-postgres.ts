import { KEPT_PLANS } from '@forecourt/event-log/postgres/kept-plans.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { createPostgresBackend, Queue, Worker } from 'bullmq'
import { createPatientBackend, ENDS_OF_WAITING } from './patient-backend.ts'
import { preparesStatements } from './prepared.ts'
import { NAME, type Store, WORKER } from './store.ts'
import { forgoEvents } from './without-events.ts'

/** The database's clock, in milliseconds since 1970. */
const NOW = `(extract(epoch from clock_timestamp()) * 1000)::bigint`
/** For so long BullMQ locks a job at a time, in milliseconds. */
const LOCK = 30_000

/**
 * What a server that dies has not yet written down is put in again by the sweep, so that no job has to wait for a disk. Plans are
 * kept, and mostly made while the queue is empty: the server would choose to go through all that waits for each job.
 */
const CONNECTION_OPTIONS = `-c synchronous_commit=off ${KEPT_PLANS.options}`

/** The queue in PostgreSQL, in a schema of its own. */
export function onPostgres(connectionString: string, log: Log): Store {
  const connection = {
    connectionString,
    schema: 'bull',
    migrate: true,
    max: 4,
    ...ENDS_OF_WAITING,
    options: CONNECTION_OPTIONS,
    onConnect: preparesStatements,
  }
  const pool = createPgPool({ connectionString, applicationName: 'workers queue', max: 1, log })
  return {
    // BullMQ makes two tables for jobs that are put in together, and drops them: that takes the server as long as 20 to 40 jobs
    // that are put in by themselves, and a booking calls for two.
    mostOneByOne: 20,
    queue: () => new Queue(NAME, { connection }, createPostgresBackend),
    worker: (handle, concurrency) =>
      new Worker(NAME, handle, { ...WORKER, connection, concurrency }, createPatientBackend),
    prepare: () => forgoEvents(pool),
    async forgetFuture() {
      await pool.query(
        `delete from bull.meta where queue = $1 and field = 'stalled-check' and value::numeric > ${NOW}`,
        [NAME],
      )
      // Who holds a job renews its lock long before it ends; who does not is taken for gone.
      await pool.query(
        `update bull.job set locked_until_ms = ${NOW} + ${LOCK}
         where queue = $1 and state = 'active' and locked_until_ms > ${NOW} + ${2 * LOCK}`,
        [NAME],
      )
      // No job waits for longer from now on than it was to wait from its last attempt on.
      await pool.query(
        `select bull.change_delay(queue, id, delay_ms, ${NOW}) from bull.job
         where queue = $1 and state = 'delayed' and process_at_ms > ${NOW} + delay_ms`,
        [NAME],
      )
    },
    // BullMQ would ask for each of the jobs by itself.
    async oldestUntried() {
      const { rows } = await pool.query<{ added: string | null }>(
        `select min(added_at_ms) as added from bull.job where queue = $1 and state = 'waiting' and attempts_made = 0`,
        [NAME],
      )
      return rows[0]?.added == null ? undefined : Number(rows[0].added)
    },
    close: () => pool.end(),
  }
}
