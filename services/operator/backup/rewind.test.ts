import { randomUUID } from 'node:crypto'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { fakeServer } from '@forecourt/event-log/eventstore/testing/fake-server.ts'
import { onRealServer } from '@forecourt/event-log/eventstore/testing/on-real-server.ts'
import type { ServerUnderTest } from '@forecourt/event-log/eventstore/testing/server-under-test.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsOf, typed } from '../testing/command-line.ts'
import { rewind } from './rewind.ts'

/** @param start where the log is; without it, in PostgreSQL */
function rewinding(where: string, start?: () => Promise<ServerUnderTest>): void {
  describe(`forecourt rewind, with the log in ${where},`, () => {
    let server: ServerUnderTest | undefined
    let world: World

    beforeAll(async () => {
      server = await start?.()
      world = await World.create(server?.url)
    }, 120_000)
    afterAll(async () => {
      await world[Symbol.asyncDispose]()
      await server?.close()
    })

    const forecourt = async (...line: string[]) =>
      await typed(line, [rewind], {
        ...settingsOf(world),
        ...(server === undefined ? {} : { EVENTSTORE_URL: server.url }),
      })

    it('has the workers read what comes behind the end of a log that was put back, and forget what lost facts had called for', async () => {
      const golf = await world.story.vehicle(await world.story.business('Harbour Hire'), 'VW Golf')
      await world.story.request(golf, '2027-01-08', '2027-01-10')
      const head = await world.eventLog.head()
      const stream = scheduleStream(golf.vehicleId)
      const [kept, lost, lostReminder, done] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
      // As a log has left it that went on for longer than the one that is there now.
      await world.pool.query(
        `insert into reactions.checkpoint (reactor, position) values ('mail', $1 + 500), ('files', $1 + 400), ('licences', 1)
         on conflict (reactor) do update set position = excluded.position`,
        [String(head)],
      )
      await world.pool.query(
        `insert into reactions.due (notification_id, template, stream, revision, settled) values
           ($1, 'request-received', $4, 0, false), ($2, 'booking-approved', $4, 7, false), ($3, 'booking-approved', $4, 8, true)`,
        [kept, lost, done, stream],
      )
      await world.pool.query(
        `insert into reactions.reminders (notification_id, template, booking_id, stream, revision, due_at)
         values ($1, 'pickup-tomorrow', 'b', $2, 9, clock_timestamp())`,
        [lostReminder, stream],
      )

      const { exit, out } = await forecourt('rewind')

      expect(exit).toBe(0)
      expect(out).toContain(`2 readers of the log go on from its end, position ${head}; 2 mails and documents`)
      const { rows: checkpoints } = await world.pool.query(
        'select reactor, position::text from reactions.checkpoint order by reactor',
      )
      expect(checkpoints).toEqual([
        { reactor: 'files', position: String(head) },
        { reactor: 'licences', position: '1' },
        { reactor: 'mail', position: String(head) },
      ])
      const { rows: due } = await world.pool.query<{ id: string }>(
        'select notification_id as id from reactions.due union all select notification_id from reactions.reminders',
      )
      expect(due.map(({ id }) => id).toSorted()).toEqual([kept, done].toSorted())
      expect((await forecourt('rewind')).out).toContain("The workers' book knows of nothing behind the log's end")
    })
  })
}

rewinding('PostgreSQL')
rewinding('EventStoreDB, faked', () => fakeServer(2310))
await onRealServer(
  "The workers' book after a log was put back",
  (name, start) => rewinding(`EventStoreDB, ${name}`, start),
  'own',
)
