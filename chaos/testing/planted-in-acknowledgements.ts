import { randomUUID } from 'node:crypto'
import { isAcknowledged } from '../checker/commands.ts'
import type { Request } from '../history.ts'
import { asked, edited, isOf, lastOf, otherwise, told } from './forging.ts'
import { ONCE, type Planted } from './planted-in-log.ts'

/** Answers that say it is done. */

const isDone =
  (call: string, status?: string) =>
  (request: Request): boolean =>
    isAcknowledged(request) && request.call === call && request.asked.status === status

/** One more of a call that went well: it is acknowledged, no place in the log is named, and nothing was appended. */
const neverAppended = (
  bug: string,
  isMeant: (request: Request) => boolean,
  otherwiseAsked: Request['asked'] = {},
): Planted => ({
  bug,
  violates: ONCE,
  says: /was acknowledged at no place in the log, and it was not so already$/,
  plant: (good) => {
    const request = lastOf(good.history.requests, isMeant)
    const more: Request = {
      ...request,
      ...otherwise(request, { position: null, id: null }),
      id: 'one more',
      key: randomUUID(),
      asked: { ...request.asked, ...otherwiseAsked },
    }
    return told(good, { requests: [...good.history.requests, more] })
  },
})

/** The last of a call that wrote something does not say where. */
const nowhere = (bug: string, call: string, status?: string): Planted => ({
  bug,
  violates: ONCE,
  says: new RegExp(`^${call} .* was acknowledged at no place in the log, and it was not so already$`),
  plant: (good) =>
    asked(
      good,
      (request) =>
        isDone(call, status)(request) && request.answer.kind === 'answer' && request.answer.position !== null,
      (request) => otherwise(request, { position: null }),
    ),
})

/** What such a command has led to is in the log as something else. */
const ledTo = (bug: string, call: string, right: string, wrong: string): Planted => ({
  bug,
  violates: ONCE,
  says: new RegExp(`^${call} .* is in the log as ${wrong}$`),
  plant: (good) => edited(good, isOf(right), () => ({ type: wrong })),
})

export const PLANTED_IN_ACKNOWLEDGEMENTS: readonly Planted[] = [
  neverAppended('a request is acknowledged and never appended', isDone('requestBooking')),
  {
    bug: 'somebody is told that nothing was written, and it was',
    violates: ONCE,
    says: /^requestBooking .* was told that nothing was written; at \d+ there is BookingRequested$/,
    plant: (good) =>
      asked(good, isDone('requestBooking'), (request) => ({
        ...otherwise(request, { position: null }),
        startedAt: request.startedAt + 60_000,
        endedAt: request.endedAt + 60_000,
      })),
  },
  {
    bug: 'somebody is told of another place in the log',
    violates: ONCE,
    says: /^requestBooking .* was acknowledged at 1, and is at \d+$/,
    plant: (good) => asked(good, isDone('requestBooking'), (request) => otherwise(request, { position: '1' })),
  },
  {
    bug: 'somebody is told of another booking than theirs',
    violates: ONCE,
    says: /^requestBooking .* was acknowledged for another, and is in the log for another$/,
    plant: (good) => asked(good, isDone('requestBooking'), (request) => otherwise(request, { id: 'another' })),
  },
  neverAppended('maintenance is acknowledged and never appended', isDone('scheduleMaintenance')),
  neverAppended('notes are acknowledged and never appended', isDone('changeBooking')),
  neverAppended('a completion is acknowledged and never appended', isDone('changeBooking', 'rejected'), {
    status: 'completed',
  }),
  neverAppended('a booking is said to be hidden that nobody has hidden', isDone('hideBookingFromRecent'), {
    id: 'another',
  }),
  neverAppended('maintenance is said to be cancelled that nobody has cancelled', isDone('cancelMaintenance'), {
    maintenanceId: 'another',
  }),
  neverAppended('a customer is said to be hidden whom nobody has hidden', isDone('hideCustomer'), { id: 'another' }),
  neverAppended(
    'a licence is said to be expired of which nobody has said so',
    isDone('changeLicenceStatus', 'verified'),
    {
      status: 'expired',
    },
  ),
  neverAppended('settings are acknowledged and never appended', isDone('saveSettings'), { value: 3 }),
  neverAppended('a request is said to be taken back that waits still', isDone('cancelMyBooking'), { id: 'another' }),
  nowhere('a renter was held to a booking, and the answer does not say where', 'declineCancellation'),
  ledTo(
    'an approved booking is over because its renter has asked',
    'cancelMyBooking',
    'CancellationRequested',
    'BookingWithdrawn',
  ),
  nowhere('a completion was written, and its answer does not say where', 'changeBooking', 'completed'),
  nowhere('a customer was hidden, and the answer does not say where', 'hideCustomer'),
  ledTo('notes are in the log as something else', 'changeBooking', 'BookingAdminNotesSaved', 'BookingHiddenFromRecent'),
  ledTo(
    'settings are in the log as something else',
    'saveSettings',
    'BusinessRentalRulesChanged',
    'BusinessBrandingChanged',
  ),
]
