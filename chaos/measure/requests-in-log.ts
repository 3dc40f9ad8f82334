import { EVERYTHING } from '@forecourt/event-log/port.ts'
import type { Platform } from '../platform/platform.ts'

/** How many requests for bookings are in the log. @param businessId for whose vehicles; any business's when absent */
export async function requestsInLog({ eventLog }: Pick<Platform, 'eventLog'>, businessId?: string): Promise<number> {
  let count = 0
  for await (const { type, metadata } of eventLog.readAll('start', EVERYTHING)) {
    if (type === 'BookingRequested' && (businessId === undefined || metadata.tenantId === businessId)) count += 1
  }
  return count
}
