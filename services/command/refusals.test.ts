import { day, standingBlock, standingBooking } from '@forecourt/domain/testing/rental.ts'
import { describe, expect, it } from 'vitest'
import { type AnyRefusal, problemOf } from './refusals.ts'

describe('days in sentences for people (specification section 1: en-GB)', () => {
  const latest = day('2036-11-22')
  const booking = standingBooking(1, '2027-01-05', '2027-01-07')
  const work = standingBlock(2, '2026-12-20', '2026-12-25')
  it.each<[string, AnyRefusal, string]>([
    [
      'what is in the way',
      { code: 'dates-unavailable', conflicts: [booking], maintenance: [work], turnaroundDays: 0 },
      `In the way: #${booking.reference} from Tue 5 Jan 2027 to Thu 7 Jan 2027; maintenance (service) from Sun 20 Dec 2026 to Fri 25 Dec 2026.`,
    ],
    [
      'what is in the way of an approval, to somebody who has chosen no days',
      { code: 'dates-unavailable', of: 'approval', conflicts: [booking], maintenance: [], turnaroundDays: 1 },
      `The days are taken by another approved booking. In the way: #${booking.reference} from Tue 5 Jan 2027 to Thu 7 Jan 2027. 1 day is kept free after each booking.`,
    ],
    [
      'maintenance that is in the way of an approval',
      { code: 'dates-unavailable', of: 'approval', conflicts: [], maintenance: [work], turnaroundDays: 0 },
      'The vehicle is in maintenance then. In the way: maintenance (service) from Sun 20 Dec 2026 to Fri 25 Dec 2026.',
    ],
    [
      'what keeps a vehicle in the fleet',
      { code: 'vehicle-has-bookings', bookings: [booking] },
      `The vehicle has approved bookings: #${booking.reference} from Tue 5 Jan 2027 to Thu 7 Jan 2027.`,
    ],
    ['a pickup too far ahead', { code: 'too-far-ahead', latest }, 'The pickup date cannot be after Sat 22 Nov 2036.'],
    [
      'a pickup in the past',
      { code: 'pickup-in-the-past', earliest: latest },
      'The pickup date cannot be before Sat 22 Nov 2036.',
    ],
    [
      'maintenance too far ahead',
      { code: 'too-far-ahead', of: 'maintenance', latest },
      'Maintenance cannot begin after Sat 22 Nov 2036.',
    ],
    [
      'maintenance that has begun',
      { code: 'maintenance-started', from: latest },
      'The maintenance began on Sat 22 Nov 2036: only its end can be moved.',
    ],
  ])('%s', (_, refusal, sentence) => {
    const { message } = problemOf(refusal)
    expect(message).toContain(sentence)
    expect(message).not.toMatch(/\d{4}-\d{2}-\d{2}/)
  })
})
