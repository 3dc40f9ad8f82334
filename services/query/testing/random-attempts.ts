import type { VehicleStatus } from '@forecourt/domain/vehicle/events.ts'
import fc from 'fast-check'

/** Something that somebody tries to do on some day. What they choose from is counted round: any number names one. */
export type Attempt =
  | { readonly wish: 'add'; readonly name: number; readonly pence: number; readonly status: VehicleStatus }
  | { readonly wish: 'edit'; readonly vehicle: number; readonly name: number; readonly status: VehicleStatus }
  | { readonly wish: 'remove'; readonly vehicle: number }
  | {
      readonly wish: 'request'
      readonly vehicle: number
      readonly customer: number
      readonly fromToday: number
      readonly days: number
    }
  | { readonly wish: 'decide'; readonly booking: number; readonly otherwise: boolean }
  | { readonly wish: 'erase' | 'hide'; readonly customer: number }
  | { readonly wish: 'wait'; readonly days: number }
  | { readonly wish: 'keepFree'; readonly days: number }
  | { readonly wish: 'maintain'; readonly vehicle: number; readonly fromToday: number; readonly days: number }
  | { readonly wish: 'maintainOtherwise'; readonly block: number; readonly days: number; readonly cancelled: boolean }

const anyOf = fc.nat({ max: 1_000 })
const statuses = fc.oneof(
  { weight: 6, arbitrary: fc.constant<VehicleStatus>('available') },
  { weight: 1, arbitrary: fc.constantFrom<VehicleStatus>('booked', 'maintenance', 'unavailable') },
)
const lengths = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 14 }) },
  { weight: 2, arbitrary: fc.integer({ min: 15, max: 70 }) },
  { weight: 1, arbitrary: fc.integer({ min: 300, max: 365 }) },
)
/** Staff reject and cancel less often than they approve and complete. */
const seldom = fc.nat({ max: 3 }).map((chance) => chance === 0)
/** Odd rates, so that what is divided by days comes out uneven; and the lowest and the highest there are. */
const rates = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 20_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 27_000_000) },
)

const attempt: fc.Arbitrary<Attempt> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ wish: fc.constant('add'), name: fc.nat({ max: 3 }), pence: rates, status: statuses }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ wish: fc.constant('edit'), vehicle: anyOf, name: fc.nat({ max: 3 }), status: statuses }),
  },
  { weight: 1, arbitrary: fc.record({ wish: fc.constant('remove'), vehicle: anyOf }) },
  {
    weight: 8,
    arbitrary: fc.record({
      wish: fc.constant('request'),
      vehicle: anyOf,
      customer: fc.nat({ max: 4 }),
      fromToday: fc.integer({ min: -30, max: 120 }),
      days: lengths,
    }),
  },
  { weight: 10, arbitrary: fc.record({ wish: fc.constant('decide'), booking: anyOf, otherwise: seldom }) },
  {
    weight: 1,
    arbitrary: fc.record({ wish: fc.constantFrom('erase', 'hide'), customer: fc.nat({ max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ wish: fc.constant('keepFree'), days: fc.nat({ max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      wish: fc.constant('maintain'),
      vehicle: anyOf,
      fromToday: fc.nat({ max: 60 }),
      days: fc.integer({ min: 1, max: 10 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      wish: fc.constant('maintainOtherwise'),
      block: anyOf,
      days: fc.integer({ min: 1, max: 10 }),
      cancelled: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ wish: fc.constant('wait'), days: fc.integer({ min: 1, max: 90 }) }) },
)

/** The life of a rental business: what was tried, most of which the rules allow. */
export const histories = fc
  .array(attempt, { minLength: 20, maxLength: 45, size: 'max' })
  .map((attempts): readonly Attempt[] => [{ wish: 'add', name: 0, pence: 4_550, status: 'available' }, ...attempts])
