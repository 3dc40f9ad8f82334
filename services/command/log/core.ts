import type { KeyObject } from 'node:crypto'
import type { BusinessState } from '@forecourt/domain/business/business.ts'
import { businessDecider } from '@forecourt/domain/business/decider.ts'
import * as businessEvents from '@forecourt/domain/business/events.ts'
import type {
  BusinessEvent,
  CustomerFact,
  NameClaimEvent,
  ScheduleFact,
  UserFact,
  VehicleEvent,
} from '@forecourt/domain/catalogue.ts'
import type { CustomerState } from '@forecourt/domain/customer/customer.ts'
import { customerDecider } from '@forecourt/domain/customer/decider.ts'
import * as customerEvents from '@forecourt/domain/customer/events.ts'
import { type NameClaimState, nameClaimDecider } from '@forecourt/domain/name-claim/decider.ts'
import * as nameClaimEvents from '@forecourt/domain/name-claim/events.ts'
import { scheduleDecider } from '@forecourt/domain/schedule/decider.ts'
import * as scheduleEvents from '@forecourt/domain/schedule/events.ts'
import { copySchedule, type ScheduleState } from '@forecourt/domain/schedule/state.ts'
import { CUSTOMER_STREAMS } from '@forecourt/domain/streams.ts'
import { userDecider } from '@forecourt/domain/user/decider.ts'
import * as userEvents from '@forecourt/domain/user/events.ts'
import type { UserState } from '@forecourt/domain/user/user.ts'
import { vehicleDecider } from '@forecourt/domain/vehicle/decider.ts'
import * as vehicleEvents from '@forecourt/domain/vehicle/events.ts'
import type { VehicleState } from '@forecourt/domain/vehicle/vehicle.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'
import type { Vault } from '@forecourt/event-log/vault/vault.ts'
import { createSemaphore, type Semaphore } from '../limits/semaphore.ts'
import { foldingOf } from './folding.ts'
import { createFolds, type Folds } from './folds.ts'
import type { Listener } from './follower.ts'
import { createHearing, type Hearing } from './hearing.ts'
import { createInTurn, type InTurn } from './in-turn.ts'

/** What every command works with: the log, the keys of persons, and what this process has folded. */
export interface Core {
  readonly log: EventLog
  readonly vault: Vault
  /** `LOOKUP_KEY`: proves object paths and keys the hashes of commands. */
  readonly lookupKey: KeyObject
  readonly inTurn: InTurn
  readonly hearing: Hearing
  /** Bounds what holds a database connection for as long as it takes. */
  readonly lengthy: Semaphore
  readonly businesses: Folds<BusinessState, BusinessEvent>
  readonly users: Folds<UserState, UserFact>
  readonly names: Folds<NameClaimState, NameClaimEvent>
  readonly vehicles: Folds<VehicleState, VehicleEvent>
  readonly schedules: Folds<ScheduleState, ScheduleFact>
  readonly customers: Folds<CustomerState, CustomerFact>
}

/**
 * What the folds of a kind may weigh: one for each booking, one for each command with a key, two for the fold itself.
 * Measured, a booking that was asked for with a key takes 1.1 kB, so that all kinds together stay within 100 MB.
 */
const MOST = {
  schedules: 100_000,
  vehicles: 20_000,
  users: 10_000,
  businesses: 10_000,
  customers: 10_000,
  names: 5_000,
} as const

/** Of ten connections, six are left to everybody else. Whoever waits hears after as long as the log tries one append. */
const LENGTHY = { atOnce: 4, waiting: 100, patience: 8_000 }

export function createCore({ log, vault, lookupKey }: Pick<Core, 'log' | 'vault' | 'lookupKey'>): Core {
  const hearing = createHearing()
  return {
    log,
    vault,
    lookupKey,
    inTurn: createInTurn(),
    hearing,
    lengthy: createSemaphore(LENGTHY),
    businesses: createFolds(log, foldingOf(businessDecider, businessEvents), MOST.businesses, hearing),
    users: createFolds(log, foldingOf(userDecider, userEvents), MOST.users, hearing),
    names: createFolds(log, foldingOf(nameClaimDecider, nameClaimEvents), MOST.names),
    vehicles: createFolds(log, foldingOf(vehicleDecider, vehicleEvents), MOST.vehicles, hearing),
    schedules: createFolds(
      log,
      foldingOf(
        {
          ...scheduleDecider,
          copy: copySchedule,
          holds: ({ bookings, maintenance }) => bookings.size + maintenance.size,
        },
        scheduleEvents,
      ),
      MOST.schedules,
    ),
    customers: createFolds(log, foldingOf(customerDecider, customerEvents), MOST.customers, hearing),
  }
}

/** Which folds take which streams' events (ARCHITECTURE section 4), for the follower. */
export function listeners(core: Core): Listener[] {
  return [
    { prefix: 'rent.business-', absorb: core.businesses.absorb },
    { prefix: 'rent.user-', absorb: core.users.absorb },
    { prefix: 'rent.claim-', absorb: core.names.absorb },
    { prefix: 'rent.vehicle-', absorb: core.vehicles.absorb },
    { prefix: 'rent.schedule-', absorb: core.schedules.absorb },
    {
      prefix: CUSTOMER_STREAMS,
      absorb(recorded) {
        // Their key is destroyed: this process must not remember it either.
        if (recorded.type === 'CustomerErased') core.vault.drop(recorded.stream.slice(CUSTOMER_STREAMS.length))
        core.customers.absorb(recorded)
      },
    },
  ]
}
