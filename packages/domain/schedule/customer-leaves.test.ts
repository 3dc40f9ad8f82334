import { describe, it, test } from 'vitest'
import { CustomerId } from '../ids.ts'
import { given } from '../testing/given.ts'
import {
  approved,
  bookingId,
  cancelled,
  completed,
  customerId,
  day,
  harbour,
  rejected,
  requested,
  requestOf,
  standingBooking,
  subjectOf,
  vehicleId,
} from '../testing/rental.ts'
import { scheduleDecider } from './decider.ts'

const of = (today = '2026-10-20') => ({ vehicleId, businessId: harbour, customerId, today: day(today) })
const closing = (today?: string) => ({ type: 'closeForCustomer', ...of(today) }) as const
const reopening = { type: 'reopenForCustomer', ...of() } as const
const rejecting = { type: 'rejectPendingOf', ...of() } as const
const somebodyElse = CustomerId.parse('e5555555-5555-4555-8555-555555555555')
const departure = { vehicleId, businessId: harbour, customerId }
const left = { type: 'CustomerBookingsClosed', data: departure } as const
const stayed = { type: 'CustomerBookingsReopened', data: departure } as const
const staff = { bookingId: bookingId(1), businessId: harbour, turnaroundDays: 0 }

describe('a customer can be erased', () => {
  it.each([
    ['to come', '2026-10-20'],
    ['under way', '2026-10-26'],
    ['ending today', '2026-10-28'],
  ])('not while an approved booking is %s, and the refusal lists it', (_, today) =>
    given(scheduleDecider, requested(1), approved(1))
      .when(closing(today))
      .thenRefused({ code: 'customer-has-bookings', bookings: [standingBooking(1)] }),
  )

  it.each([
    ['ended yesterday', '2026-10-29', [requested(1), approved(1)]],
    ['is pending', '2026-10-20', [requested(1)]],
    ['was rejected', '2026-10-20', [requested(1), rejected(1)]],
    ['was cancelled', '2026-10-20', [requested(1), approved(1), cancelled(1)]],
    ['is completed', '2026-10-20', [requested(1), approved(1), completed(1)]],
  ])('when a booking %s', (_, today, facts) =>
    given(scheduleDecider, ...facts)
      .when(closing(today))
      .thenEmits(left),
  )

  test('whatever others have booked', () => {
    const other = { ...approved(1).data, customerId: somebodyElse }
    given(scheduleDecider, { type: 'BookingApproved', data: other }).when(closing()).thenEmits(left)
  })
})

describe('from then on', () => {
  test('nothing of theirs is approved', () =>
    given(scheduleDecider, requested(1), left)
      .when({ type: 'approve', ...staff })
      .thenRefused({ code: 'customer-erased' }))
  test('nothing of theirs is reinstated', () =>
    given(scheduleDecider, requested(1), approved(1), completed(1), left)
      .when({ type: 'reinstate', ...staff })
      .thenRefused({ code: 'customer-erased' }))
  test('nobody notes anything down about them', () =>
    given(scheduleDecider, requested(1), left)
      .when({ type: 'saveAdminNotes', ...staff, notes: 'Ada', mark: 'Ada' })
      .thenRefused({ code: 'customer-erased' }))
  test('what is over can still be completed', () =>
    given(scheduleDecider, requested(1), approved(1), left)
      .when({ type: 'complete', ...staff })
      .thenEmits({ type: 'BookingCompleted', data: subjectOf(1) }))
  test('the vehicle is there for everybody else', () =>
    given(scheduleDecider, requested(1), left)
      .when({ type: 'hideFromRecent', ...staff })
      .thenEmits({ type: 'BookingHiddenFromRecent', data: subjectOf(1) }))
  test('closing again writes nothing', () => given(scheduleDecider, left).when(closing()).thenNothing())
})

test('requests that wait are rejected, those of others are not', () => {
  const other = requested(2)
  const others = {
    ...other,
    data: { ...other.data, customerId: somebodyElse },
  }
  given(scheduleDecider, requested(1), others, requested(3), approved(3), left)
    .when(rejecting)
    .thenEmits({ type: 'BookingRejected', data: { ...subjectOf(1), reason: 'the customer was erased' } })
  given(scheduleDecider, left).when(rejecting).thenNothing()
})

test('a customer who stays after all is as they were', () => {
  given(scheduleDecider, requested(1), left).when(reopening).thenEmits(stayed)
  given(scheduleDecider, requested(1)).when(reopening).thenNothing()
  given(scheduleDecider, requested(1), left, stayed)
    .when({ type: 'approve', ...staff })
    .thenEmits(approved(1))
})

test('whether somebody may ask for a booking is not decided here: the vault no longer knows who is erased', () => {
  const asked = requestOf()
  given(scheduleDecider, left)
    .when(asked)
    .thenEmits({ ...requestedAs(asked) })
})

function requestedAs(asked: ReturnType<typeof requestOf>) {
  return {
    type: 'BookingRequested',
    data: { ...requested(1).data, reference: `BR-1792488600000${requested(1).data.bookingId.slice(-4)}` },
    personal: asked.personal,
  } as const
}
