import type { MaintenanceId } from '../ids.ts'
import { contractAfter, contractAfterApproval, NO_CONTRACT } from './contract-state.ts'
import type { ScheduleFact } from './events.ts'
import {
  type Block,
  type Booking,
  type BookingStatus,
  bookingOf,
  emptySchedule,
  type Schedule,
  type ScheduleState,
} from './state.ts'

type FactData<Type extends ScheduleFact['type']> = Extract<ScheduleFact, { type: Type }>['data']
type Request = FactData<'BookingRequested'>
type Approval = FactData<'BookingApproved'>

/**
 * Folds one fact into the schedule, in place, and gives the same object back. It judges nothing: what has happened has
 * happened. A fact about a booking or a block that is not known changes nothing, except that an approval, or a block's new
 * place, holds its days all the same.
 * @param at when it happened, as ISO text in UTC
 */
export function evolve(state: ScheduleState, fact: ScheduleFact, at?: string): ScheduleState {
  switch (fact.type) {
    case 'BookingRequested':
      if (!state.bookings.has(fact.data.bookingId)) add(state, fact.data, 'pending')
      return state
    case 'BookingApproved': {
      const booking = state.bookings.get(fact.data.bookingId)
      approve(state, fact.data)
      mark(booking, { contract: contractAfterApproval(booking?.contract ?? NO_CONTRACT, fact.data.bookingId) })
      return state
    }
    case 'BookingReinstated':
      approve(state, fact.data)
      return state
    case 'BookingRejected':
    case 'BookingCancelled':
      move(state, state.bookings.get(fact.data.bookingId), 'rejected')
      return state
    case 'BookingWithdrawn':
      move(state, state.bookings.get(fact.data.bookingId), 'rejected')
      mark(state.bookings.get(fact.data.bookingId), { withdrawn: true })
      return state
    case 'BookingCompleted':
      move(state, state.bookings.get(fact.data.bookingId), 'completed')
      return state
    case 'CancellationRequested':
      mark(state.bookings.get(fact.data.bookingId), { cancellationAsked: { at } })
      return state
    case 'CancellationDeclined':
      mark(state.bookings.get(fact.data.bookingId), { cancellationAsked: false })
      return state
    case 'BookingLinkReissued':
      mark(state.bookings.get(fact.data.bookingId), { linkVersion: fact.data.version })
      return state
    case 'BookingLicenceReplaced':
      mark(state.bookings.get(fact.data.bookingId), { licenceMark: fact.data.mark ?? undefined })
      return state
    case 'BookingHiddenFromRecent':
      mark(state.bookings.get(fact.data.bookingId), { hiddenFromRecent: true })
      return state
    case 'BookingHiddenFromBookingsPage':
      mark(state.bookings.get(fact.data.bookingId), { hiddenFromBookingsPage: true })
      return state
    case 'BookingAdminNotesSaved':
      mark(state.bookings.get(fact.data.bookingId), { notesMark: fact.data.mark })
      return state
    case 'ScheduleClosed':
      state.closed = true
      return state
    case 'CustomerBookingsClosed':
      state.leaving.add(fact.data.customerId)
      return state
    case 'CustomerBookingsReopened':
      state.leaving.delete(fact.data.customerId)
      return state
    case 'MaintenanceScheduled':
      if (!state.maintenance.has(fact.data.maintenanceId)) block(state, fact.data)
      return state
    case 'MaintenanceMoved':
      moveBlock(state, fact.data)
      return state
    case 'MaintenanceDescribed':
      describeBlock(state.maintenance.get(fact.data.maintenanceId), fact.data)
      return state
    case 'MaintenanceCancelled':
      cancelBlock(state, state.maintenance.get(fact.data.maintenanceId))
      return state
    case 'ContractIssueRequested':
    case 'ContractGenerated':
    case 'ContractSigned':
    case 'SignedContractFiled':
    case 'ContractUploaded': {
      const booking = state.bookings.get(fact.data.bookingId)
      mark(booking, { contract: contractAfter(booking?.contract ?? NO_CONTRACT, fact) })
      return state
    }
    default:
      return fact satisfies never
  }
}

/**
 * A booking of this schedule as these facts leave it; undefined when it is not there, or another business's. The schedule
 * stays as it is: the answer to a command is made of what was decided, however far the fold has come since.
 */
export function bookingAfter(
  schedule: Schedule,
  which: Parameters<typeof bookingOf>[1],
  facts: readonly ScheduleFact[],
): Readonly<Booking> | undefined {
  const booking = bookingOf(schedule, which)
  if (booking === undefined) return undefined
  const alone = emptySchedule()
  alone.bookings.set(booking.bookingId, { ...booking })
  for (const fact of facts) evolve(alone, fact)
  return bookingOf(alone, which)
}

/** Maintenance as these facts leave it; the schedule stays as it is, see {@link bookingAfter}. */
export function blockAfter(
  schedule: Schedule,
  maintenanceId: MaintenanceId,
  facts: readonly ScheduleFact[],
): Readonly<Block> | undefined {
  const known = schedule.maintenance.get(maintenanceId)
  const alone = emptySchedule()
  if (known !== undefined) alone.maintenance.set(maintenanceId, { ...known })
  for (const fact of facts) evolve(alone, fact)
  return alone.maintenance.get(maintenanceId)
}

function add(state: ScheduleState, asked: Approval | Request, status: 'pending' | 'approved'): void {
  const booking: Booking = {
    bookingId: asked.bookingId,
    businessId: asked.businessId,
    customerId: asked.customerId,
    reference: 'reference' in asked ? asked.reference : asked.bookingId,
    pickupDate: asked.pickupDate,
    dropoffDate: asked.dropoffDate,
    status,
    hiddenFromRecent: false,
    hiddenFromBookingsPage: false,
    notesMark: '',
    linkVersion: 0,
    cancellationAsked: false,
  }
  state.bookings.set(booking.bookingId, booking)
  state[status].add(booking)
}

function approve(state: ScheduleState, approval: Approval): void {
  const booking = state.bookings.get(approval.bookingId)
  if (booking === undefined) add(state, approval, 'approved')
  else move(state, booking, 'approved')
}

function move(state: ScheduleState, booking: Booking | undefined, status: Exclude<BookingStatus, 'pending'>): void {
  if (booking === undefined) return
  state.pending.delete(booking)
  state.approved.delete(booking)
  booking.status = status
  // Whatever staff decide of a booking answers whoever asked to be let out of it.
  booking.cancellationAsked = false
  if (status === 'approved') state.approved.add(booking)
}

function mark(
  booking: Booking | undefined,
  as: Partial<
    Pick<
      Booking,
      | 'hiddenFromRecent'
      | 'hiddenFromBookingsPage'
      | 'notesMark'
      | 'contract'
      | 'linkVersion'
      | 'cancellationAsked'
      | 'licenceMark'
      | 'withdrawn'
    >
  >,
): void {
  if (booking !== undefined) Object.assign(booking, as)
}

function block(state: ScheduleState, scheduled: Omit<FactData<'MaintenanceScheduled'>, 'vehicleId'>): void {
  const { maintenanceId, businessId, from, to, kind, note } = scheduled
  const made: Block = { maintenanceId, businessId, from, to, kind, note, cancelled: false }
  state.maintenance.set(made.maintenanceId, made)
  state.blocks.add(made)
}

function moveBlock(state: ScheduleState, moved: FactData<'MaintenanceMoved'>): void {
  const known = state.maintenance.get(moved.maintenanceId)
  if (known === undefined) block(state, { ...moved, kind: 'other', note: null })
  else Object.assign(known, { from: moved.from, to: moved.to })
}

function describeBlock(known: Block | undefined, { kind, note }: FactData<'MaintenanceDescribed'>): void {
  if (known !== undefined) Object.assign(known, { kind, note })
}

function cancelBlock(state: ScheduleState, known: Block | undefined): void {
  if (known === undefined) return
  known.cancelled = true
  state.blocks.delete(known)
}
