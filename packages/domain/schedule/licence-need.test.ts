import { describe, expect, it } from 'vitest'
import { CivilDate } from '../civil-date.ts'
import { bookingId, customerId, harbour } from '../testing/rental.ts'
import type { ScheduleFact } from './events.ts'
import { combined, type LicenceNeed, licenceNeedAfter } from './licence-need.ts'

const subject = { bookingId: bookingId(1), businessId: harbour, customerId }
const [pickupDate, dropoffDate] = [CivilDate.parse('2026-03-10'), CivilDate.parse('2026-03-14')]
const approved = { type: 'BookingApproved', data: { ...subject, pickupDate, dropoffDate } } as const
const reinstated = { ...approved, type: 'BookingReinstated' } as const
const completed = { type: 'BookingCompleted', data: subject } as const
const cancelled = { type: 'BookingCancelled', data: { ...subject, reason: null } } as const
const hidden = { type: 'BookingHiddenFromRecent', data: subject } as const

/** Until when the licence is needed after these facts, each on its day. */
function after(...facts: readonly (readonly [ScheduleFact, string])[]): LicenceNeed['until'] | undefined {
  let need: LicenceNeed | undefined
  for (const [fact, on] of facts) {
    const told = licenceNeedAfter(fact, CivilDate.parse(on))
    if (told !== undefined) need = combined(need, told)
  }
  return need?.until
}

describe('a booking needs its renter’s licence', () => {
  it('until its last day, when it is approved', () => expect(after([approved, '2026-03-01'])).toBe('2026-03-14'))
  it('until the day of the refusal, whatever its dates', () =>
    expect(after([approved, '2026-03-01'], [cancelled, '2026-03-02'])).toBe('2026-03-02'))
  it('until the vehicle is back, when it is late', () =>
    expect(after([approved, '2026-03-01'], [completed, '2026-03-20'])).toBe('2026-03-20'))
  it('until its last day, when the vehicle is back early', () =>
    expect(after([approved, '2026-03-01'], [completed, '2026-03-11'])).toBe('2026-03-14'))
  it('until its last day, when it was completed by mistake', () =>
    expect(after([approved, '2026-03-01'], [completed, '2026-03-20'], [reinstated, '2026-03-20'])).toBe('2026-03-14'))
  it('no less and no more for what staff do to their lists', () =>
    expect(after([hidden, '2026-03-01'])).toBeUndefined())
})
