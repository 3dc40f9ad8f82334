import { isDeepStrictEqual } from 'node:util'
import { match } from 'ts-pattern'
import { addYears, type CivilDate, yearOf } from '../civil-date.ts'
import { accept, type Decider, type Decision, refuse } from '../decision.ts'
import type { BusinessId, VehicleId } from '../ids.ts'
import type { VehicleDetails, VehicleDueDates, VehicleEvent, VehicleStatus } from './events.ts'
import { dueDatesAfter, mergedInto, PAPERS, type Saveable, type VehiclePart } from './merge.ts'
import { evolve, type Vehicle, type VehicleState } from './vehicle.ts'

/** Specification section 9. */
export const FEWEST_SEATS = 2
export const MOST_SEATS = 8
export const EARLIEST_YEAR = 1990
/** A due date further away, on either side, was mistyped. */
export const DUE_WITHIN_YEARS = 10

export type VehicleRefusal =
  | { readonly code: 'not-found' }
  | { readonly code: 'already-added' }
  | { readonly code: 'seats-out-of-range'; readonly fewest: number; readonly most: number }
  | { readonly code: 'year-out-of-range'; readonly earliest: number; readonly latest: number }
  | { readonly code: 'image-unknown' }
  /** Others have changed the same meanwhile: which parts of the vehicle. */
  | { readonly code: 'vehicle-changed'; readonly of?: undefined; readonly parts: readonly VehiclePart[] }
  /** Others have given it another status meanwhile: which, and which one it was to have. */
  | {
      readonly code: 'vehicle-changed'
      readonly of: 'status'
      readonly present: VehicleStatus
      readonly wanted: VehicleStatus
    }
  /** Others have changed the same dates meanwhile: which, as they are by now and as they were to be. */
  | {
      readonly code: 'due-dates-changed'
      readonly parts: readonly (keyof VehicleDueDates)[]
      readonly present: VehicleDueDates
      readonly wanted: VehicleDueDates
    }
  | {
      readonly code: 'due-date-out-of-range'
      readonly which: keyof VehicleDueDates
      readonly earliest: CivilDate
      readonly latest: CivilDate
    }

type Outcome = Decision<VehicleEvent, VehicleRefusal>

/** A vehicle as staff would have it. */
interface Described {
  readonly details: VehicleDetails
  /** Whether the picture, if there is one, came with an upload of this business: its path proves that. */
  readonly isOwnImage: boolean
}

export interface AddVehicle extends Described {
  readonly vehicleId: VehicleId
  readonly businessId: BusinessId
  /** `available` unless set (specification section 3). */
  readonly status?: VehicleStatus | undefined
  readonly today: CivilDate
}

/** A vehicle joins the fleet. */
export function addToFleet(command: AddVehicle, vehicle: VehicleState): Outcome {
  const { vehicleId, businessId, details, status = 'available', today } = command
  if (vehicle !== undefined) return refuse({ code: 'already-added' })
  const refusal = refusedDetails(details, today) ?? refusedImage(command, null)
  if (refusal !== undefined) return refuse(refusal)
  return accept({ type: 'VehicleAddedToFleet', data: { vehicleId, businessId, status, details } })
}

export interface ChangeVehicle extends Described {
  readonly businessId: BusinessId
  readonly status?: VehicleStatus | undefined
  /** The vehicle as the person who acts saw it. */
  readonly seen?: Saveable | undefined
  readonly today: CivilDate
}

/**
 * Staff save the edited vehicle, its status too when it is given: both or neither. Who says what they saw saves what they
 * have changed and nothing else; where others have changed the same meanwhile, it is refused.
 */
export function changeVehicle(command: ChangeVehicle, vehicle: VehicleState): Outcome {
  if (!inFleet(vehicle, command.businessId)) return refuse({ code: 'not-found' })
  const wanted = mergedInto(vehicle, command)
  if ('parts' in wanted) return refuse({ code: 'vehicle-changed', parts: wanted.parts })
  const { details, status } = wanted
  const refusal =
    refusedDetails(details, command.today) ??
    refusedImage({ details, isOwnImage: command.isOwnImage }, vehicle.details.imagePath)
  if (refusal !== undefined) return refuse(refusal)
  const { vehicleId, businessId } = vehicle
  const events: VehicleEvent[] = []
  if (!isDeepStrictEqual(details, vehicle.details)) {
    events.push({ type: 'VehicleDetailsChanged', data: { vehicleId, businessId, details } })
  }
  if (status !== undefined) events.push(...statusEvents(vehicle, status))
  return accept(...events)
}

export interface ChangeVehicleStatus {
  readonly businessId: BusinessId
  readonly status: VehicleStatus
  /** The status that the person who acts saw. */
  readonly from?: VehicleStatus | undefined
}

/**
 * Any status can follow any other: staff know where the vehicle is (specification section 4). Who says which one they saw does
 * not overwrite what others have made of it meanwhile.
 */
export function changeStatus(command: ChangeVehicleStatus, vehicle: VehicleState): Outcome {
  if (!inFleet(vehicle, command.businessId)) return refuse({ code: 'not-found' })
  const { status: present } = vehicle
  const { status: wanted, from = present } = command
  if (present !== from && present !== wanted) return refuse({ code: 'vehicle-changed', of: 'status', present, wanted })
  return accept(...statusEvents(vehicle, wanted))
}

export interface ChangeDueDates {
  readonly businessId: BusinessId
  readonly dueDates: VehicleDueDates
  /** The dates as the person who acts saw them. */
  readonly seen?: VehicleDueDates | undefined
  readonly today: CivilDate
}

/**
 * Staff note down until when papers and service last. One may have been missed: a date may be past. Who says what they saw
 * saves the dates that they have changed and no other; where others have changed the same, it is refused.
 */
export function changeDueDates(command: ChangeDueDates, vehicle: VehicleState): Outcome {
  const { today } = command
  if (!inFleet(vehicle, command.businessId)) return refuse({ code: 'not-found' })
  const dueDates = dueDatesAfter(vehicle.dueDates, command)
  if ('parts' in dueDates) return refuse({ code: 'due-dates-changed', ...dueDates })
  const [earliest, latest] = [addYears(today, -DUE_WITHIN_YEARS), addYears(today, DUE_WITHIN_YEARS)]
  for (const which of PAPERS) {
    const due = dueDates[which]
    if (due !== null && (due < earliest || due > latest)) {
      return refuse({ code: 'due-date-out-of-range', which, earliest, latest })
    }
  }
  if (isDeepStrictEqual(dueDates, vehicle.dueDates)) return accept()
  const { vehicleId, businessId } = vehicle
  return accept({ type: 'VehicleDueDatesChanged', data: { vehicleId, businessId, dueDates } })
}

export interface RemoveVehicle {
  readonly businessId: BusinessId
  readonly reason: string
}

/** The vehicle leaves the fleet. The caller closes its schedule first: that is where bookings that stand are refused. */
export function remove(command: RemoveVehicle, vehicle: VehicleState): Outcome {
  if (vehicle?.businessId !== command.businessId) return refuse({ code: 'not-found' })
  if (vehicle.removed) return accept()
  const { vehicleId, businessId } = vehicle
  return accept({ type: 'VehicleRemovedFromFleet', data: { vehicleId, businessId, reason: command.reason } })
}

export type VehicleCommand =
  | ({ readonly type: 'addToFleet' } & AddVehicle)
  | ({ readonly type: 'changeVehicle' } & ChangeVehicle)
  | ({ readonly type: 'changeStatus' } & ChangeVehicleStatus)
  | ({ readonly type: 'changeDueDates' } & ChangeDueDates)
  | ({ readonly type: 'remove' } & RemoveVehicle)

function decide(command: VehicleCommand, vehicle: VehicleState): Outcome {
  return match(command)
    .with({ type: 'addToFleet' }, (asked) => addToFleet(asked, vehicle))
    .with({ type: 'changeVehicle' }, (asked) => changeVehicle(asked, vehicle))
    .with({ type: 'changeStatus' }, (asked) => changeStatus(asked, vehicle))
    .with({ type: 'changeDueDates' }, (asked) => changeDueDates(asked, vehicle))
    .with({ type: 'remove' }, (asked) => remove(asked, vehicle))
    .exhaustive()
}

export const vehicleDecider: Decider<VehicleCommand, VehicleState, VehicleEvent, VehicleEvent, VehicleRefusal> = {
  initial: () => undefined,
  decide,
  evolve,
}

/** In the fleet of this business today; another's vehicle answers as an absent one. */
function inFleet(vehicle: VehicleState, businessId: BusinessId): vehicle is Vehicle {
  return vehicle !== undefined && vehicle.businessId === businessId && !vehicle.removed
}

function statusEvents({ vehicleId, businessId, status: from }: Vehicle, to: VehicleStatus): readonly VehicleEvent[] {
  return from === to ? [] : [{ type: 'VehicleStatusChanged', data: { vehicleId, businessId, from, to } }]
}

function refusedDetails({ capacity, year }: VehicleDetails, today: CivilDate): VehicleRefusal | undefined {
  if (capacity < FEWEST_SEATS || capacity > MOST_SEATS) {
    return { code: 'seats-out-of-range', fewest: FEWEST_SEATS, most: MOST_SEATS }
  }
  const latest = yearOf(today) + 1
  if (year !== null && (year < EARLIEST_YEAR || year > latest)) {
    return { code: 'year-out-of-range', earliest: EARLIEST_YEAR, latest }
  }
  return undefined
}

/** A vehicle keeps the picture that it has, wherever that came from: seeds and times before pictures had owners. */
function refusedImage({ details, isOwnImage }: Described, present: string | null): VehicleRefusal | undefined {
  const { imagePath } = details
  return imagePath === null || imagePath === present || isOwnImage ? undefined : { code: 'image-unknown' }
}
