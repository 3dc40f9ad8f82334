import { randomUUID } from 'node:crypto'
import { DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import { type BusinessId, VehicleId } from '@forecourt/domain/ids.ts'
import { scheduleDecider } from '@forecourt/domain/schedule/decider.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import { businessStream, scheduleStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'
import { type VehicleCommand, type VehicleRefusal, vehicleDecider } from '@forecourt/domain/vehicle/decider.ts'
import type { VehicleDetails, VehicleDueDates, VehicleStatus } from '@forecourt/domain/vehicle/events.ts'
import type { FileRow } from '@forecourt/event-log/port.ts'
import { isVehicleImageOf } from '@forecourt/kit/object-path.ts'
import { begin } from '../log/begin.ts'
import { type Call, instantOfCall } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run, stateAfter } from '../log/run.ts'

/** A vehicle as it is after a command. */
export interface ChangedVehicle {
  readonly vehicleId: VehicleId
  readonly businessId: BusinessId
  readonly status: VehicleStatus
  readonly details: VehicleDetails
  readonly dueDates: VehicleDueDates
}

type Outcome = Promise<Executed<VehicleRefusal, ChangedVehicle>>

export interface NewVehicle {
  readonly details: VehicleDetails
  /** `available` unless set (specification section 3). */
  readonly status?: VehicleStatus | undefined
}

/** What the person saw when they began is not overwritten where others have been faster. */
export interface EditedVehicle extends NewVehicle {
  readonly seen?: NewVehicle | undefined
}

/** Due dates as staff would have them, and as they saw them when they began. */
export interface EditedDueDates {
  readonly dueDates: VehicleDueDates
  readonly seen?: VehicleDueDates | undefined
}

/** A vehicle joins a business's fleet. With an idempotency key the same call again answers with the same vehicle. */
export async function addVehicle(core: Core, call: Call, businessId: BusinessId, vehicle: NewVehicle): Outcome {
  // The key counts within the business, so the vehicle's id follows from it: the same call finds the same stream.
  const vehicleId = VehicleId.parse(
    call.idempotencyKey === undefined ? randomUUID() : uuidV5(call.idempotencyKey, `vehicle of ${businessId}`),
  )
  const today = await todayOf(core, call, businessId)
  return await onVehicle(core, call, businessId, vehicleId, 'vehicle.add', vehicle, {
    type: 'addToFleet',
    vehicleId,
    businessId,
    ...vehicle,
    isOwnImage: isOwnImage(core, businessId, vehicle),
    today,
  })
}

/** Staff save an edited vehicle, its status too when it is given. */
export async function changeVehicle(
  core: Core,
  call: Call,
  businessId: BusinessId,
  vehicleId: VehicleId,
  change: EditedVehicle,
): Outcome {
  const today = await todayOf(core, call, businessId)
  return await onVehicle(core, call, businessId, vehicleId, 'vehicle.change', change, {
    type: 'changeVehicle',
    businessId,
    ...change,
    isOwnImage: isOwnImage(core, businessId, change),
    today,
  })
}

/**
 * Mark Unavailable, Make Available, and any other status (specification section 4). A key counts for the status alone: a device may
 * send again, with what was seen, what an older version of the app has sent without.
 */
export async function changeVehicleStatus(
  core: Core,
  call: Call,
  businessId: BusinessId,
  vehicleId: VehicleId,
  status: VehicleStatus,
  from?: VehicleStatus,
): Outcome {
  return await onVehicle(
    core,
    call,
    businessId,
    vehicleId,
    'vehicle.change-status',
    { status },
    { type: 'changeStatus', businessId, status, from },
  )
}

/** Staff note down until when its papers last, and by when it is to be serviced. */
export async function changeDueDates(
  core: Core,
  call: Call,
  businessId: BusinessId,
  vehicleId: VehicleId,
  change: EditedDueDates,
): Outcome {
  const { dueDates, seen } = change
  const today = await todayOf(core, call, businessId)
  const command = { type: 'changeDueDates', businessId, dueDates, seen, today } as const
  // A key counts for the dates alone when nothing was seen: so it did before one could say that.
  const asked = seen === undefined ? dueDates : change
  return await onVehicle(core, call, businessId, vehicleId, 'vehicle.change-due-dates', asked, command)
}

/**
 * A vehicle leaves the fleet. Its schedule is closed first, where approving is decided, so that no approval slips in
 * between. Done again after a crash in between, it goes on where it stopped; `finishRemovals` does so unasked.
 */
export async function removeVehicle(
  core: Core,
  call: Call,
  businessId: BusinessId,
  vehicleId: VehicleId,
  reason: string,
): Promise<Executed<VehicleRefusal | ScheduleRefusal, ChangedVehicle>> {
  const fold = await core.vehicles.load(vehicleStream(vehicleId))
  // Another process may have added it a moment ago.
  if (fold.state === undefined) await core.vehicles.refresh(fold)
  if (fold.state?.businessId !== businessId) return refuse({ code: 'not-found' })
  const closing = begin(core, call, {
    stream: scheduleStream(vehicleId),
    tenantId: businessId,
    resource: `schedule.close ${vehicleId}`,
    asked: {},
  })
  const today = await todayOf(core, call, businessId)
  const close = { type: 'close', vehicleId, businessId, today } as const
  const closed = await run(core, core.schedules, scheduleDecider, closing, close, { answer: () => null })
  if (!closed.ok) return closed
  return await takeOut(core, call, businessId, vehicleId, reason)
}

/** What is left to do for a vehicle whose schedule is closed. It is no more the caller's to stop: nothing opens it again. */
export async function takeOut(
  core: Core,
  call: Call,
  businessId: BusinessId,
  vehicleId: VehicleId,
  reason: string,
): Outcome {
  const ofNobody = { ...call, abandoned: undefined }
  const remove = { type: 'remove', businessId, reason } as const
  return await onVehicle(core, ofNobody, businessId, vehicleId, 'vehicle.remove', { reason }, remove)
}

async function onVehicle(
  core: Core,
  call: Call,
  businessId: BusinessId,
  vehicleId: VehicleId,
  verb: string,
  asked: unknown,
  command: VehicleCommand,
): Outcome {
  const begun = begin(core, call, {
    stream: vehicleStream(vehicleId),
    tenantId: businessId,
    resource: `${verb} ${vehicleId} ${businessId}`,
    asked,
  })
  const executed = await run(core, core.vehicles, vehicleDecider, begun, command, {
    file: pictureIn(command, businessId),
    answer: (outcome) => {
      const vehicle = stateAfter(vehicleDecider, outcome)
      if (vehicle === undefined) throw new Error('a vehicle was changed that is not there')
      const { status, details, dueDates } = vehicle
      return { vehicleId, businessId, status, details, dueDates }
    },
  })
  // Swept away meanwhile, or another's by what the vault knows: for this business there is no such picture.
  if (!executed.ok && executed.refusal.code === 'file-of-another') return refuse({ code: 'image-unknown' })
  return executed
}

/**
 * The picture that a command gives a vehicle. It belongs to the business from then on, so the sweep of files that nothing
 * refers to leaves it alone, and no other business can use it.
 */
function pictureIn(command: VehicleCommand, businessId: BusinessId): FileRow | undefined {
  const objectPath = 'details' in command ? command.details.imagePath : null
  return objectPath === null ? undefined : { objectPath, businessId, customerId: businessId }
}

function isOwnImage({ lookupKey }: Core, businessId: BusinessId, { details: { imagePath } }: NewVehicle): boolean {
  return imagePath !== null && isVehicleImageOf(lookupKey, businessId, imagePath)
}

/** Today in the business's time zone. */
export async function todayOf(core: Core, call: Call, businessId: BusinessId) {
  const business = (await core.businesses.load(businessStream(businessId))).state
  return todayIn(business?.timeZone ?? DEFAULT_TIME_ZONE, instantOfCall(call))
}
