import type { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { describe, expect, it } from 'vitest'
import {
  cancellingOf,
  contractInWords,
  isContractComing,
  isLicenceWanted,
  licenceInWords,
  mailTo,
  momentAt,
  standingOf,
  wishOf,
} from './model.ts'
import { aRenterBooking } from './testing/renter-booking.ts'

const TODAY = '2026-12-01'
const toSign = { state: 'to-sign', sha256: 'a'.repeat(64), termsVersion: 1, signedAt: null } as const
const signed = { ...toSign, state: 'signed', signedAt: '2026-11-22T10:00:00.000Z' } as const
const approved = (change: Partial<RenterBooking> = {}) => aRenterBooking({ status: 'approved', ...change })
const titleOf = (booking: RenterBooking, today = TODAY) => standingOf(booking, today).title

describe('where the booking stands, in one sentence', () => {
  it.each<[string, RenterBooking, string?]>([
    ['Your request is being looked at', aRenterBooking()],
    [
      'Your licence is needed again',
      aRenterBooking({ licence: { status: 'refused', reason: 'Blurred', mayReplace: true } }),
    ],
    ['Your booking is confirmed', approved({ contractComing: true })],
    ['All is ready', approved()],
    ['Your booking is confirmed', approved({ contract: toSign })],
    ['All is ready', approved({ contract: signed })],
    ['Your hire is under way', approved({ contract: signed }), '2026-12-09'],
    ['Your hire ends today', approved({ contract: signed }), '2026-12-10'],
    ['Your hire is over', approved({ contract: signed }), '2026-12-11'],
    [
      'You have asked to cancel',
      approved({ contract: toSign, cancellation: { may: 'no', askedAt: '2026-11-22T10:00:00.000Z' } }),
    ],
    ['Your request was declined', aRenterBooking({ status: 'rejected' })],
    ['This booking is cancelled', aRenterBooking({ status: 'cancelled' })],
    ['Your hire is complete', aRenterBooking({ status: 'completed' })],
  ])('%s', (title, booking, today) => expect(titleOf(booking, today)).toBe(title))

  it('a contract that is to be signed is what there is to do, also on the day', () => {
    for (const today of [TODAY, '2026-12-08']) {
      expect(standingOf(approved({ contract: toSign }), today)).toMatchObject({ tone: 'act' })
    }
  })
  it('says within what time the business answers', () =>
    expect(standingOf(aRenterBooking(), TODAY).next).toMatch(/^Harbour Hire answers within 24 hours/))
})

describe('asking to cancel', () => {
  it('cancels at once while nobody has agreed, and says so first', () =>
    expect(cancellingOf(aRenterBooking())?.question).toContain('cancelled at once'))
  it('is a question to the business afterwards, which says that the booking stands until then', () =>
    expect(cancellingOf(approved({ cancellation: { may: 'ask', askedAt: null } }))?.question).toContain(
      'Until then the booking stands',
    ))
  it('is not offered when it is too late, or was asked already', () =>
    expect(cancellingOf(approved({ cancellation: { may: 'no', askedAt: null } }))).toBeUndefined())
  it('is another wish once staff have declined the one before, or the booking has gone on', () => {
    const [asked, declined] = (['cancellation-asked', 'cancellation-declined'] as const).map((what) => ({
      at: '2026-11-22T10:00:00.000Z',
      what,
    }))
    if (asked === undefined || declined === undefined) throw new Error('two of two')
    const { timeline } = aRenterBooking()
    const wishes = [
      aRenterBooking(),
      approved(),
      approved({ timeline: [...timeline, asked] }),
      approved({ timeline: [...timeline, asked, declined] }),
      approved({ timeline: [...timeline, asked, declined, asked] }),
    ].map(wishOf)
    expect(new Set(wishes).size).toBe(wishes.length)
    expect(wishOf(approved({ contractComing: true })), 'what has nothing to do with it').toBe(wishOf(approved()))
  })
})

it('a contract comes soon when one is being made, and is not waited for when none is: the booking came from elsewhere', () => {
  expect(isContractComing(approved({ contractComing: true }))).toBe(true)
  expect(isContractComing(approved({ contractComing: true, contract: toSign }))).toBe(false)
  expect(isContractComing(approved())).toBe(false)
  expect(standingOf(approved(), TODAY).next).toBe(
    'Pick up the Ford Fiesta on 8 December 2026. Bring your driving licence.',
  )
})

it('a licence that has expired is asked for again, as one that was refused', () => {
  const expired = { status: 'expired', reason: null, mayReplace: true } as const
  expect(isLicenceWanted(expired)).toBe(true)
  expect(licenceInWords(expired)).toBe('Your licence has expired. Send a picture of one that is valid.')
  expect(standingOf(aRenterBooking({ licence: expired }), TODAY)).toEqual({
    tone: 'act',
    title: 'Your licence is needed again',
    next: 'Harbour Hire says that your licence has expired. Send another one below, and your request goes on.',
  })
})

it('a copy of the contract is said to be in the mails when one was mailed, and not of one that was signed on paper', () => {
  expect(contractInWords(signed, 'Europe/London')).toBe('Signed on 22 Nov, 10:00. A copy is in your mails.')
  const onPaper = { ...signed, sha256: null, signedAt: null }
  expect(contractInWords(onPaper, 'Europe/London')).toBe('Signed on paper. You can read it here.')
  expect(contractInWords(toSign, 'Europe/London')).toContain('waits for your signature')
})

it('a link to a mail is one that every phone understands', () => {
  expect(mailTo('hello@harbour-hire.example', 'BR-1')).toBe(
    'mailto:hello@harbour-hire.example?subject=Booking%20%23BR-1',
  )
})

it('times are those of the business', () =>
  expect(momentAt('2026-07-01T23:30:00.000Z', 'Europe/London')).toBe('2 Jul, 00:30'))
