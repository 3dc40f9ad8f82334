import type { CarPerformance, Stats, VehiclePerformance } from '@forecourt/contracts/figures.ts'
import { addDays, CivilDate } from '@forecourt/domain/civil-date.ts'
import type { StoredFact } from '@forecourt/event-log/codec.ts'

interface Booking {
  readonly vehicleId: string
  readonly pickupDate: string
  readonly dropoffDate: string
  readonly days: number
  readonly pence: number
  status: 'pending' | 'approved' | 'rejected' | 'completed'
}

/**
 * The figures of one business in the plainest way, straight from what happened: every sum goes through everything, day by
 * day, and shares no code with the projection. As decisions has them.
 */
export class NaiveFigures {
  readonly #bookings = new Map<string, Booking>()
  readonly #fleet = new Map<string, { readonly name: string; readonly image: string | null }>()
  readonly #customers = new Set<string>()

  /** @param facts of the business, in the order of the log */
  constructor(facts: readonly StoredFact[]) {
    for (const fact of facts) this.#read(fact)
  }

  #read(fact: StoredFact): void {
    const { type, data } = fact
    if (type === 'VehicleAddedToFleet' || type === 'VehicleDetailsChanged') {
      this.#fleet.set(data.vehicleId, { name: data.details.name, image: data.details.imagePath })
    }
    if (type === 'VehicleRemovedFromFleet') this.#fleet.delete(data.vehicleId)
    if (type === 'CustomerErased') this.#customers.delete(data.customerId)
    if (type === 'BookingRequested') {
      const { vehicleId, pickupDate, dropoffDate, days, totalAmount } = data
      const booking: Booking = { vehicleId, pickupDate, dropoffDate, days, pence: totalAmount, status: 'pending' }
      this.#bookings.set(data.bookingId, booking)
      this.#customers.add(data.customerId)
    }
    const status = STATUS_AFTER.get(type)
    const decided = 'bookingId' in data && data.bookingId !== null ? this.#bookings.get(data.bookingId) : undefined
    if (status !== undefined && decided !== undefined) decided.status = status
  }

  /** The months of bookings of whatever status, from the day before the pickup to the dropoff day: `[year, 0 to 11]`. */
  months(): (readonly [number, number])[] {
    const found = new Set<string>()
    for (const { pickupDate, dropoffDate } of this.#bookings.values()) {
      for (let day = addDays(CivilDate.parse(pickupDate), -1); day <= dropoffDate; day = addDays(day, 1)) {
        found.add(day.slice(0, 7))
      }
    }
    return Array.from(found, (month) => [Number(month.slice(0, 4)), Number(month.slice(5)) - 1] as const)
  }

  stats(year: number, month: number): Stats {
    const prefix = `${year}-${String(month + 1).padStart(2, '0')}`
    const days: string[] = []
    for (let day = CivilDate.parse(`${prefix}-01`); day.startsWith(prefix); day = addDays(day, 1)) days.push(day)
    const all = [...this.#bookings.values()]
    const counted = all.filter(counts)
    const out = days.flatMap((day) =>
      [...this.#fleet.keys()].filter((id) => counted.some((each) => each.vehicleId === id && holds(each, day))),
    )
    const possible = this.#fleet.size * days.length
    return {
      revenue: pounds(sum(counted.filter((each) => each.pickupDate.startsWith(prefix)).map((each) => each.pence))),
      activeBookings: all.filter((each) => each.status === 'approved' && days.some((day) => holds(each, day))).length,
      utilization: possible === 0 ? 0 : Math.round((100 * out.length) / possible),
      customers: this.#customers.size,
    }
  }

  performance(): CarPerformance {
    const all = Array.from(this.#fleet, ([carId, { name, image }]) => {
      const own = [...this.#bookings.values()].filter((each) => each.vehicleId === carId && counts(each))
      const revenue = sum(own.map((each) => each.pence))
      const days = sum(own.map((each) => each.days))
      const shown: VehiclePerformance = {
        carId,
        carName: name,
        carImage: image,
        totalRevenue: pounds(revenue),
        totalBookings: own.length,
        totalDaysBooked: days,
        revenuePerDay: pounds(days === 0 ? 0 : Math.round(revenue / days)),
      }
      return { revenue, shown }
    })
    const byName = all.toSorted((a, b) => order([a.shown.carName, a.shown.carId], [b.shown.carName, b.shown.carId]))
    const top = byName
      .filter(({ shown }) => shown.totalBookings > 0)
      .toSorted((a, b) => b.revenue - a.revenue)
      .slice(0, 3)
    const others = byName.filter((each) => !top.includes(each)).toSorted((a, b) => a.revenue - b.revenue)
    return {
      topPerformers: top.map(({ shown }) => shown),
      bottomPerformers: others.slice(0, 3).map(({ shown }) => shown),
    }
  }
}

const STATUS_AFTER = new Map<string, Booking['status']>([
  ['BookingApproved', 'approved'],
  ['BookingReinstated', 'approved'],
  ['BookingCompleted', 'completed'],
  ['BookingRejected', 'rejected'],
  ['BookingCancelled', 'rejected'],
  ['BookingWithdrawn', 'rejected'],
])

const counts = ({ status }: Booking): boolean => status === 'approved' || status === 'completed'
const holds = ({ pickupDate, dropoffDate }: Booking, day: string): boolean => pickupDate <= day && day < dropoffDate
const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)
const pounds = (pence: number): string => (pence / 100).toFixed(2)

function order(a: readonly string[], b: readonly string[]): number {
  const [one, other] = [a.join(' '), b.join(' ')]
  if (one === other) return 0
  return one < other ? -1 : 1
}
