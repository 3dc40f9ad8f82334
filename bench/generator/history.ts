import { drawLots, type Lots } from '@forecourt/infra/demo/lots.ts'
import { firstDay, visitOf } from './calendar.ts'
import { type Onboarded, onboard } from './onboarding.ts'
import { type Plan, visitsOf } from './plan.ts'
import { rentersOf } from './renters.ts'
import { type Schedule, scheduleOf } from './schedule.ts'
import { createWriter, type Target } from './writer.ts'

/** What was written. */
export interface Written {
  readonly events: number
  readonly bookings: number
  readonly businesses: readonly Onboarded[]
  readonly seconds: number
}

/**
 * Writes the plan's history through the log, decided by the product's own rules, sealed with keys of the product's own vault
 * and appended as its processes append. All businesses live side by side, as they would: neighbours in the log are nearly
 * never of the same one, and what follows on a booking comes long after it. Memory grows with the vehicles and not with the
 * bookings. The same plan writes the same, except for the keys of persons and what these have sealed.
 * @throws {WrongRevision} the log has a history of this seed already
 */
export async function writeHistory(target: Target, plan: Plan): Promise<Written> {
  const began = performance.now()
  const { seed, today } = plan
  const lots = drawLots(seed)
  const writer = createWriter(target, seed)
  const visits = visitsOf(plan)
  const vehicles = plan.businesses * plan.vehiclesEach
  const most = Array.from({ length: vehicles }, (_none, vehicle) => visits(vehicle)).reduce((a, b) => Math.max(a, b), 1)

  const businesses: Onboarded[] = []
  const schedules: Schedule[] = []
  for (let number = 0; number < plan.businesses; number += 1) {
    const business = await onboard(target, writer, plan, { number, on: firstDay(today, most), lots })
    const renters = rentersOf(target, seed, business.businessId, number)
    for (const vehicle of business.fleet) schedules.push(scheduleOf(writer, { seed, business, vehicle, renters, lots }))
    businesses.push(business)
  }

  let bookings = 0
  const turns = shuffled(schedules.entries().toArray(), lots)
  for (let round = 0; round < most; round += 1) {
    for (const [vehicle, schedule] of turns) {
      const own = visits(vehicle)
      // Whoever is visited less often is passed over now and then, and not left alone at the end.
      const nth = Math.floor((round * own) / most)
      if (Math.floor(((round + 1) * own) / most) === nth) continue
      bookings += 1
      await schedule.visit(visitOf(today, own, nth, lots))
    }
  }
  await writer.settle()
  return { events: writer.events, bookings, businesses, seconds: (performance.now() - began) / 1_000 }
}

function shuffled<T>(items: readonly T[], lots: Lots): T[] {
  const places = items.map((item) => ({ item, place: lots.between(0, 2 ** 31) }))
  return places.toSorted((one, other) => one.place - other.place).map(({ item }) => item)
}
