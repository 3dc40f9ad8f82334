import { vehicleOf } from '@forecourt/domain/ids.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { readBookingToken } from '@forecourt/kit/booking-link.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { lookupKey, PostOffice } from '../testing/post-office.ts'
import { beginStory } from '../testing/story.ts'

let office: PostOffice
beforeEach(async () => {
  office = await PostOffice.open(undefined)
})
afterEach(() => office[Symbol.asyncDispose]())

const ADA = 'ada@renter.example'
const DESK = 'desk@harbour.example'
const PAGE = /http:\/\/localhost:3000\/tenant-[0-9a-f]{8}\/booking\/([A-Za-z0-9_-]{96})/

type Caught = Awaited<ReturnType<PostOffice['caught']>>
/** The mails to an address whose subject fits. */
const to = (mails: Caught, address: string, subject: RegExp) =>
  mails.filter((mail) => mail.envelope.to.includes(address) && subject.test(mail.subject))
/** Where the link in a mail leads. */
const linkIn = (mail: Caught[number] | undefined) => readBookingToken(lookupKey, PAGE.exec(mail?.text ?? '')?.[1] ?? '')

it('every mail to a renter leads to their page with the link of the present version; no mail to the business does', async () => {
  const story = await beginStory(office.eventLog, office.vault, { contactEmail: DESK })
  await office.start()
  const booking = await story.request({ email: ADA })
  const { bookingId } = booking
  const { businessId } = story
  const [received] = to(await office.caught(2), ADA, /./)
  expect(linkIn(received)).toEqual({ bookingId, businessId, version: 0 })
  await story.happened(booking, 'BookingLinkReissued', { version: 1 })
  await office.caught(3)
  await story.approve(booking)
  const mails = await office.caught(4)
  expect(linkIn(to(mails, ADA, /^The page of your booking/)[0])).toEqual({ bookingId, businessId, version: 1 })
  expect(linkIn(to(mails, ADA, /is confirmed$/)[0])).toEqual({ bookingId, businessId, version: 1 })
  for (const mail of to(mails, DESK, /./)) expect(mail.text).not.toMatch(PAGE)
})

it('the business is told each time a renter asks to cancel, and the renter each time it declines', async () => {
  const story = await beginStory(office.eventLog, office.vault, { contactEmail: DESK })
  await office.start()
  const booking = await story.request({ email: ADA })
  await story.approve(booking)
  await office.caught(3)
  for (const due of [5, 7]) {
    await story.happened(booking, 'CancellationRequested')
    await office.caught(due - 1)
    await story.happened(booking, 'CancellationDeclined')
    await office.caught(due)
  }
  const mails = await office.caught(7)
  expect(to(mails, DESK, /^The customer asks to cancel booking/)).toHaveLength(2)
  expect(to(mails, ADA, /^Your booking .* stands$/)).toHaveLength(2)
})

it('who is let out of their booking is told that it is as they asked; who was not asking any more, that it is cancelled', async () => {
  const story = await beginStory(office.eventLog, office.vault, { contactEmail: DESK })
  await office.start()
  const letOut = await story.request({ email: ADA })
  await story.approve(letOut)
  await office.caught(3)
  await story.happened(letOut, 'CancellationRequested')
  await office.caught(4)
  await story.cancel(letOut)
  const [asked] = to(await office.caught(5), ADA, /is cancelled, as you asked$/)
  expect(asked?.text).toContain('As you asked, ')
  const held = await story.request({ email: ADA })
  await story.approve(held)
  await office.caught(8)
  await story.happened(held, 'CancellationRequested')
  await office.caught(9)
  await story.happened(held, 'CancellationDeclined')
  await office.caught(10)
  await story.cancel(held)
  expect(to(await office.caught(11), ADA, /has been cancelled$/)).toHaveLength(1)
})

it('a request that was taken back is told to both', async () => {
  const story = await beginStory(office.eventLog, office.vault, { contactEmail: DESK })
  await office.start()
  const booking = await story.request({ email: ADA })
  await office.caught(2)
  await story.happened(booking, 'BookingWithdrawn')
  const mails = await office.caught(4)
  expect(to(mails, ADA, /^You have cancelled your booking request/)).toHaveLength(1)
  expect(to(mails, DESK, /was cancelled by the customer$/)).toHaveLength(1)
})

it('nobody is sent a link to a booking of somebody who is erased', async () => {
  const story = await beginStory(office.eventLog, office.vault, { contactEmail: DESK })
  const booking = await story.request({ email: ADA })
  await office.vault.forget(booking.customerId)
  await story.happened(booking, 'BookingLinkReissued', { version: 1 })
  await office.start()
  await office.settled(3)
  expect(to(await office.caught(0), ADA, /./)).toEqual([])
})

it('who has signed is told when the contract is made anew, and no one of the first: the approval says it', async () => {
  const story = await beginStory(office.eventLog, office.vault, { contactEmail: DESK })
  await office.start()
  const booking = await story.request({ email: ADA })
  await story.approve(booking)
  const contracts = async (count: number) =>
    await vi.waitFor(
      async () => {
        const recorded = await Array.fromAsync(office.eventLog.read(scheduleStream(vehicleOf(booking.bookingId))))
        const made = recorded.filter(({ type }) => type === 'ContractGenerated')
        expect(made).toHaveLength(count)
        return made.map(({ data }) => z.object({ sha256: z.string() }).parse(JSON.parse(data)).sha256)
      },
      { timeout: 60_000, interval: 50 },
    )
  const [first = ''] = await contracts(1)
  await story.sign(booking, first)
  // Request and decision to one or both, then the signed copy to both.
  const before = await office.caught(5)
  expect(to(before, ADA, /^Please sign/)).toEqual([])
  await story.reissue(booking)
  await contracts(2)
  const [asks, ...more] = to(await office.caught(6), ADA, /^Please sign your rental agreement/)
  expect(more).toEqual([])
  expect(asks?.text).toContain('takes the place')
  expect(linkIn(asks)).toMatchObject({ bookingId: booking.bookingId })
  await story.reissue(booking)
  expect(to(await office.caught(7), ADA, /^Please sign your rental agreement/)).toHaveLength(2)
})
