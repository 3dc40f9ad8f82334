import type { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { describe, expect, it } from 'vitest'
import { cancellingOf, isContractComing, mailTo, momentAt, standingOf, telephone } from './model.ts'
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
    ['Your booking is confirmed', approved()],
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
})

it('a contract comes soon when the booking is approved and has none', () => {
  expect(isContractComing(approved())).toBe(true)
  expect(isContractComing(approved({ contract: toSign }))).toBe(false)
  expect(isContractComing(aRenterBooking())).toBe(false)
})

it('links to a telephone and a mail are ones that every phone understands', () => {
  expect(telephone('+44 (0)117 496-0000')).toBe('tel:+441174960000')
  expect(mailTo('hello@harbour-hire.example', 'BR-1')).toBe(
    'mailto:hello@harbour-hire.example?subject=Booking%20%23BR-1',
  )
})

it('times are those of the business', () =>
  expect(momentAt('2026-07-01T23:30:00.000Z', 'Europe/London')).toBe('2 Jul, 00:30'))
