import * as z from 'zod/mini'
import { Day, DayAsked } from './date.ts'

/** What a vehicle has until a day, or needs by one: null when nobody has said. */
export const DueDates = z.strictObject({
  mot: z.nullable(Day),
  service: z.nullable(Day),
  insurance: z.nullable(Day),
  tax: z.nullable(Day),
})
export type DueDates = z.infer<typeof DueDates>

const due = z.optional(z.nullable(DayAsked))

/** All four, what is left out is unknown. */
export const DueDatesInput = z.strictObject({ mot: due, service: due, insurance: due, tax: due })
export type DueDatesInput = z.infer<typeof DueDatesInput>

/**
 * Body of `PUT /api/admin/cars/{id}/due-dates`. `from` is what the sender saw: then only the dates that they have changed are
 * saved, and none that others have saved since is overwritten.
 */
export const DueDatesEdit = z.strictObject({ ...DueDatesInput.shape, from: z.optional(DueDatesInput) })
export type DueDatesEdit = z.infer<typeof DueDatesEdit>

/** Answer of `PUT /api/admin/cars/{id}/due-dates`. */
export const DueDatesSaved = z.strictObject({ id: z.string(), dueDates: DueDates })
export type DueDatesSaved = z.infer<typeof DueDatesSaved>

/** Without these a vehicle must not be on the road. */
const NEEDED_ON_THE_ROAD = ['mot', 'insurance'] as const

/**
 * What runs out before a hire is over, for staff to hear before they approve it. The vehicle is driven back on the drop-off
 * day: a paper must last through it.
 * @param dropoffDate `YYYY-MM-DD`
 */
export function runsOutBefore(dropoffDate: string, dueDates: DueDates): readonly ('mot' | 'insurance')[] {
  return NEEDED_ON_THE_ROAD.filter((paper) => {
    const last = dueDates[paper]
    return last !== null && last < dropoffDate
  })
}
