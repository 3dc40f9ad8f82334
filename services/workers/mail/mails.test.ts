import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { vehicleOf } from '@forecourt/domain/ids.ts'
import { notificationDecider, recordFailed } from '@forecourt/domain/notification/decider.ts'
import { REJECTED_BY_ERASURE } from '@forecourt/domain/schedule/customer-leaves.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { sql } from 'slonik'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { mailedDays, mailedOn } from '../testing/ledger.ts'
import { PostOffice } from '../testing/post-office.ts'
import { redisForTests } from '../testing/redis.ts'
import { beginStory } from '../testing/story.ts'
import { mailsFor } from './mails-for.ts'
import { TryAgainLater } from './patience.ts'
import { createMailTransport, type MailTransport } from './transport.ts'

const redis = await redisForTests()
afterAll(() => redis?.stop())

const stores = [
  { name: 'PostgreSQL', redisUrl: undefined, missing: undefined },
  { name: 'Redis', redisUrl: redis?.url, missing: redis ? undefined : 'no redis-server: apt-get install redis-server' },
]

describe.each(stores)('mails, with the queue on $name', ({ redisUrl, missing }) => {
  let office: PostOffice
  beforeEach(async (context) => {
    if (missing !== undefined) context.skip(missing)
    office = await PostOffice.open(redisUrl)
  })
  afterEach(async () => {
    if (missing === undefined) await office[Symbol.asyncDispose]()
  })

  it('a request is mailed to the customer and to the business, an approval to the customer', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    await office.start()
    const booking = await story.request({ email: 'ada@renter.example' })
    await office.caught(2)
    await story.approve(booking)
    const mails = await office.caught(3)
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringMatching(/^New booking request #BR-1765180800000: Ford Fiesta/),
      expect.stringMatching(/^We have your booking request #BR-1765180800000$/),
      expect.stringMatching(/^Your booking #BR-1765180800000 is confirmed$/),
    ])
    for (const mail of mails) expect(mail.envelope.to).toHaveLength(1)
  })

  it('the answer to a customer goes to the business, whose name is the sender', async () => {
    const story = await beginStory(office.eventLog, office.vault, { contactEmail: 'desk@harbour.example' })
    await office.start()
    await story.request({ email: 'ada@renter.example' })
    const mails = await office.caught(2)
    const toCustomer = mails.find(({ envelope }) => envelope.to.includes('ada@renter.example'))
    expect(toCustomer?.replyTo.join()).toContain('desk@harbour.example')
    expect(toCustomer?.envelope.from).toBe('bookings@forecourt.example')
  })

  it('history that was brought in from elsewhere mails nobody', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    await office.start()
    await story.request({ actorKind: 'import', email: 'old@renter.example' })
    await story.request({ email: 'new@renter.example' })
    const mails = await office.caught(2)
    expect(mails.flatMap(({ envelope }) => envelope.to)).not.toContain('old@renter.example')
  })

  it('one address gets at most 3 mails a day from anonymous requests of one business; the business is always told', async () => {
    const story = await beginStory(office.eventLog, office.vault, { contactEmail: 'desk@harbour.example' })
    await office.start()
    for (let n = 0; n < 5; n++) await story.request({ email: 'victim@renter.example' })
    await story.request({ email: 'victim@renter.example', channel: 'desk' })
    await office.settled(12)
    const mails = await office.caught(3 + 1 + 6)
    expect(mails.filter(({ envelope }) => envelope.to.includes('victim@renter.example'))).toHaveLength(4)
  })

  it('a mail server that is down for a while loses nothing, and each failure is on record', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    const down = Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
    await office.start({ transport: office.failing(down, down, down) })
    const booking = await story.request()
    await office.caught(2)
    await office.settled(2)
    const histories = await Promise.all(
      mailsFor({ id: booking.eventId, type: 'BookingRequested', data: '{}', metadata: {} }).map(({ notificationId }) =>
        office.historyOf(notificationId),
      ),
    )
    expect(histories.flat().filter((type) => type === 'NotificationFailed')).toHaveLength(3)
    expect(histories.map((history) => history.at(-1))).toEqual(['NotificationSent', 'NotificationSent'])
  })

  it('a mail that is given back before it was tried has not failed', async () => {
    const story = await beginStory(office.eventLog, office.vault, { contactEmail: null })
    await office.start({ transport: office.failing(new TryAgainLater(50, 'the mail server is busy')) })
    const booking = await story.request()
    await office.settled(2)
    const [toCustomer] = mailsFor({ id: booking.eventId, type: 'BookingRequested', data: '{}', metadata: {} })
    expect(await office.historyOf(toCustomer?.notificationId ?? '')).toEqual(['NotificationSent'])
  })

  it('a mail that the server refuses for good is abandoned and said so', async () => {
    const story = await beginStory(office.eventLog, office.vault, { contactEmail: null })
    const refused = createMailTransport(await refusingServer())
    onTestFinished(() => refused.close())
    await office.start({ transport: refused })
    const booking = await story.request()
    await office.settled(2)
    const [toCustomer, toBusiness] = mailsFor({
      id: booking.eventId,
      type: 'BookingRequested',
      data: '{}',
      metadata: {},
    })
    expect(await office.historyOf(toCustomer?.notificationId ?? '')).toEqual([
      'NotificationFailed',
      'NotificationAbandoned',
    ])
    expect(await office.historyOf(toBusiness?.notificationId ?? '')).toEqual(['NotificationWithdrawn'])
  })

  it('a customer who was erased meanwhile is written to no more', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    const booking = await story.request({ email: 'gone@renter.example' })
    await office.vault.forget(booking.customerId)
    await office.start()
    await office.settled(2)
    expect(await office.mailbox.count()).toBe(0)
  })

  it('the rejection that an erasure makes is mailed to nobody, also when the customer’s key is still there', async () => {
    const story = await beginStory(office.eventLog, office.vault, { contactEmail: null })
    const [leaving, rejected] = [await story.request(), await story.request()]
    await story.reject(leaving, REJECTED_BY_ERASURE)
    await story.reject(rejected)
    await office.start()
    await office.settled(6)
    const subjects = (await office.caught(3)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => !subject.includes('We have your booking request'))).toHaveLength(1)
  })

  it('a mail that was sent stays sent when another attempt at it has failed meanwhile', async () => {
    const story = await beginStory(office.eventLog, office.vault, { contactEmail: null })
    const booking = await story.request()
    const [toCustomer] = mailsFor({ id: booking.eventId, type: 'BookingRequested', data: '{}', metadata: {} })
    const notificationId = toCustomer?.notificationId ?? ''
    let isFirst = true
    const transport: MailTransport = {
      ...office.transport,
      async send(mail, messageId) {
        if (isFirst) {
          isFirst = false
          // The same job, run a second time elsewhere, is faster.
          const failure = { notificationId, template: 'request-received', cause: 'unknown', reason: 'down' } as const
          const about = { bookingId: booking.bookingId, businessId: story.businessId }
          const failed = recordFailed({ ...failure, booking: about }, notificationDecider.initial())
          await office.record(notificationId, failed.ok ? failed.events : [])
        }
        await office.transport.send(mail, messageId)
      },
    }
    await office.start({ transport })
    await office.settled(2)
    expect(await office.historyOf(notificationId)).toEqual(['NotificationFailed', 'NotificationSent'])
    expect(await office.mailbox.count()).toBe(1)
  })

  it('a mail that was sent while the log takes nothing down is not sent again: that it was is written down once it can be', async () => {
    const story = await beginStory(office.eventLog, office.vault, { contactEmail: null })
    await office.database.query(sql.unsafe`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'the log is read-only just now'; end $$
    `)
    await office.database.query(sql.unsafe`
      create trigger refusing before insert on log.events
      for each row when (new.type = 'NotificationSent') execute function refuse()
    `)
    await office.start()
    await story.request()
    await office.caught(1)
    // A job that was given back would have come again.
    await pause(5_000)
    await office.database.query(sql.unsafe`drop trigger refusing on log.events`)
    await office.settled(2)
    expect(await office.mailbox.count()).toBe(1)
  })

  it('how many mails an address got is forgotten when the day is over everywhere', async () => {
    const story = await beginStory(office.eventLog, office.vault, { contactEmail: null })
    const today = new Date()
    const daysAgo = (days: number) => new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10)
    for (const days of [2, 3, 400]) await mailedOn(office.database, story.businessId, daysAgo(days))
    await mailedOn(office.database, story.businessId, daysAgo(1))
    await mailedOn(office.database, story.businessId, daysAgo(-1))
    await office.start()
    await expect.poll(() => mailedDays(office.database)).toEqual([daysAgo(1), daysAgo(-1)])
  })

  it('an emptied queue is filled again by the sweep', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    const first = await office.start({ work: false, grace: 60_000 })
    await story.request()
    await office.due(2)
    await first.queue.obliterate()
    await first.stop()
    expect(await office.mailbox.count()).toBe(0)
    await office.start()
    await office.caught(2)
  })

  it('a queue that is emptied between two attempts begins no mail from the start: the log has counted them', async () => {
    const story = await beginStory(office.eventLog, office.vault, { contactEmail: null })
    const down = Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
    const { queue } = await office.start({ transport: office.failing(down, down, down), patience: [20, 600_000] })
    const booking = await story.request()
    const toCustomer = mailsFor({ id: booking.eventId, type: 'BookingRequested', data: '{}', metadata: {} })[0]
    const history = async () => await office.historyOf(toCustomer?.notificationId ?? '')
    await vi.waitFor(async () => expect(await history()).toHaveLength(2), { timeout: 60_000, interval: 50 })
    await queue.obliterate()
    await office.settled(2)
    const failed = 'NotificationFailed'
    expect(await history()).toEqual([failed, failed, failed, 'NotificationAbandoned'])
    expect(await office.mailbox.count()).toBe(0)
  })

  it('the same delivery twice sends one mail', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    const { queue } = await office.start()
    const booking = await story.request()
    await office.caught(2)
    await office.settled(2)
    const jobs = mailsFor({ id: booking.eventId, type: 'BookingRequested', data: '{}', metadata: {} }).map(
      ({ notificationId, template }) => ({
        notificationId,
        job: {
          template,
          stream: `rent.schedule-${booking.bookingId.slice(0, 36)}`,
          revision: String(booking.revision),
        },
      }),
    )
    await queue.add(jobs)
    await vi.waitFor(async () => expect(await queue.waiting()).toBe(0), 60_000)
    expect(await office.mailbox.count()).toBe(2)
  })

  it('a mail that is settled is done with, though its cause cannot be read', async () => {
    const story = await beginStory(office.eventLog, office.vault, { contactEmail: null })
    const { queue } = await office.start()
    const booking = await story.request()
    await office.settled(2)
    const [mail] = mailsFor({ id: booking.eventId, type: 'BookingRequested', data: '{}', metadata: {} })
    const job = { stream: `rent.schedule-${booking.bookingId.slice(0, 36)}`, revision: '9999' } as const
    await queue.add([{ notificationId: mail?.notificationId ?? '', job: { ...job, template: 'request-received' } }])
    await vi.waitFor(async () => expect(await queue.waiting()).toBe(0), 60_000)
    expect(office.lines.join('')).not.toContain('a job stood still')
    expect(await office.mailbox.count()).toBe(1)
  })

  it.each(['booking-cancelled', 'request-waits'] as const)(
    'a job that a lost fact has left behind (%s) mails nobody of whom another fact tells in its place',
    async (template) => {
      const story = await beginStory(office.eventLog, office.vault, { contactEmail: 'desk@harbour.example' })
      const booking = await story.request({ email: 'other@renter.example' })
      const rejection = await story.reject(booking)
      const at = template === 'booking-cancelled' ? rejection.revision : booking.revision
      const stream = scheduleStream(vehicleOf(booking.bookingId))
      const notificationId = randomUUID()
      const { queue } = await office.start()
      // The receipts are overtaken or sent, and of the rejection the renter is told.
      await office.settled(3)
      const before = await office.mailbox.count()
      await queue.add([{ notificationId, job: { template, stream, revision: String(at) } }])
      await vi.waitFor(async () => expect(await queue.waiting()).toBe(0), 60_000)
      expect(office.lines.join('')).toContain('a job was dropped: nothing in the log calls for it')
      expect(await office.historyOf(notificationId)).toEqual([])
      expect(await office.mailbox.count()).toBe(before)
    },
  )

  it('a job that a lost fact has left behind does not keep the one back that the same fact calls for elsewhere', async () => {
    const story = await beginStory(office.eventLog, office.vault, { contactEmail: null })
    const [first, second] = [await story.request(), await story.request({ email: 'ada@renter.example' })]
    const [receipt] = mailsFor({ id: second.eventId, type: 'BookingRequested', data: '{}', metadata: {} })
    const notificationId = receipt?.notificationId ?? ''
    const waiting = await office.start({ work: false, grace: 60_000 })
    await expect.poll(() => waiting.queue.waiting()).toBe(4)
    await waiting.queue.obliterate()
    const stream = scheduleStream(vehicleOf(first.bookingId))
    const job = { template: 'request-received', stream, revision: String(first.revision) } as const
    await waiting.queue.add([{ notificationId, job }])
    await waiting.stop()
    await office.start()
    await office.settled(4)
    expect(await office.historyOf(notificationId)).toEqual(['NotificationSent'])
    const mails = await office.caught(2)
    expect(mails.flatMap(({ envelope }) => envelope.to)).toContain('ada@renter.example')
  })

  it('two reactors at work enter each fact once', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    await Promise.all([office.start(), office.start()])
    for (let n = 0; n < 20; n++) await story.request()
    await office.settled(40)
    expect(await office.mailbox.count()).toBe(40)
  })

  it('no job carries what a customer said', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    const { queue } = await office.start({ work: false, grace: 60_000 })
    await story.request({ name: 'CANARY-NAME', email: 'canary-mail@renter.example', notes: 'CANARY-NOTES' })
    await vi.waitFor(async () => expect(await queue.waiting()).toBe(2), 60_000)
    expect(JSON.stringify(await queue.peek()).toLowerCase()).not.toContain('canary')
  })

  it('what an office leaves in its queue is nothing to the next one', async () => {
    const story = await beginStory(office.eventLog, office.vault)
    const first = await office.start({ work: false, grace: 60_000 })
    await story.request()
    await vi.waitFor(async () => expect(await first.queue.waiting()).toBe(2), 60_000)
    await first.stop()
    await using next = await PostOffice.open(redisUrl)
    const { queue } = await next.start({ work: false })
    expect(await queue.waiting()).toBe(0)
  })
})

/** A mail server that refuses every recipient for good. */
async function refusingServer(): Promise<string> {
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `smtp://127.0.0.1:${address.port}`
}
