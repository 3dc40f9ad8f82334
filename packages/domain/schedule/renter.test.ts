import { describe, expect, it, test } from 'vitest'
import { given } from '../testing/given.ts'
import {
  approved,
  bookingId,
  cancellationAsked,
  cancellationDeclined,
  cancelled,
  completed,
  customerId,
  day,
  harbour,
  linkReissued,
  northern,
  rejected,
  requested,
  subjectOf,
  vehicleId,
  withdrawn,
} from '../testing/rental.ts'
import { scheduleDecider } from './decider.ts'
import { leadsTo } from './renter.ts'

const booking = { bookingId: bookingId(1), businessId: harbour }
const leaving = { type: 'CustomerBookingsClosed', data: { vehicleId, businessId: harbour, customerId } } as const

describe('a renter who wants to cancel', () => {
  const ask = { type: 'askToCancel', ...booking, today: day('2026-10-24') } as const

  test('takes back a request that nobody has agreed to, at once', () => {
    given(scheduleDecider, requested(1)).when(ask).thenEmits(withdrawn(1))
    given(scheduleDecider, requested(1), withdrawn(1)).when(ask).thenNothing()
  })
  test('asks the business when it has agreed, once at a time', () => {
    given(scheduleDecider, requested(1), approved(1)).when(ask).thenEmits(cancellationAsked(1))
    given(scheduleDecider, requested(1), approved(1), cancellationAsked(1)).when(ask).thenNothing()
    given(scheduleDecider, requested(1), approved(1), cancellationAsked(1), cancellationDeclined(1))
      .when(ask)
      .thenEmits(cancellationAsked(1))
  })
  test('is too late from the day of the pickup on', () => {
    given(scheduleDecider, requested(1), approved(1))
      .when({ ...ask, today: day('2026-10-25') })
      .thenRefused({ code: 'cancellation-too-late' })
    given(scheduleDecider, requested(1), approved(1), completed(1))
      .when(ask)
      .thenRefused({ code: 'cancellation-too-late' })
  })
  test('has nothing to cancel when it will not take place anyhow', () => {
    given(scheduleDecider, requested(1), rejected(1)).when(ask).thenNothing()
    given(scheduleDecider, requested(1), approved(1), cancelled(1)).when(ask).thenNothing()
  })
  test('has no booking of another business, and none when they are erased', () => {
    given(scheduleDecider, requested(1))
      .when({ ...ask, businessId: northern })
      .thenRefused({ code: 'not-found' })
    given(scheduleDecider, requested(1), leaving).when(ask).thenRefused({ code: 'not-found' })
  })
  test('has withdrawn for good: staff cannot approve it any more', () =>
    given(scheduleDecider, requested(1), withdrawn(1))
      .when({ type: 'approve', ...booking, turnaroundDays: 0 })
      .thenRefused({ code: 'transition-not-allowed', from: 'rejected', to: 'approved' }))
  test('is who ended it, for staff who approve what they saw as pending', () => {
    const approve = {
      type: 'changeBooking',
      ...booking,
      turnaroundDays: 0,
      from: 'pending',
      status: 'approved',
    } as const
    const refused = { code: 'transition-not-allowed', seen: 'pending', from: 'rejected', to: 'approved' } as const
    given(scheduleDecider, requested(1), withdrawn(1))
      .when(approve)
      .thenRefused({ ...refused, withdrawn: true })
    given(scheduleDecider, requested(1), rejected(1)).when(approve).thenRefused(refused)
  })
})

describe('staff who are asked to cancel', () => {
  const decline = { type: 'declineCancellation', ...booking } as const

  test('decline', () =>
    given(scheduleDecider, requested(1), approved(1), cancellationAsked(1))
      .when(decline)
      .thenEmits(cancellationDeclined(1)))
  test('answer by cancelling, and then nobody is told that the booking is kept', () => {
    given(scheduleDecider, requested(1), approved(1), cancellationAsked(1))
      .when({ type: 'cancel', ...booking })
      .thenEmits(cancelled(1))
    given(scheduleDecider, requested(1), approved(1), cancellationAsked(1), cancelled(1))
      .when(decline)
      .thenRefused({ code: 'booking-cancelled' })
  })
  test('are not asked about what nobody asked, nor about another business’s booking', () => {
    given(scheduleDecider, requested(1), approved(1)).when(decline).thenNothing()
    given(scheduleDecider, requested(1), approved(1), cancellationAsked(1))
      .when({ ...decline, businessId: northern })
      .thenRefused({ code: 'not-found' })
  })
})

/** A booking whose renter asked at the first of these moments, was turned down, asked at the next one, and so on. */
function asked(...moments: readonly string[]) {
  const state = scheduleDecider.initial()
  for (const fact of [requested(1), approved(1)]) scheduleDecider.evolve(state, fact)
  for (const [index, at] of moments.entries()) {
    if (index > 0) scheduleDecider.evolve(state, cancellationDeclined(1))
    scheduleDecider.evolve(state, cancellationAsked(1), at)
  }
  return state
}
const refusedAsAnswered = (again: boolean) => ({ ok: false, refusal: { code: 'cancellation-answered', again } })

describe('an answer to the wish to cancel that was seen', () => {
  const [first, second] = ['2026-10-01T09:00:00.000Z', '2026-10-02T09:00:00.000Z']
  const keep = { type: 'declineCancellation', ...booking } as const
  const agree = { type: 'changeBooking', ...booking, turnaroundDays: 0, from: 'approved', status: 'rejected' } as const
  const answered = () => scheduleDecider.evolve(asked(first), cancellationDeclined(1))

  it('is given while that one waits, however its moment is written', () => {
    for (const askedAt of [first, '2026-10-01T09:00:00Z']) {
      expect(scheduleDecider.decide({ ...keep, askedAt }, asked(first))).toEqual({
        ok: true,
        events: [cancellationDeclined(1)],
      })
      expect(scheduleDecider.decide({ ...agree, askedAt }, asked(first))).toEqual({ ok: true, events: [cancelled(1)] })
    }
  })
  it('cancels nothing that somebody has kept meanwhile; that it is kept is so already', () => {
    expect(scheduleDecider.decide({ ...agree, askedAt: first }, answered())).toEqual(refusedAsAnswered(false))
    expect(scheduleDecider.decide({ ...keep, askedAt: first }, answered())).toEqual({ ok: true, events: [] })
  })
  it('answers no wish that came after it, which nobody has looked at', () => {
    for (const answer of [keep, agree]) {
      expect(scheduleDecider.decide({ ...answer, askedAt: first }, asked(first, second))).toEqual(
        refusedAsAnswered(true),
      )
    }
  })
  it('is nothing new for what is cancelled already', () => {
    const state = scheduleDecider.evolve(asked(first), cancelled(1))
    expect(scheduleDecider.decide({ ...agree, askedAt: first }, state)).toEqual({ ok: true, events: [] })
    expect(scheduleDecider.decide({ ...keep, askedAt: first }, state)).toMatchObject({
      refusal: { code: 'booking-cancelled' },
    })
  })
  it('is not asked for of whoever cancels before they have seen that the renter asks', () => {
    expect(scheduleDecider.decide(agree, asked(first))).toEqual({ ok: true, events: [cancelled(1)] })
    expect(scheduleDecider.decide(agree, answered())).toEqual({ ok: true, events: [cancelled(1)] })
    expect(scheduleDecider.decide(keep, asked(first, second))).toEqual({ ok: true, events: [cancellationDeclined(1)] })
  })
})

describe('the link to the renter’s own page', () => {
  const reissue = { type: 'reissueLink', ...booking } as const

  test('gets the next version', () => {
    given(scheduleDecider, requested(1)).when(reissue).thenEmits(linkReissued(1, 1))
    given(scheduleDecider, requested(1), linkReissued(1, 1)).when(reissue).thenEmits(linkReissued(1, 2))
  })
  test('is not given out again for somebody who is erased, or another business’s booking', () => {
    given(scheduleDecider, requested(1), leaving).when(reissue).thenRefused({ code: 'customer-erased' })
    given(scheduleDecider, requested(1))
      .when({ ...reissue, businessId: northern })
      .thenRefused({ code: 'not-found' })
  })
  it('leads to the booking by its last version, 0 before any, and nowhere for another business or who is erased', () => {
    const state = scheduleDecider.initial()
    const leading = () => [0, 1, 2].filter((version) => leadsTo(state, { ...booking, version }))
    expect(leading()).toEqual([])
    scheduleDecider.evolve(state, requested(1))
    expect(leading()).toEqual([0])
    scheduleDecider.evolve(state, linkReissued(1, 1))
    expect(leading()).toEqual([1])
    expect(leadsTo(state, { ...booking, businessId: northern, version: 1 })).toBe(false)
    scheduleDecider.evolve(state, leaving)
    expect(leading()).toEqual([])
  })
})

describe('another picture of the licence', () => {
  const licencePath = '/objects/licences/another'
  const mark = 'mark-2'
  const replace = {
    type: 'replaceLicence',
    ...booking,
    licencePath,
    mark,
    firstMark: 'mark-1',
    isVerified: false,
  } as const
  const replaced = { type: 'BookingLicenceReplaced', data: { ...subjectOf(1), mark } } as const

  test('takes the place of the first while the request waits', () =>
    given(scheduleDecider, requested(1))
      .when(replace)
      .thenEmits({ ...replaced, personal: { licencePath } }))
  test('that is there already is not written again, be it the first one or one that was sent since', () => {
    given(scheduleDecider, requested(1))
      .when({ ...replace, mark: 'mark-1' })
      .thenNothing()
    given(scheduleDecider, requested(1), replaced).when(replace).thenNothing()
    given(scheduleDecider, requested(1), replaced)
      .when({ ...replace, mark: 'mark-1' })
      .thenEmits({ ...replaced, data: { ...replaced.data, mark: 'mark-1' }, personal: { licencePath } })
    // Before it was written down which picture it was, nobody can tell.
    given(scheduleDecider, requested(1), { ...replaced, data: { ...replaced.data, mark: null } })
      .when(replace)
      .thenEmits({ ...replaced, personal: { licencePath } })
  })
  test('is not taken once staff have answered, or verified the licence', () => {
    given(scheduleDecider, requested(1), approved(1)).when(replace).thenRefused({ code: 'booking-not-pending' })
    given(scheduleDecider, requested(1), rejected(1)).when(replace).thenRefused({ code: 'booking-not-pending' })
    given(scheduleDecider, requested(1))
      .when({ ...replace, isVerified: true })
      .thenRefused({ code: 'licence-verified' })
  })
  test('is not taken of somebody who is erased', () =>
    given(scheduleDecider, requested(1), leaving).when(replace).thenRefused({ code: 'not-found' }))
})
