import { randomUUID } from 'node:crypto'
import { firstIssueOf } from '@forecourt/domain/schedule/contract-state.ts'
import { notificationStream, scheduleStream } from '@forecourt/domain/streams.ts'
import { fakeServer } from '@forecourt/event-log/eventstore/testing/fake-server.ts'
import { onRealServer } from '@forecourt/event-log/eventstore/testing/on-real-server.ts'
import type { ServerUnderTest } from '@forecourt/event-log/eventstore/testing/server-under-test.ts'
import { createDatabase } from '@forecourt/kit/postgres.ts'
import type { Rental } from '@forecourt/query/testing/rental.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { acknowledgeAttachments } from '@forecourt/workers/files/attachments.ts'
import { deleteLicencesPastDays } from '@forecourt/workers/files/licence-retention.ts'
import { enterLicenceUses } from '@forecourt/workers/files/licence-uses.ts'
import { type Reminder, reminderId } from '@forecourt/workers/reminders/reminders-for.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsOf, typed } from '../testing/command-line.ts'
import { rewind } from './rewind.ts'

/** More than 30 days after the refusal that is lost below. */
const inJuly = () => new Date('2026-07-15T12:00:00Z')

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
        `insert into reactions.checkpoint (reactor, position) values
           ('mail', $1 + 500), ('removals', $1 + 450), ('files', $1 + 400), ('licences', 1)
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
      expect(out).toContain('the workers ask the log from its beginning')
      const { rows: checkpoints } = await world.pool.query(
        'select reactor, position::text from reactions.checkpoint order by reactor',
      )
      expect(checkpoints, 'files and licences are asked about from the beginning').toEqual([
        { reactor: 'mail', position: String(head) },
        { reactor: 'removals', position: String(head) },
      ])
      const { rows: due } = await world.pool.query<{ id: string }>(
        'select notification_id as id from reactions.due union all select notification_id from reactions.reminders',
      )
      expect(due.map(({ id }) => id).toSorted()).toEqual([kept, done].toSorted())
      expect((await forecourt('rewind')).out).toContain("The workers' book knows of nothing behind the log's end")
    })

    it('has a licence kept for as long as the facts of the log that is there need it, whatever lost ones had said', async () => {
      const { story } = world
      const golf = await story.vehicle(await story.business('Southern Cars'), 'VW Golf')
      const rental = await story.request(golf, '2027-01-08', '2027-01-10')
      const { bookingId, customerId } = rental
      const { businessId } = golf.tenant
      const database = await createDatabase({ connectionString: world.database.url, applicationName: 'test' })
      const { eventLog, vault, log } = world
      await enterLicenceUses({ eventLog, vault, database, log })
      // Its rejection, which was behind the end of the log that is there now.
      const { rows: entered } = await world.pool.query<{ path: string }>(
        `with lost as (select $2::numeric + 500 as position), read as (
           insert into reactions.checkpoint (reactor, position) select unnest(array['licences', 'files']), position from lost
           on conflict (reactor) do update set position = excluded.position)
         update reactions.licence_uses set needed_until = '2026-06-01', position = lost.position from lost
         where booking_id = $1 returning object_path as path`,
        [bookingId, String(await eventLog.head())],
      )
      const path = entered[0]?.path ?? ''
      await world.pool.query(
        `insert into vault.files (object_path, business_id, customer_id, settled, created_at)
         select path, $2, $3, true, '2026-06-01' from unnest($1::text[]) path`,
        [[path, '/objects/licences/lost', '/objects/contracts/made'], businessId, customerId],
      )

      expect((await forecourt('rewind')).out).toContain('the workers ask the log from its beginning')
      await story.approve(rental)
      await deleteLicencesPastDays({
        eventLog,
        vault,
        database,
        log,
        rowsComeFirst: false,
        appVersion: '0',
        now: inJuly,
      })
      await acknowledgeAttachments({ eventLog, vault, database, log, rowsComeFirst: true })

      await database.end()
      const { rows: uses } = await world.pool.query(
        'select needed_until::text as until from reactions.licence_uses where booking_id = $1',
        [bookingId],
      )
      expect(uses).toEqual([{ until: '2027-01-10' }])
      const { rows: files } = await world.pool.query(
        'select object_path as path, settled, condemned_at is null as usable from vault.files where customer_id = $1 order by 1',
        [customerId],
      )
      expect(files).toEqual([
        { path: '/objects/contracts/made', settled: true, usable: true },
        { path, settled: true, usable: true },
        { path: '/objects/licences/lost', settled: false, usable: true },
      ])
    })

    it('has documents and reminders looked at again that a lost fact had settled, and no mail sent twice', async () => {
      await world.pool.query('truncate reactions.due, reactions.reminders')
      const { story } = world
      const golf = await story.vehicle(await story.business('Northern Wheels'), 'VW Golf')
      const [unmade, made, pending] = [
        await story.request(golf, '2027-01-08', '2027-01-10'),
        await story.request(golf, '2027-02-08', '2027-02-10'),
        await story.request(golf, '2027-03-08', '2027-03-10'),
      ]
      const stream = scheduleStream(golf.vehicleId)
      const { businessId } = golf.tenant
      for (const rental of [unmade, made]) await story.approve(rental)
      const issueId = firstIssueOf(made.bookingId)
      const { bookingId, customerId } = made
      const contract = { issueId, contractPath: '/objects/contracts/made', sha256: 'a'.repeat(64), termsVersion: 1 }
      await story.append(stream, businessId, [
        { type: 'ContractGenerated', data: { bookingId, businessId, customerId, ...contract } },
      ])
      const told = { notificationId: reminderId(made.bookingId, 'pickup-tomorrow'), template: 'pickup-tomorrow' }
      await story.append(notificationStream(told.notificationId), businessId, [
        { type: 'NotificationSent', data: { ...told, attempt: 1, messageId: '<one@example.com>' } },
      ])
      const mail = randomUUID()
      await world.pool.query(
        `insert into reactions.due (notification_id, template, stream, revision, settled) values
           ($1, 'contract', $5, 3, true), ($2, 'contract', $5, 4, true), ($3, 'contract', $5, 6, true),
           ($4, 'booking-approved', $5, 3, true)`,
        [firstIssueOf(unmade.bookingId), issueId, firstIssueOf(pending.bookingId), mail, stream],
      )
      const settled = async ({ bookingId: id }: Rental, template: Reminder, revision: number, hours: number) =>
        await world.pool.query(
          `insert into reactions.reminders (notification_id, template, booking_id, stream, revision, due_at, settled)
           values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(hours => $6), true)`,
          [reminderId(id, template), template, id, stream, revision, hours],
        )
      await settled(unmade, 'request-waits', 0, -1)
      await settled(unmade, 'pickup-tomorrow', 3, 1)
      await settled(made, 'pickup-tomorrow', 4, -1)
      await settled(pending, 'request-waits', 2, -72)
      await settled(pending, 'request-still-waits', 2, -1)
      await settled(pending, 'pickup-tomorrow', 6, 1)

      const { exit, out } = await forecourt('rewind')

      expect(exit).toBe(0)
      expect(out).toContain('2 mails and documents that lost events had called for are dropped')
      expect(out).toContain('3 documents and reminders are looked at again')
      const { rows } = await world.pool.query<{ id: string; settled: boolean }>(
        `select notification_id as id, settled from reactions.due
         union all select notification_id, settled from reactions.reminders`,
      )
      const idsOf = (wanted: boolean) => rows.flatMap(({ id, settled: is }) => (is === wanted ? [id] : [])).toSorted()
      expect(idsOf(false), 'looked at again').toEqual(
        [
          firstIssueOf(unmade.bookingId),
          reminderId(unmade.bookingId, 'pickup-tomorrow'),
          reminderId(pending.bookingId, 'request-still-waits'),
        ].toSorted(),
      )
      expect(idsOf(true), 'settled still').toEqual(
        [
          issueId,
          mail,
          reminderId(unmade.bookingId, 'request-waits'),
          told.notificationId,
          reminderId(pending.bookingId, 'request-waits'),
        ].toSorted(),
      )
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
