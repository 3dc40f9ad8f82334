import * as z from 'zod/mini'
import { DayAsked } from './date.ts'
import { MOST_DAYS } from './maintenance.ts'

interface Span {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const isInOrder = ({ from, to }: Span) => from === undefined || to === undefined || from < to
const IN_ORDER = { error: 'A day after the first one is expected', path: ['to'] }

/** Query of `GET /api/admin/cars/{id}/maintenance`. */
export const MaintenanceOfVehicleQuery = z
  .strictObject({ from: z.optional(DayAsked), to: z.optional(DayAsked) })
  .check(z.refine(isInOrder, IN_ORDER))
export type MaintenanceOfVehicleQuery = z.infer<typeof MaintenanceOfVehicleQuery>

const DAY = 86_400_000

/** Query of `GET /api/admin/maintenance`. */
export const MaintenanceQuery = z.strictObject({ from: z.optional(DayAsked), to: z.optional(DayAsked) }).check(
  z.refine(isInOrder, IN_ORDER),
  z.refine((asked) => asked.to === undefined || asked.from !== undefined, {
    error: 'A first day is expected with it',
    path: ['to'],
  }),
  z.refine(
    ({ from, to }) => from === undefined || to === undefined || Date.parse(to) - Date.parse(from) <= MOST_DAYS * DAY,
    { error: `At most ${MOST_DAYS} days are answered`, path: ['to'] },
  ),
)
export type MaintenanceQuery = z.infer<typeof MaintenanceQuery>
