import { addDays, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import { describe, expect, test } from 'vitest'
import { demoCustomer } from './people.ts'
import { FIRST_DAY, LAST_DAY, ONBOARDED, type PlannedBooking, planBookings } from './plan.ts'
import { DEMO_TENANTS } from './tenants.ts'

const [harbour, northern] = DEMO_TENANTS
if (harbour === undefined || northern === undefined) throw new Error('there are two demo tenants')

const pickUpsIn = (month: string, now: string) =>
  planBookings(harbour, new Date(now)).filter(({ pickupDate }) => pickupDate.startsWith(month)).length
const statusOf = ({ decisions }: PlannedBooking) => decisions.at(-1)?.change.status ?? 'pending'
const days = [
  '2026-01-01T00:10:00Z',
  '2026-03-29T01:30:00Z',
  '2026-10-25T00:30:00Z',
  '2026-11-21T23:50:00Z',
  '2028-02-29T12:00:00Z',
].map((text) => new Date(text))

describe('the demo', () => {
  test('has about 12 vehicles of all categories, 60 bookings in all statuses and 40 customers', () => {
    const bookings = planBookings(harbour, new Date('2026-11-21T12:00:00Z'))
    const counts = Object.groupBy(bookings, statusOf)

    expect(harbour.fleet).toHaveLength(12)
    expect(new Set(harbour.fleet.map(({ details }) => details.category)).size).toBe(5)
    expect(bookings.length).toBeGreaterThanOrEqual(55)
    expect(bookings.length).toBeLessThanOrEqual(70)
    expect(Object.keys(counts).toSorted()).toEqual(['approved', 'completed', 'pending', 'rejected'])
    expect(Math.min(...Object.values(counts).map(({ length }) => length))).toBeGreaterThanOrEqual(4)
    expect(new Set(bookings.map(({ customer }) => customer)).size).toBe(40)
  })

  test('has a second, smaller tenant', () => {
    expect(planBookings(northern, new Date('2026-11-21T12:00:00Z')).length).toBeLessThan(25)
  })

  test.each(days)('is the same for the same day, within the last 6 months and the next 2 (%s)', (now) => {
    const today = todayIn('Europe/London', instantOf(now.getTime()))
    const bookings = planBookings(harbour, now)

    expect(planBookings(harbour, now)).toEqual(bookings)
    expect(bookings.length).toBeGreaterThanOrEqual(52)
    expect(bookings.length).toBeLessThanOrEqual(78)
    expect(new Set(bookings.map(({ customer }) => customer)).size).toBe(40)
    for (const { pickupDate } of bookings) {
      expect(pickupDate >= addDays(today, FIRST_DAY)).toBe(true)
      expect(pickupDate <= addDays(today, LAST_DAY)).toBe(true)
    }
  })

  test.each(days)('has pick-ups, returns, an overdue return and decisions to see to today (%s)', (now) => {
    for (const tenant of DEMO_TENANTS) {
      const today = todayIn('Europe/London', instantOf(now.getTime()))
      const bookings = planBookings(tenant, now)
      const approved = bookings.filter((booking) => statusOf(booking) === 'approved')
      expect(approved.some(({ pickupDate }) => pickupDate === today)).toBe(true)
      expect(approved.some(({ dropoffDate }) => dropoffDate === today)).toBe(true)
      expect(approved.filter(({ dropoffDate }) => dropoffDate < today)).toHaveLength(1)
      expect(bookings.some((booking) => statusOf(booking) === 'pending')).toBe(true)
    }
  })

  test('is busier in summer than in winter', () => {
    expect(pickUpsIn('2026-08', '2026-09-21T12:00:00Z')).toBeGreaterThan(
      1.5 * pickUpsIn('2026-01', '2026-02-21T12:00:00Z'),
    )
  })

  test.each(days)('never hires a vehicle out twice on one day, nor asks for a day that is over (%s)', (now) => {
    for (const tenant of DEMO_TENANTS) {
      const bookings = planBookings(tenant, now)
      const hires = bookings.filter((booking) => statusOf(booking) !== 'pending')
      const overlapping = hires.filter(({ vehicle, dropoffDate }, index) => {
        const next = hires[index + 1]
        return next?.vehicle === vehicle && next.pickupDate < dropoffDate
      })
      expect(overlapping).toEqual([])
      for (const { pickupDate, requestedAt } of bookings) {
        expect(pickupDate >= todayIn('Europe/London', instantOf(requestedAt.getTime()))).toBe(true)
      }
    }
  })

  test.each(days)('happened in order, after the business began and before now (%s)', (now) => {
    for (const tenant of DEMO_TENANTS) {
      for (const { requestedAt, decisions } of planBookings(tenant, now)) {
        const times = [now.getTime() + ONBOARDED * 86_400_000, requestedAt, ...decisions.map(({ at }) => at), now].map(
          Number,
        )
        expect(times).toEqual(times.toSorted((a, b) => a - b))
      }
    }
  })

  test('gives everybody a name, an address and a phone number of their own', () => {
    const people = Array.from({ length: 48 }, (_, number) => demoCustomer(number))

    for (const field of ['name', 'email', 'phone'] as const) {
      expect(new Set(people.map((person) => person[field])).size).toBe(48)
    }
    for (const { phone } of people) expect(phone).toMatch(/^\d{11}$/)
  })
})
