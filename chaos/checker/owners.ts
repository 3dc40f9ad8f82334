import type { Recorded } from '@forecourt/event-log/port.ts'
import { z } from 'zod'
import type { Request } from '../history.ts'

const Subject = z.object({
  bookingId: z.string().nullish(),
  maintenanceId: z.string().optional(),
  customerId: z.string().nullish(),
  vehicleId: z.string().optional(),
  userId: z.string().optional(),
  businessId: z.string().optional(),
})

/** The ids of what an event is about. */
export const subjectsOf = ({ data }: Recorded): readonly string[] =>
  Object.values(Subject.parse(JSON.parse(data))).filter((id) => typeof id === 'string')

/** The ids of what a request is about. */
export const idsIn = ({ asked: { id, maintenanceId, carId } }: Request): readonly string[] =>
  [id, maintenanceId, carId].filter((one) => typeof one === 'string')

/** The business of each thing that the log speaks of, by its id. */
export function ownersIn(log: readonly Recorded[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const event of log) {
    const { tenantId } = event.metadata
    if (tenantId === undefined || !OWNING.test(event.stream)) continue
    for (const id of subjectsOf(event)) owners.set(id, tenantId)
  }
  return owners
}

const OWNING = /^rent\.(schedule|vehicle|customer|user)-/
