import { match } from 'ts-pattern'
import type { Decider, Decision } from '../decision.ts'
import { type ChangeBooking, changeBooking } from './change-booking.ts'
import { type CloseSchedule, close } from './close.ts'
import {
  type AttachContract,
  attachContract,
  type IssueContract,
  issueContract,
  type RecordContract,
  type RecordSignedContract,
  recordContract,
  recordSignedContract,
  type SignContract,
  signContract,
} from './contract.ts'
import { closeForCustomer, type OfCustomer, rejectPendingOf, reopenForCustomer } from './customer-leaves.ts'
import type { ScheduleEvent, ScheduleFact } from './events.ts'
import { evolve } from './evolve.ts'
import {
  type CancelMaintenance,
  type ChangeMaintenance,
  cancelMaintenance,
  changeMaintenance,
  type ScheduleMaintenance,
  scheduleMaintenance,
} from './maintenance.ts'
import { hideFromBookingsPage, hideFromRecent, type SaveAdminNotes, saveAdminNotes } from './notes-and-hiding.ts'
import type { ScheduleRefusal } from './refusals.ts'
import {
  type AskToCancel,
  askToCancel,
  type DeclineCancellation,
  declineCancellation,
  type ReplaceLicence,
  reissueLink,
  replaceLicence,
} from './renter.ts'
import { type RequestBooking, request } from './request.ts'
import { emptySchedule, type Schedule, type ScheduleState } from './state.ts'
import {
  approve,
  cancel,
  complete,
  type HoldCommand,
  reinstate,
  reject,
  type StaffCommand,
  type WithReason,
} from './transitions.ts'

export type ScheduleCommand =
  | ({ readonly type: 'request' } & RequestBooking)
  | ({ readonly type: 'approve' } & HoldCommand)
  | ({ readonly type: 'reject' } & WithReason)
  | ({ readonly type: 'cancel' } & WithReason)
  | ({ readonly type: 'complete' } & StaffCommand)
  | ({ readonly type: 'reinstate' } & HoldCommand)
  | ({ readonly type: 'changeBooking' } & ChangeBooking)
  | ({ readonly type: 'saveAdminNotes' } & SaveAdminNotes)
  | ({ readonly type: 'hideFromRecent' } & StaffCommand)
  | ({ readonly type: 'hideFromBookingsPage' } & StaffCommand)
  | ({ readonly type: 'askToCancel' } & AskToCancel)
  | ({ readonly type: 'declineCancellation' } & DeclineCancellation)
  | ({ readonly type: 'reissueLink' } & StaffCommand)
  | ({ readonly type: 'replaceLicence' } & ReplaceLicence)
  | ({ readonly type: 'close' } & CloseSchedule)
  | ({ readonly type: 'closeForCustomer' } & OfCustomer)
  | ({ readonly type: 'reopenForCustomer' } & OfCustomer)
  | ({ readonly type: 'rejectPendingOf' } & OfCustomer)
  | ({ readonly type: 'issueContract' } & IssueContract)
  | ({ readonly type: 'recordContract' } & RecordContract)
  | ({ readonly type: 'signContract' } & SignContract)
  | ({ readonly type: 'recordSignedContract' } & RecordSignedContract)
  | ({ readonly type: 'attachContract' } & AttachContract)
  | ({ readonly type: 'scheduleMaintenance' } & ScheduleMaintenance)
  | ({ readonly type: 'changeMaintenance' } & ChangeMaintenance)
  | ({ readonly type: 'cancelMaintenance' } & CancelMaintenance)

function decide(command: ScheduleCommand, schedule: Schedule): Decision<ScheduleEvent, ScheduleRefusal> {
  return match(command)
    .with({ type: 'request' }, (asked) => request(asked, schedule))
    .with({ type: 'approve' }, (asked) => approve(asked, schedule))
    .with({ type: 'reject' }, (asked) => reject(asked, schedule))
    .with({ type: 'cancel' }, (asked) => cancel(asked, schedule))
    .with({ type: 'complete' }, (asked) => complete(asked, schedule))
    .with({ type: 'reinstate' }, (asked) => reinstate(asked, schedule))
    .with({ type: 'changeBooking' }, (asked) => changeBooking(asked, schedule))
    .with({ type: 'saveAdminNotes' }, (asked) => saveAdminNotes(asked, schedule))
    .with({ type: 'hideFromRecent' }, (asked) => hideFromRecent(asked, schedule))
    .with({ type: 'hideFromBookingsPage' }, (asked) => hideFromBookingsPage(asked, schedule))
    .with({ type: 'askToCancel' }, (asked) => askToCancel(asked, schedule))
    .with({ type: 'declineCancellation' }, (asked) => declineCancellation(asked, schedule))
    .with({ type: 'reissueLink' }, (asked) => reissueLink(asked, schedule))
    .with({ type: 'replaceLicence' }, (asked) => replaceLicence(asked, schedule))
    .with({ type: 'close' }, (asked) => close(asked, schedule))
    .with({ type: 'closeForCustomer' }, (asked) => closeForCustomer(asked, schedule))
    .with({ type: 'reopenForCustomer' }, (asked) => reopenForCustomer(asked, schedule))
    .with({ type: 'rejectPendingOf' }, (asked) => rejectPendingOf(asked, schedule))
    .with({ type: 'issueContract' }, (asked) => issueContract(asked, schedule))
    .with({ type: 'recordContract' }, (asked) => recordContract(asked, schedule))
    .with({ type: 'signContract' }, (asked) => signContract(asked, schedule))
    .with({ type: 'recordSignedContract' }, (asked) => recordSignedContract(asked, schedule))
    .with({ type: 'attachContract' }, (asked) => attachContract(asked, schedule))
    .with({ type: 'scheduleMaintenance' }, (asked) => scheduleMaintenance(asked, schedule))
    .with({ type: 'changeMaintenance' }, (asked) => changeMaintenance(asked, schedule))
    .with({ type: 'cancelMaintenance' }, (asked) => cancelMaintenance(asked, schedule))
    .exhaustive()
}

/**
 * The whole life of a vehicle's bookings and its maintenance, in one stream, so that one append decides (ARCHITECTURE: no double
 * booking). Its fold is told, where somebody knows, when a fact happened.
 */
export const scheduleDecider: Decider<ScheduleCommand, ScheduleState, ScheduleEvent, ScheduleFact, ScheduleRefusal> & {
  readonly evolve: typeof evolve
} = {
  initial: emptySchedule,
  decide,
  evolve,
}
