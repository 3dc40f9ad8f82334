import * as audit from './audit/events.ts'
import * as business from './business/events.ts'
import * as customer from './customer/events.ts'
import { type EventDefinition, isDefinition } from './event.ts'
import * as nameClaim from './name-claim/events.ts'
import * as notification from './notification/events.ts'
import * as schedule from './schedule/events.ts'
import * as user from './user/events.ts'
import * as vehicle from './vehicle/events.ts'

/** Every event type the product writes, by its name. */
export const EVENTS: ReadonlyMap<string, EventDefinition> = new Map(
  [business, nameClaim, user, vehicle, schedule, customer, notification, audit]
    .flatMap((module): unknown[] => Object.values(module))
    .filter(isDefinition)
    .map((definition) => [definition.type, definition]),
)

export type { AuditEvent } from './audit/events.ts'
export type { BusinessEvent } from './business/events.ts'
export type { CustomerEvent, CustomerFact } from './customer/events.ts'
export type { NameClaimEvent } from './name-claim/events.ts'
export type { NotificationEvent } from './notification/events.ts'
export type { ScheduleEvent, ScheduleFact } from './schedule/events.ts'
export type { UserEvent, UserFact } from './user/events.ts'
export type { VehicleEvent } from './vehicle/events.ts'
