import { it, test } from 'vitest'
import { given } from '../testing/given.ts'
import {
  approved,
  cancelled,
  closed,
  completed,
  day,
  harbour,
  reinstated,
  rejected,
  requested,
  standingBooking,
  vehicleId,
} from '../testing/rental.ts'
import { scheduleDecider } from './decider.ts'

const closing = (today = '2026-10-20') =>
  ({ type: 'close', vehicleId, businessId: harbour, today: day(today) }) as const

test('a vehicle without bookings can leave', () => given(scheduleDecider).when(closing()).thenEmits(closed))

it.each([
  ['to come', '2026-10-20'],
  ['under way', '2026-10-26'],
  ['ending today', '2026-10-28'],
])('a vehicle with an approved booking %s cannot leave, and the refusal lists it', (_, today) =>
  given(scheduleDecider, requested(1), approved(1))
    .when(closing(today))
    .thenRefused({ code: 'vehicle-has-bookings', bookings: [standingBooking(1)] }),
)

test('a vehicle whose approved booking ended yesterday can leave', () =>
  given(scheduleDecider, requested(1), approved(1)).when(closing('2026-10-29')).thenEmits(closed))

it.each([
  ['pending', [requested(1)]],
  ['rejected', [requested(1), rejected(1)]],
  ['cancelled', [requested(1), approved(1), cancelled(1)]],
  ['completed', [requested(1), approved(1), completed(1)]],
])('a booking that is %s keeps no vehicle', (_, facts) =>
  given(scheduleDecider, ...facts)
    .when(closing())
    .thenEmits(closed),
)

test('only the bookings that stand are listed, the earliest first', () =>
  given(
    scheduleDecider,
    requested(1, '2026-11-05', '2026-11-09'),
    approved(1, '2026-11-05', '2026-11-09'),
    requested(2, '2026-10-01', '2026-10-05'),
    approved(2, '2026-10-01', '2026-10-05'),
    requested(3, '2026-11-01', '2026-11-05'),
    approved(3, '2026-11-01', '2026-11-05'),
    completed(3),
    reinstated(3, '2026-11-01', '2026-11-05'),
  )
    .when(closing())
    .thenRefused({
      code: 'vehicle-has-bookings',
      bookings: [standingBooking(3, '2026-11-01', '2026-11-05'), standingBooking(1, '2026-11-05', '2026-11-09')],
    }))

test('closing again writes nothing', () => given(scheduleDecider, closed).when(closing()).thenNothing())
