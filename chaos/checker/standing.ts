import { DEFAULT_RENTAL_RULES } from '@forecourt/domain/business/business.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { z } from 'zod'
import type { Request } from '../history.ts'
import type { Command } from './commands.ts'
import { STATUS_AFTER } from './facts.ts'
import { during, type Told, type Turn } from './told.ts'

interface Standing extends Turn {
  readonly state: State
  /** The command that led to it; undefined when nothing did. */
  readonly commandId: string | undefined
}

type State = string | number | null | undefined
type Named = readonly [what: string, state: State]

const Said = z.object({
  bookingId: z.string().nullish(),
  maintenanceId: z.string().optional(),
  customerId: z.string().optional(),
  businessId: z.string().optional(),
  vehicleId: z.string().optional(),
  to: z.string().optional(),
  description: z.string().nullish(),
  contractPath: z.string().optional(),
  turnaroundDays: z.number().optional(),
})

/** Whether a renter's question whether they may cancel waits for an answer; whatever becomes of the booking answers it. */
const asksToCancel = (bookingId: string | null | undefined, state: 'asked' | 'nothing'): Named => [
  `question about ${bookingId}`,
  state,
]

/** What an event says of something that others may want to be so, too. */
const SAYS: Readonly<Record<string, (said: z.infer<typeof Said>) => Named>> = {
  BookingHiddenFromRecent: ({ bookingId }) => [`recent ${bookingId}`, 'hidden'],
  BookingHiddenFromBookingsPage: ({ bookingId }) => [`bookings page ${bookingId}`, 'hidden'],
  VehicleStatusChanged: ({ vehicleId, to }) => [`vehicle ${vehicleId}`, to],
  MaintenanceCancelled: ({ maintenanceId }) => [`maintenance ${maintenanceId}`, 'cancelled'],
  CustomerErased: ({ customerId }) => [`customer ${customerId}`, 'erased'],
  CustomerHiddenFromCustomersPage: ({ customerId }) => [`customers page ${customerId}`, 'hidden'],
  CustomerLicenceVerified: ({ customerId }) => [`licence ${customerId}`, 'verified'],
  CustomerLicenceRefused: ({ customerId }) => [`licence ${customerId}`, 'refused'],
  CustomerLicenceExpired: ({ customerId }) => [`licence ${customerId}`, 'expired'],
  CustomerLicenceReset: ({ customerId }) => [`licence ${customerId}`, 'pending'],
  CancellationRequested: ({ bookingId }) => asksToCancel(bookingId, 'asked'),
  CancellationDeclined: ({ bookingId }) => asksToCancel(bookingId, 'nothing'),
  // One that is made takes the place of the one on paper.
  ContractGenerated: ({ bookingId }) => [`paper ${bookingId}`, null],
  ContractUploaded: ({ bookingId, contractPath }) => [`paper ${bookingId}`, contractPath],
  BusinessContactChanged: ({ businessId, description }) => [`description ${businessId}`, description],
  BusinessRentalRulesChanged: ({ businessId, turnaroundDays }) => [`turnaroundDays ${businessId}`, turnaroundDays],
}

/**
 * What a command wants to be so, or its sender was told is so. Those that are not here always write: a request is another one each
 * time, and so are notes.
 */
const WANTED: Readonly<Record<string, (request: Request) => Named>> = {
  changeBooking: ({ asked }) => [`booking ${asked.id}`, wantedStatus(asked)],
  cancelMyBooking: ({ asked, answer }) =>
    answer.kind === 'answer' && answer.outcome === 'asked'
      ? asksToCancel(String(asked.id), 'asked')
      : [`booking ${asked.id}`, 'rejected'],
  declineCancellation: ({ asked }) => asksToCancel(String(asked.id), 'nothing'),
  hideBookingFromRecent: ({ asked }) => [`recent ${asked.id}`, 'hidden'],
  hideBookingFromBookingsPage: ({ asked }) => [`bookings page ${asked.id}`, 'hidden'],
  attachContract: ({ asked }) => [`paper ${asked.id}`, String(asked.file)],
  changeVehicleStatus: ({ asked }) => [`vehicle ${asked.id}`, wantedStatus(asked)],
  cancelMaintenance: ({ asked }) => [`maintenance ${asked.maintenanceId}`, 'cancelled'],
  eraseCustomer: ({ asked }) => [`customer ${asked.id}`, 'erased'],
  hideCustomer: ({ asked }) => [`customers page ${asked.id}`, 'hidden'],
  changeLicenceStatus: ({ asked }) => [`licence ${asked.id}`, wantedStatus(asked)],
  saveSettings: ({ asked, businessId }) => [`${asked.setting} ${businessId}`, valueIn(asked)],
}

/** Notes alone ask for no status: `none` is none that anything has. */
const wantedStatus = ({ status }: Request['asked']): State => (typeof status === 'string' ? status : 'none')

const valueIn = ({ value }: Request['asked']): State => (typeof value === 'boolean' ? undefined : value)

/** Before anything is said of it nobody asks to cancel, a vehicle is to be had, nobody has looked at a licence, no rule was set. */
const AT_FIRST: Readonly<Record<string, State>> = {
  'declineCancellation status': 'nothing',
  'changeVehicleStatus status': 'available',
  'changeLicenceStatus status': 'pending',
  'saveSettings turnaroundDays': DEFAULT_RENTAL_RULES.turnaroundDays,
}

function atFirst({ call, asked }: Request): readonly Standing[] {
  const state = AT_FIRST[`${call} ${asked.setting ?? 'status'}`]
  return state === undefined ? [] : [{ at: 0, position: undefined, state, commandId: undefined }]
}

/**
 * Whether what a request asks for was so at some time of it, and not by its own command: only then may it be told that
 * nothing was written. A command that comes again is told where it was written the first time.
 */
export function standingIn(log: readonly Recorded[], told: Told): (command: Command, sending: Request) => boolean {
  const turns = turnsIn(log)
  return ({ call, commandId }, sending) => {
    const [what, wanted] = WANTED[call]?.(sending) ?? []
    if (what === undefined) return false
    return during([...atFirst(sending), ...(turns.get(what) ?? [])], sending, told).some(
      (turn) => turn.state === wanted && turn.commandId !== commandId,
    )
  }
}

function turnsIn(log: readonly Recorded[]): ReadonlyMap<string, readonly Standing[]> {
  const turns = new Map<string, Standing[]>()
  for (const event of log) {
    const { position, recordedAt, metadata } = event
    for (const [what, state] of sayingsOf(event)) {
      const turn = { at: recordedAt.getTime(), position, state, commandId: metadata.commandId }
      const known = turns.get(what)
      if (known === undefined) turns.set(what, [turn])
      else known.push(turn)
    }
  }
  return turns
}

function sayingsOf({ type, data }: Recorded): readonly Named[] {
  const [status, says] = [STATUS_AFTER[type], SAYS[type]]
  if (status === undefined && says === undefined) return []
  const said = Said.parse(JSON.parse(data))
  if (status === undefined) return says === undefined ? [] : [says(said)]
  return [[`booking ${said.bookingId}`, status], asksToCancel(said.bookingId, 'nothing')]
}
