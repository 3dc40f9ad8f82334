import { setTimeout as delay } from 'node:timers/promises'
import { type EventLog, Unavailable } from '@forecourt/event-log/port.ts'
import { appendMany } from '@forecourt/event-log/postgres/append-many.ts'
import { createGatherer } from '@forecourt/event-log/postgres/gather.ts'
import { untilAnswered } from '@forecourt/event-log/postgres/lost-connection.ts'
import { createOneConnection } from '@forecourt/event-log/postgres/one-connection.ts'
import { createPostgresEventLog } from '@forecourt/event-log/postgres/postgres-event-log.ts'
import type { Lots } from '@forecourt/infra/demo/lots.ts'

/** What travelled together was refused, and nobody knows whose fault it was. */
export class RefusedAsAWhole extends Error {
  override readonly name = 'RefusedAsAWhole'
}

/**
 * The event log in Postgres with a bad way to it: now and then what travels together is late, is lost on the way there or
 * on the way back, or is refused as a whole. It happens below the gathering of appends: what it promises still holds.
 */
export function createUncertainLog(connectionString: string, lots: Lots): EventLog {
  const log = createPostgresEventLog({ connectionString })
  const connection = createOneConnection(connectionString, 'uncertain log')
  const gatherer = createGatherer(async (appends) => {
    if (lots.happens(0.2)) await delay(lots.between(1, 15))
    if (lots.happens(0.03)) throw new Unavailable('lost on the way there')
    if (lots.happens(0.02)) throw new RefusedAsAWhole()
    const outcomes = await untilAnswered('append', () => connection.use((client) => appendMany(client, appends)))
    if (lots.happens(0.03)) throw new Unavailable('lost on the way back')
    return outcomes
  })
  return {
    ...log,
    append: (stream, expected, events, alongside = {}) => gatherer.append({ stream, expected, events, alongside }),
    async close() {
      await gatherer.close()
      await connection.close()
      await log.close()
    },
  }
}
