import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PostOffice } from '../testing/post-office.ts'
import { beginStory, type Requested, type Story } from '../testing/story.ts'

/** When the story's requests are made; their pickup is on 2026-12-08. */
const ASKED = '2026-12-05T09:00:00.000Z'

let office: PostOffice
let story: Story
let now: Date
beforeEach(async () => {
  now = new Date(ASKED)
  office = await PostOffice.open()
  story = await beginStory(office.eventLog, office.vault, { contactEmail: 'desk@harbour.example', now: () => now })
})
afterEach(() => office[Symbol.asyncDispose]())

const WAITS = 'A booking request has waited for 12 hours: #BR-1765180800000'
const STILL_WAITS = 'A booking request has waited for 20 hours: #BR-1765180800000'
const TOMORROW = 'Tomorrow: your booking #BR-1765180800000'

const clock = () => now
const start = (hours: Parameters<PostOffice['start']>[0] = {}) => office.start({ now: clock, ...hours })
const request = () => story.request({ email: 'ada@renter.example' })

/** The reminders that went out, the earlier first, once there are so many mails in all. */
async function reminders(mails: number): Promise<string[]> {
  const caught = await office.caught(mails)
  return caught
    .filter(({ subject }) => [WAITS, STILL_WAITS, TOMORROW].includes(subject))
    .map(({ subject, envelope }) => `${envelope.to.join()} ${subject}`)
    .toReversed()
}

/** What the log says of reminders: how often each was sent or withdrawn. */
async function facts(): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for await (const { type, data } of office.eventLog.readAll('start', { prefixes: ['rent.notification-'] })) {
    const { template, reason = '' } = JSON.parse(data)
    if (!/waits|tomorrow/.test(template)) continue
    const name = `${type} ${template} ${reason}`.trim()
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

describe('a request that waits', () => {
  it('is brought to mind after 12 and after 20 hours, each once, whoever sweeps how often', async () => {
    const first = await start()
    await start()
    await request()
    await office.caught(2)
    now = new Date('2026-12-05T20:59:59.000Z')
    await office.sweptAt(now)
    expect(await reminders(2)).toEqual([])
    now = new Date('2026-12-05T21:00:00.000Z')
    expect(await reminders(3)).toEqual([`desk@harbour.example ${WAITS}`])
    await first.stop()
    now = new Date('2026-12-06T05:00:00.000Z')
    expect(await reminders(4)).toEqual([`desk@harbour.example ${WAITS}`, `desk@harbour.example ${STILL_WAITS}`])
    await office.remindersSettled()
    expect(await facts()).toEqual({ 'NotificationSent request-waits': 1, 'NotificationSent request-still-waits': 1 })
  })

  it.each(['approve', 'reject'] as const)('and is answered (%s) is not brought to mind', async (answer) => {
    await start()
    const booking = await request()
    await office.caught(2)
    await story[answer](booking)
    await office.caught(3)
    now = new Date('2026-12-06T05:00:00.000Z')
    await office.sweptAt(now)
    await office.remindersSettled(now)
    expect(await reminders(3)).toEqual([])
    expect(await facts()).toEqual({})
  })

  it('and is answered when the reminder is in the queue already is looked at again', async () => {
    const { stop } = await start({ work: false, grace: 60_000 })
    const booking = await request()
    await office.due(2)
    now = new Date('2026-12-05T21:00:00.000Z')
    await office.queued('request-waits')
    await story.reject(booking)
    await office.due(3)
    await stop()
    await start()
    await office.settled(3)
    await expect.poll(facts, { timeout: 60_000 }).toEqual({ 'NotificationWithdrawn request-waits overtaken': 1 })
    // Neither are the receipts sent, which the answer has overtaken as well.
    expect(await reminders(1)).toEqual([])
  })

  it('of somebody who was erased is not brought to mind', async () => {
    await start()
    const { customerId } = await request()
    await office.caught(2)
    await office.vault.forget(customerId)
    now = new Date('2026-12-05T21:00:00.000Z')
    await office.remindersSettled(now)
    expect(await facts()).toEqual({ 'NotificationWithdrawn request-waits customer-erased': 1 })
    expect(await office.mailbox.count()).toBe(2)
  })
})

/** A booking that staff have approved. */
const approved = async (): Promise<Requested> => {
  const booking = await request()
  await office.caught(2)
  await story.approve(booking)
  await office.caught(3)
  return booking
}

describe('the renter', () => {
  it('is reminded on the day before the pickup, once', async () => {
    await start()
    await approved()
    now = new Date('2026-12-07T08:59:59.000Z')
    await office.sweptAt(now)
    expect(await reminders(3)).toEqual([])
    now = new Date('2026-12-07T09:00:00.000Z')
    expect(await reminders(4)).toEqual([`ada@renter.example ${TOMORROW}`])
    await office.remindersSettled()
    expect(await facts()).toEqual({ 'NotificationSent pickup-tomorrow': 1 })
  })

  it('is reminded of a booking that was completed by mistake and reinstated', async () => {
    await start()
    const booking = await approved()
    await story.complete(booking)
    await office.caught(4)
    await story.reinstate(booking)
    now = new Date('2026-12-07T09:00:00.000Z')
    expect(await reminders(5)).toEqual([`ada@renter.example ${TOMORROW}`])
    await office.remindersSettled()
    expect(await facts()).toEqual({ 'NotificationSent pickup-tomorrow': 1 })
  })

  it('is not reminded of a booking that is over by then', async () => {
    await start()
    const booking = await approved()
    await story.complete(booking)
    await office.caught(4)
    now = new Date('2026-12-07T09:00:00.000Z')
    await office.remindersSettled(now)
    expect(await facts()).toEqual({ 'NotificationWithdrawn pickup-tomorrow overtaken': 1 })
    expect(await office.mailbox.count()).toBe(4)
  })

  it('is not reminded of a booking that was cancelled', async () => {
    await start()
    const booking = await approved()
    await story.cancel(booking)
    await office.caught(4)
    now = new Date('2026-12-07T09:00:00.000Z')
    await office.sweptAt(now)
    await office.remindersSettled(now)
    expect(await facts()).toEqual({})
  })
})

describe('after a stop', () => {
  it('what still helps is sent, and what is long past is not', async () => {
    const { stop } = await start()
    await request()
    await office.caught(2)
    await office.remindersEntered(2)
    await stop()
    // The second has been due for two hours; what the first would say, it says better.
    now = new Date('2026-12-06T07:00:00.000Z')
    await start()
    expect(await reminders(3)).toEqual([`desk@harbour.example ${STILL_WAITS}`])
    await office.remindersSettled()
    expect(await facts()).toEqual({
      'NotificationWithdrawn request-waits too-late': 1,
      'NotificationSent request-still-waits': 1,
    })
  })

  it('of a week nobody is mailed about what was due in it', async () => {
    const { stop } = await start()
    for (let count = 1; count <= 3; count += 1) await request()
    await office.due(6)
    await office.remindersEntered(6)
    await office.settled(6)
    const before = await office.mailbox.count()
    await stop()
    now = new Date('2026-12-12T09:00:00.000Z')
    await start()
    await office.remindersSettled()
    expect(await facts()).toEqual({})
    expect(await office.mailbox.count()).toBe(before)
  })
})
