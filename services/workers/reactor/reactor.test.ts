import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { remindersOf } from '../reminders/of-batch.ts'
import { openQueue, untilTestFinished } from '../testing/open-queue.ts'
import { PostOffice, WORKERS_KEY } from '../testing/post-office.ts'
import { beginStory } from '../testing/story.ts'
import { checkpointOf, enter } from './ledger.ts'
import { runReactor } from './reactor.ts'
import { OF_INTEREST } from './reading.ts'

const MAILS_A_REQUEST = 2

/** A story, and a reactor that is begun by hand and has nobody to do its jobs. */
async function openReactor() {
  const { url, database, queue, looks } = await openQueue()
  const lines: string[] = []
  const log = createLog({ service: 'test', level: 'error' }, { write: (line) => void lines.push(line) })
  const eventLog = await openEventLog({ databaseUrl: url })
  onTestFinished(() => eventLog.close())
  const vault = createVault({ connectionString: url, masterKey: WORKERS_KEY, lookupKey: WORKERS_KEY })
  onTestFinished(() => vault.close())
  const react = (own: Pick<Parameters<typeof runReactor>[0], 'room' | 'rests'>) =>
    untilTestFinished((signal) => runReactor({ eventLog, database, queue, log, ...own }, signal))
  return { url, queue, looks, lines, react, story: await beginStory(eventLog, vault) }
}

it('while the queue is full, what is due waits in the log; all of it is put in as soon as there is room', async () => {
  const { queue, looks, react, story } = await openReactor()
  react({ room: 3 })

  await story.request()
  await expect.poll(() => queue.waiting()).toBe(MAILS_A_REQUEST)
  await story.request()
  await expect.poll(() => queue.waiting()).toBe(2 * MAILS_A_REQUEST)
  for (let n = 0; n < 3; n += 1) await story.request()
  const before = looks()
  await expect.poll(looks).toBeGreaterThan(before + 2)
  expect(await queue.waiting()).toBe(2 * MAILS_A_REQUEST)

  const handled = new Set<string>()
  const worker = await queue.work(async (id) => void handled.add(id))
  onTestFinished(() => worker.close())
  await expect.poll(() => handled.size, { timeout: 60_000 }).toBe(5 * MAILS_A_REQUEST)
})

it('while people need the processors only what the next crew can do is put into the queue; the rest once they have time', async () => {
  const { queue, looks, react, story } = await openReactor()
  for (let n = 0; n < 30; n += 1) await story.request()
  let areBusy = true
  react({ rests: () => areBusy })

  await expect.poll(() => queue.waiting(), { timeout: 60_000 }).toBe(20 * MAILS_A_REQUEST)
  const before = looks()
  await expect.poll(looks, { timeout: 60_000 }).toBeGreaterThan(before + 2)
  expect(await queue.waiting()).toBe(20 * MAILS_A_REQUEST)
  areBusy = false
  await expect.poll(() => queue.waiting(), { timeout: 60_000 }).toBe(30 * MAILS_A_REQUEST)
})

it('a mail that was sent is due no more, though the reactor has no room to read that it was', async () => {
  await using office = await PostOffice.open()
  const asked = { now: () => new Date('2026-12-05T09:00:00.000Z') }
  const story = await beginStory(office.eventLog, office.vault, asked)
  await story.request()
  const events = await Array.fromAsync(office.eventLog.readAll('start', OF_INTEREST))
  const reminders = await remindersOf(events, async () => 'Europe/London')
  const position = await office.eventLog.head()
  await enter(office.database, events, await checkpointOf(office.database), position, reminders)

  const now = new Date('2026-12-05T21:00:00.000Z')
  await office.start({ room: 0, grace: 0, now: () => now })
  await office.caught(MAILS_A_REQUEST + 1)
  await office.settled(MAILS_A_REQUEST)
  await office.remindersSettled(now)
  expect(await checkpointOf(office.database)).toBe(position)
})

it('how far it has come is told while a reactor that has been stopped holds its place', async () => {
  const { url, database } = await openQueue()
  expect(await checkpointOf(database)).toBe('start')
  const stopped = new pg.Client({ connectionString: url })
  await stopped.connect()
  onTestFinished(() => stopped.end())
  await stopped.query('begin')
  await stopped.query('update reactions.checkpoint set position = 7')
  expect(await checkpointOf(database)).toBe('start')
  await stopped.query('commit')
  expect(await checkpointOf(database)).toBe(7n)
})

it('mails that wait for their next attempt take no room from others', async () => {
  const { queue } = await openQueue()
  const job = { template: 'booking-approved', stream: 'rent.schedule-1', revision: '0' } as const
  await queue.add([{ notificationId: '17afb4a7-1649-5eac-870d-a8177896243c', job }])
  expect(await queue.ready()).toBe(1)
  const worker = await queue.work(() => Promise.reject(new Error('the mail server is away')))
  onTestFinished(() => worker.close())
  await expect.poll(() => queue.ready()).toBe(0)
  expect(await queue.waiting()).toBe(1)
})

it.each([
  ['BookingRequested', 1],
  ['BusinessOnboarded', 2],
])('a %s that is not what it should be keeps no mail of anybody else waiting', async (type, requests) => {
  const { url, queue, react, story, lines } = await openReactor()
  const altered = await story.request()
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query('set session_replication_role = replica')
  await owner.query("update log.events set data = '{}' where type = $1", [type])
  react({})
  await story.request()
  // What is made of a business that cannot be read is seen when a mail is written.
  await expect.poll(() => queue.waiting()).toBe(requests * MAILS_A_REQUEST)
  expect(lines.join(''), 'operators are told').toContain(requests === 1 ? altered.eventId : '')
})
