import { vehicleOf } from '@forecourt/domain/ids.ts'
import type { FailureCause } from '@forecourt/domain/notification/events.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { sql } from 'slonik'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lookupKey, PostOffice } from '../testing/post-office.ts'
import { beginStory, type Requested, type Story } from '../testing/story.ts'
import { deliver } from './deliver.ts'
import { mailsFor } from './mails-for.ts'
import { MailNotTaken } from './not-taken.ts'
import { TryAgainLater } from './patience.ts'

let office: PostOffice
let story: Story
beforeEach(async () => {
  office = await PostOffice.open()
  story = await beginStory(office.eventLog, office.vault, { contactEmail: 'desk@harbour.example' })
})
afterEach(() => office[Symbol.asyncDispose]())

const request = () => story.request({ email: 'ada@renter.example' })
const subjects = async (count: number) =>
  (await office.caught(count))
    .filter(({ envelope }) => envelope.to.includes('ada@renter.example'))
    .map(({ subject }) => subject.replace('#BR-1765180800000', '#'))
    .toReversed()

const RECEIVED = 'We have your booking request #'
const CONFIRMED = 'Your booking # is confirmed'
const CANCELLED = 'Your booking # has been cancelled'
const THANKS = 'Thank you for booking with Harbour Hire: #'

/** How often the log says each of these of the mails. */
async function outcomes(): Promise<Readonly<Record<string, number>>> {
  const filter = { prefixes: ['rent.notification-'] }
  const counts: Record<string, number> = {}
  for await (const { type } of office.eventLog.readAll('start', filter)) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

/** The reactor was there, the worker was not. */
async function whileNobodyWorks(happens: (booking: Requested) => Promise<unknown>, mails: number): Promise<void> {
  const { stop } = await office.start({ work: false, grace: 60_000 })
  await happens(await request())
  await office.due(mails)
  await stop()
}

describe('a decision is mailed to the customer', () => {
  it('when the request was turned down', async () => {
    await office.start()
    const booking = await request()
    await office.caught(2)
    await story.reject(booking)
    expect(await subjects(3)).toEqual([RECEIVED, 'Your booking request # could not be accepted'])
  })

  it('when an approved booking was cancelled', async () => {
    await office.start()
    const booking = await request()
    await office.caught(2)
    await story.approve(booking)
    await office.caught(3)
    await story.cancel(booking)
    expect(await subjects(4)).toEqual([RECEIVED, CONFIRMED, CANCELLED])
  })

  it('when the booking was completed, with thanks; taking that back and doing it again mails nobody', async () => {
    await office.start()
    const booking = await request()
    await office.caught(2)
    await story.approve(booking)
    await office.caught(3)
    await story.complete(booking)
    await office.caught(4)
    await story.reinstate(booking)
    await story.complete(booking)
    await office.settled(5)
    expect(await subjects(4)).toEqual([RECEIVED, CONFIRMED, THANKS])
    expect(await outcomes()).toEqual({ NotificationSent: 4, NotificationWithdrawn: 1 })
  })
})

describe('a mail that has become moot before it could be sent', () => {
  it('because the booking has moved on is not sent: only what is true goes out', async () => {
    await whileNobodyWorks(async (booking) => {
      await story.approve(booking)
      await story.cancel(booking)
    }, 4)
    await office.start()
    await office.settled(4)
    expect((await subjects(3)).toSorted()).toEqual([RECEIVED, CANCELLED].toSorted())
    expect(await outcomes()).toEqual({ NotificationSent: 3, NotificationWithdrawn: 1 })
  })

  it('because it was taken back is not sent, and a later one of its kind is', async () => {
    await whileNobodyWorks(async (booking) => {
      await story.approve(booking)
      await story.complete(booking)
      await story.reinstate(booking)
    }, 4)
    await office.start()
    await office.settled(4)
    expect((await subjects(3)).toSorted()).toEqual([RECEIVED, CONFIRMED].toSorted())
  })

  it('because it thanks a second time is not sent, whichever of the two comes first', async () => {
    await whileNobodyWorks(async (booking) => {
      await story.approve(booking)
      await story.complete(booking)
      await story.reinstate(booking)
      await story.complete(booking)
    }, 5)
    await office.start()
    await office.settled(5)
    expect((await subjects(3)).toSorted()).toEqual([RECEIVED, THANKS].toSorted())
  })

  it('because the receipt comes an hour after the answer is not sent, to customer and business', async () => {
    await whileNobodyWorks((booking) => story.approve(booking), 3)
    await office.start({ now: () => new Date(Date.now() + 61 * 60_000) })
    await office.settled(3)
    expect(await subjects(1)).toEqual([CONFIRMED])
  })

  it('is not what a receipt is that comes late but before the answer', async () => {
    await whileNobodyWorks(async () => {}, 2)
    await office.start({ now: () => new Date(Date.now() + 61 * 60_000) })
    expect(await subjects(2)).toEqual([RECEIVED])
  })

  it('because the business was deactivated is not sent', async () => {
    await whileNobodyWorks(async (booking) => {
      await story.approve(booking)
      await story.deactivate()
    }, 3)
    await office.start()
    await office.settled(3)
    expect(await office.mailbox.count()).toBe(0)
    expect(await outcomes()).toEqual({ NotificationWithdrawn: 3 })
  })

  it('because the customer was erased is not sent, nor does the business hear of them any more', async () => {
    await whileNobodyWorks(async ({ customerId }) => await office.vault.forget(customerId), 2)
    await office.start()
    await office.settled(2)
    expect(await office.mailbox.count()).toBe(0)
    expect(await outcomes()).toEqual({ NotificationWithdrawn: 2 })
  })
})

it('a receipt is sent late to a customer who was about to be erased, and stays after all', async () => {
  const { bookingId, customerId, eventId, revision } = await request()
  const [toCustomer] = mailsFor({ id: eventId, type: 'BookingRequested', data: '{}', metadata: {} })
  if (toCustomer === undefined) throw new Error('no receipt is due')
  const { eventLog, vault, database, transport, storage } = office
  const places = { lookupKey, from: 'bookings@forecourt.example', publicUrl: 'http://localhost:3000' }
  const log = createLog({ service: 'test', level: 'silent' })
  const delivery = {
    eventLog,
    vault,
    database,
    transport,
    storage,
    ...places,
    log,
    appVersion: '0',
    now: () => new Date(),
  }
  const job = {
    template: toCustomer.template,
    stream: scheduleStream(vehicleOf(bookingId)),
    revision: String(revision),
  }
  const attempt = () => deliver(delivery, toCustomer.notificationId, job)

  await database.query(sql.unsafe`select vault.leave(${customerId})`)
  await expect(attempt()).rejects.toThrow(TryAgainLater)
  expect(await outcomes()).toEqual({})
  await database.query(sql.unsafe`select vault.stay(${customerId})`)
  await attempt()
  expect(await subjects(1)).toEqual([RECEIVED])
})

const refusal = (why: FailureCause) => new MailNotTaken(why, 'the mail server answered 550')

describe('a mail that was not taken', () => {
  it('is on record with its booking and the kind of failure, and with no address', async () => {
    await office.start({ transport: office.failing(refusal('address-refused'), refusal('address-refused')) })
    const booking = await request()
    await office.settled(2)
    for (const { notificationId } of mailsFor({
      id: booking.eventId,
      type: 'BookingRequested',
      data: '{}',
      metadata: {},
    })) {
      const records = await office.recordsOf(notificationId)
      expect(records.map(({ type }) => type)).toEqual(['NotificationFailed', 'NotificationAbandoned'])
      for (const { data } of records) {
        expect(JSON.parse(data)).toMatchObject({
          booking: { bookingId: booking.bookingId, businessId: story.businessId },
          cause: 'address-refused',
          reason: 'the mail server answered 550',
        })
        expect(data).not.toMatch(/@|Ada/)
      }
    }
    expect(office.lines.join()).not.toMatch(/renter\.example|Ada/)
    const [asked] = await Array.fromAsync(office.eventLog.read(scheduleStream(vehicleOf(booking.bookingId))))
    const correlationId = asked?.metadata.$correlationId
    const about = office.lines.filter((line) => line.includes('a mail was not taken'))
    const lines = about.map((line): unknown => JSON.parse(line))
    const said = { msg: 'a mail was not taken', correlationId, code: 'address-refused' }
    expect(lines).toEqual([expect.objectContaining(said), expect.objectContaining(said)])
  })

  it.each<FailureCause>(['platform-refused', 'server-unreachable', 'receiver-busy', 'unknown'])(
    'because of %s goes out when that has passed',
    async (why) => {
      await office.start({ transport: office.failing(refusal(why), refusal(why), refusal(why)) })
      await request()
      expect(await subjects(2)).toEqual([RECEIVED])
      await office.settled(2)
      expect(await outcomes()).toEqual({ NotificationFailed: 3, NotificationSent: 2 })
    },
  )

  it('because the platform itself is refused is an error in the log, for the operators', async () => {
    await office.start({ transport: office.failing(refusal('platform-refused'), refusal('receiver-busy')) })
    await request()
    await office.caught(2)
    const told = office.lines.filter((line) => line.includes('does not take mails from this platform'))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('"code":"platform-refused"')
  })
})
