import type {
  MaintenanceCancellation,
  MaintenanceCancelled,
  MaintenanceEdit,
  MaintenanceInput,
  MaintenanceSaved,
} from '@forecourt/contracts/maintenance.ts'
import { CivilDate } from '@forecourt/domain/civil-date.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import { type BusinessId, MaintenanceId, maintenanceIdOf, VehicleId, vehicleOf } from '@forecourt/domain/ids.ts'
import { type ScheduleCommand, scheduleDecider } from '@forecourt/domain/schedule/decider.ts'
import type { ScheduleFact } from '@forecourt/domain/schedule/events.ts'
import { blockAfter } from '@forecourt/domain/schedule/evolve.ts'
import { requestsInTheWayOf } from '@forecourt/domain/schedule/maintenance.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import type { ScheduleState } from '@forecourt/domain/schedule/state.ts'
import { scheduleStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { ulid } from '@forecourt/domain/ulid.ts'
import { randomBytes } from '@forecourt/event-log/random.ts'
import type { Member } from '@forecourt/kit/session.ts'
import { todayOf } from '../fleet/vehicles.ts'
import { begin } from '../log/begin.ts'
import { type Call, instantOfCall } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed, Outcome } from '../log/execute.ts'
import { run } from '../log/run.ts'

type Staff = Pick<Member, 'businessId'>
type Done<Answer> = Promise<Executed<ScheduleRefusal, Answer>>

/** The ids of a call's path, as they were sent. */
export interface Address {
  readonly carId: string
  readonly maintenanceId: string
}

/**
 * Staff take a vehicle out of hire for some days (`POST /api/admin/cars/{id}/maintenance`). It is decided where bookings are
 * approved, so that of a block and an approval for one day exactly one wins. An idempotency key counts within the vehicle.
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function scheduleMaintenance(
  core: Core,
  call: Call,
  { businessId }: Staff,
  carId: string,
  asked: MaintenanceInput,
): Done<MaintenanceSaved> {
  const vehicleId = await ownVehicle(core, businessId, carId)
  if (vehicleId === undefined) return refuse({ code: 'not-found' })
  const maintenanceId = maintenanceIdOf(vehicleId, ulid(Date.parse(instantOfCall(call)), randomBytes(10)))
  return await onSchedule(
    core,
    call,
    { businessId, vehicleId },
    {
      resource: `maintenance.schedule ${vehicleId} ${businessId}`,
      asked,
      command: {
        type: 'scheduleMaintenance',
        maintenanceId,
        vehicleId,
        businessId,
        ...workIn(asked),
        today: await todayOf(core, call, businessId),
      },
      answer: savedIn,
    },
  )
}

/** Staff move maintenance or describe it otherwise (`PUT …/{maintenanceId}`). As it is already it writes nothing. */
export async function changeMaintenance(
  core: Core,
  call: Call,
  { businessId }: Staff,
  address: Address,
  asked: MaintenanceEdit,
): Done<MaintenanceSaved> {
  const found = await ownMaintenance(core, businessId, address)
  if (found === undefined) return refuse({ code: 'not-found' })
  return await onSchedule(core, call, found, {
    resource: `maintenance.change ${found.maintenanceId} ${businessId}`,
    asked,
    command: {
      type: 'changeMaintenance',
      ...found,
      ...workIn(asked),
      seen: asked.seen === undefined ? undefined : workIn(asked.seen),
      today: await todayOf(core, call, businessId),
    },
    answer: (outcome) => savedIn(outcome, found.maintenanceId),
  })
}

/** Staff cancel maintenance (`DELETE …/{maintenanceId}`). Cancelled again, it is cancelled. */
export async function cancelMaintenance(
  core: Core,
  call: Call,
  { businessId }: Staff,
  address: Address,
  asked: MaintenanceCancellation = {},
): Done<MaintenanceCancelled> {
  const found = await ownMaintenance(core, businessId, address)
  if (found === undefined) return refuse({ code: 'not-found' })
  return await onSchedule(core, call, found, {
    resource: `maintenance.cancel ${found.maintenanceId} ${businessId}`,
    asked,
    command: {
      type: 'cancelMaintenance',
      ...found,
      seen: asked.seen === undefined ? undefined : daysIn(asked.seen),
      today: await todayOf(core, call, businessId),
    },
    answer: () => ({ id: found.maintenanceId, cancelled: true }),
  })
}

interface Step<Answer> {
  readonly resource: string
  readonly asked: unknown
  readonly command: ScheduleCommand
  readonly answer: (outcome: Outcome<ScheduleState, ScheduleFact>) => Answer
}

async function onSchedule<Answer>(
  core: Core,
  call: Call,
  { businessId, vehicleId }: { readonly businessId: BusinessId; readonly vehicleId: VehicleId },
  { resource, asked, command, answer }: Step<Answer>,
): Done<Answer> {
  const begun = begin(core, call, { stream: scheduleStream(vehicleId), tenantId: businessId, resource, asked })
  return await run(core, core.schedules, scheduleDecider, begun, command, { answer })
}

/** What the form says, in the domain's terms. */
function workIn({ note = null, ...days }: MaintenanceInput) {
  return { ...daysIn(days), note }
}

function daysIn({ from, to, kind }: Omit<MaintenanceInput, 'note'>) {
  return { from: CivilDate.parse(from), to: CivilDate.parse(to), kind }
}

/** The maintenance as the command left it. One that was made is named by its own event: a key may come back with another id. */
function savedIn({ state, events }: Outcome<ScheduleState, ScheduleFact>, known?: MaintenanceId): MaintenanceSaved {
  const made = events.find((event) => event.type === 'MaintenanceScheduled')
  const id = made?.data.maintenanceId ?? known
  const block = id === undefined ? undefined : blockAfter(state, id, events)
  if (id === undefined || block === undefined) throw new Error('maintenance was changed that is not there')
  const { from, to, kind, note } = block
  const requests = requestsInTheWayOf(block, state).map(({ bookingId, ...request }) => ({ id: bookingId, ...request }))
  return { id, carId: vehicleOf(id), from, to, kind, note, requests }
}

/** The vehicle, when it is in this business's fleet; another's answers as an absent one. */
/** The vehicle, when it is in this business's fleet. */
export async function ownVehicle(core: Core, businessId: BusinessId, carId: string): Promise<VehicleId | undefined> {
  const vehicleId = VehicleId.safeParse(carId)
  if (!vehicleId.success) return undefined
  const fold = await core.vehicles.load(vehicleStream(vehicleId.data))
  // Another process may have added it a moment ago.
  if (fold.state === undefined) await core.vehicles.refresh(fold)
  return fold.state?.businessId === businessId && !fold.state.removed ? vehicleId.data : undefined
}

async function ownMaintenance(core: Core, businessId: BusinessId, address: Address) {
  const maintenanceId = MaintenanceId.safeParse(address.maintenanceId)
  // The path names both: that of another vehicle is not this one's.
  if (!maintenanceId.success || vehicleOf(maintenanceId.data) !== address.carId) return undefined
  const vehicleId = await ownVehicle(core, businessId, address.carId)
  return vehicleId === undefined ? undefined : { maintenanceId: maintenanceId.data, vehicleId, businessId }
}
