import { addDays, type CivilDate } from '@forecourt/domain/civil-date.ts'
import type { Period } from '@forecourt/domain/period.ts'
import type { Lots } from '@forecourt/infra/demo/lots.ts'

/** From the beginning of one hire of a vehicle to that of the next, in days. */
const SLOT_DAYS = 6
/** Asked for so long before it begins. */
const LEAD_DAYS = 2

/** A visit to a vehicle: somebody asks for days, and staff look after the hires before. */
export interface Visit {
  readonly asked: Period
  /** The day on which all of it happens. */
  readonly on: CivilDate
}

/** The first day of a history in which a vehicle is visited so often at most. */
export const firstDay = (today: CivilDate, visits: number): CivilDate => addDays(today, -visits * SLOT_DAYS - 30)

/**
 * The nth of a vehicle's visits: each hire has days of its own, one after another, so that none is refused. The last one
 * waits for an answer when history ends.
 * @param visits how often the vehicle is visited in all
 */
export function visitOf(today: CivilDate, visits: number, nth: number, lots: Lots): Visit {
  const days = lots.between(1, SLOT_DAYS - 1)
  const slot = addDays(today, (nth - visits + 1) * SLOT_DAYS)
  const pickupDate = addDays(slot, lots.between(0, SLOT_DAYS - days))
  return { asked: { pickupDate, dropoffDate: addDays(pickupDate, days) }, on: addDays(slot, -LEAD_DAYS) }
}
