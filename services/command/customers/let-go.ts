import { DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import type { BusinessId, CustomerId, VehicleId } from '@forecourt/domain/ids.ts'
import { unfinishedBookingsOf } from '@forecourt/domain/schedule/customer-leaves.ts'
import { scheduleDecider } from '@forecourt/domain/schedule/decider.ts'
import { type ScheduleRefusal, standing } from '@forecourt/domain/schedule/refusals.ts'
import type { Booking } from '@forecourt/domain/schedule/state.ts'
import { businessStream, scheduleStream } from '@forecourt/domain/streams.ts'
import { type Connection, leave, stay } from '@forecourt/event-log/vault/departures.ts'
import { begin } from '../log/begin.ts'
import { type Call, instantOfCall } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { GeneralRefusal } from '../log/execute.ts'
import { run } from '../log/run.ts'
import { vehiclesAskedForBy } from './schedules-of.ts'

export interface WhichCustomer {
  readonly customerId: CustomerId
  readonly businessId: BusinessId
}

type Refusal = ScheduleRefusal | GeneralRefusal

/** A step on one vehicle's schedule. */
type Step = 'closeForCustomer' | 'reopenForCustomer' | 'rejectPendingOf'

/**
 * Brings a customer's bookings to an end before the customer is erased. Whether they may go is decided vehicle by vehicle,
 * where approving is decided (`closeForCustomer`), so what is approved meanwhile is either seen, or refused itself:
 *
 * 1. All their schedules are looked at. An approved booking that is not over is a refusal, and nothing has been written.
 * 2. They leave the vault: no request of theirs is taken from here on, so the vehicles found now are all there are.
 * 3. Each of these schedules is closed for them. If one refuses, because somebody approved in between, all are opened
 *    again and they stay.
 * 4. What waits for an answer is rejected.
 *
 * Done again after a crash, it finds what is done and does the rest.
 * @returns why they must stay; undefined when nothing keeps them
 * @throws {Unavailable} how far it came is unknown: do it again
 */
export async function letGo(
  core: Core,
  database: Connection,
  call: Call,
  customer: WhichCustomer,
): Promise<Refusal | undefined> {
  const business = (await core.businesses.load(businessStream(customer.businessId))).state
  const today = todayIn(business?.timeZone ?? DEFAULT_TIME_ZONE, instantOfCall(call))
  const step = async (type: Step, vehicleId: VehicleId): Promise<Refusal | undefined> => {
    const begun = begin(core, call, {
      stream: scheduleStream(vehicleId),
      tenantId: customer.businessId,
      resource: `schedule.${type} ${vehicleId} ${customer.customerId}`,
      asked: {},
    })
    const command = { type, vehicleId, ...customer, today }
    const done = await run(core, core.schedules, scheduleDecider, begun, command, { answer: () => null })
    return done.ok ? undefined : done.refusal
  }
  const vehicles = () => vehiclesAskedForBy(core.log, database, customer.customerId)
  const callOff = async (asked: readonly VehicleId[]): Promise<void> => {
    for (const vehicleId of asked) await step('reopenForCustomer', vehicleId)
    await stay(database, customer.customerId)
  }

  const before = await vehicles()
  const unfinished: Readonly<Booking>[] = []
  for (const vehicleId of before) {
    const fold = await core.schedules.load(scheduleStream(vehicleId))
    await core.schedules.refresh(fold)
    unfinished.push(...unfinishedBookingsOf({ vehicleId, ...customer, today }, fold.state))
  }
  if (unfinished.length > 0) {
    // An earlier try may have died half-way.
    await callOff(before)
    return { code: 'customer-has-bookings', bookings: standing(unfinished) }
  }

  await leave(database, customer.customerId)
  const all = await vehicles()
  for (const vehicleId of all) {
    const refusal = await step('closeForCustomer', vehicleId)
    if (refusal === undefined) continue
    await callOff(all)
    return refusal
  }
  for (const vehicleId of all) await step('rejectPendingOf', vehicleId)
  return undefined
}
