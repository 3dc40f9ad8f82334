import type { Call } from './call.ts'

/**
 * Every code that a problem may have, and what it means to whoever calls. Codes are stable; sentences in answers are for
 * people and may change.
 */
export const REFUSALS = {
  malformed: 'The request cannot be read.',
  'malformed-json': 'The body is not JSON.',
  'malformed-idempotency-key': 'The `Idempotency-Key` is not a UUID.',
  'invalid-query': 'The query has a parameter that is unknown, given twice, or not what the call takes.',
  'not-signed-in': 'Nobody is signed in, the session is over, or it is not that of `X-Acting-Member`.',
  'invalid-credentials':
    'E-mail address, password and business do not go together, or the account is closed. Which of these is not told.',
  'password-wrong': 'It is not your current password.',
  'link-over': 'The link was used, is over, or never was: ask for a new one.',
  'foreign-origin': 'The call does not say that it comes from our own pages or from a native client.',
  'not-found': 'There is no such thing, or it is not yours: both are answered with the same bytes.',
  'method-not-allowed': 'The path has other methods; `Allow` lists them.',
  'request-timeout': 'The request did not arrive in time.',
  'vehicle-unavailable': 'The vehicle cannot be booked at present.',
  'dates-unavailable':
    'An approved booking or maintenance holds some of the days, or one of the days that the business keeps free after each booking. Staff are told which: `conflicts` and `maintenance`.',
  'price-changed': 'The total that was sent is not the price. `totalAmount` is.',
  'transition-not-allowed': 'A booking with this status cannot get the wanted one.',
  'notes-changed': 'The admin notes are not those any more that `notesFrom` names; nothing was overwritten.',
  'settings-changed':
    'The settings are not those any more that `version` names; nothing was overwritten. Read them again.',
  'maintenance-changed':
    'Others have changed the same of the maintenance since what `seen` says; nothing was overwritten, nor cancelled.',
  'due-dates-changed': 'Others have changed the same date since what `from` says; nothing was overwritten.',
  'vehicle-changed': 'Others have changed the same of the vehicle since what `from` says; nothing was overwritten.',
  'email-taken': 'Somebody signs in with this address already.',
  'own-account': 'Nobody can shut themselves out.',
  'last-member': 'Nobody would be left who can sign in.',
  'user-inactive': 'The account is shut out.',
  'vehicle-has-bookings': 'The vehicle has approved bookings that end today or later: `bookings` lists them.',
  'customer-has-bookings': 'The customer has approved bookings that are not over: `bookings` lists them.',
  'customer-erased': 'The person whom it is about has been erased.',
  'booking-not-approved': 'Contracts are about bookings that are approved, or were and are over.',
  'booking-cancelled': 'The booking has been cancelled, or turned down: nobody can be held to it.',
  'cancellation-answered':
    'The renter’s wish to cancel that `askedAt` names has been answered; nothing was answered again.',
  'cancellation-too-late': 'The hire has begun, or is over: it cannot be cancelled on the renter’s page.',
  'booking-not-pending': 'The request has been answered: what came with it stays.',
  'licence-changed':
    'The customer has another picture of their licence by now than `licenseImageUrl` names; nothing was said of that one.',
  'licence-status-changed': 'Others have said something else of the licence since it was as `from` says; theirs stays.',
  'licence-verified': 'Staff have found the licence good: no other takes its place.',
  'contract-missing': 'The contract is not made yet: there is nothing to sign.',
  'contract-changed':
    'It is not the document any more that was shown, it was signed meanwhile, or another one is being made: look at that one.',
  'contract-signed': 'The contract is signed already, and a signed contract never changes.',
  'contract-unknown': 'The contract is not an upload of yours.',
  'too-large': 'The body is larger than 64 kB.',
  'file-too-large': 'The file is larger than 5 MB.',
  'unsupported-media-type': 'The body is not uncompressed `application/json` in UTF-8.',
  'file-type-not-allowed': 'Files of this type are not accepted.',
  invalid: 'Well-formed, but not valid: `errors` says what is wrong with each field.',
  'invalid-dates': 'The drop-off is not after the pickup, or the end of maintenance not after its beginning.',
  'pickup-in-the-past': 'The pickup is too early.',
  'too-long': 'The booking, or the maintenance, is too long.',
  'too-far-ahead': 'The pickup, or the beginning of maintenance, is too far ahead.',
  'maintenance-in-the-past': 'The maintenance would begin, or end, before today.',
  'maintenance-started': 'The maintenance has begun: only its end can be moved.',
  'maintenance-over': 'The maintenance is over: its days stay as they were.',
  'maintenance-cancelled': 'The maintenance was cancelled.',
  'due-date-out-of-range': 'A due date is more than ten years away.',
  'price-too-high': 'The price is more than one booking can have.',
  'licence-unknown': 'The licence is not an upload that this person may use.',
  'seats-out-of-range': 'A vehicle has 2 to 8 seats.',
  'year-out-of-range': 'The year is before 1990 or after the next one.',
  'image-unknown': 'The picture is not an upload of your own vehicle images.',
  'logo-unknown': 'The logo is not an upload of your own logos.',
  'file-unreadable': 'The file is damaged, or cannot be made safe.',
  'document-not-plain': 'The PDF has a file or a script in it, or needs a password.',
  'too-many-pixels': 'The picture has more than 40 million pixels.',
  'upload-unknown': 'This is not an upload address for this purpose.',
  'upload-expired': 'The upload address is over.',
  'upload-missing': 'Nothing was sent to the upload address.',
  'idempotency-key-reused': 'The key was used for another request.',
  'too-many-requests': 'The limit on calls like this is reached.',
  'too-many-pending': 'Fifty requests for this vehicle wait for an answer.',
  'headers-too-large': 'The headers are larger than 16 kB.',
  unavailable:
    'Something behind the service does not answer, and nobody knows whether it was done. Send it again, with the same `Idempotency-Key`.',
} as const satisfies Readonly<Record<string, string>>

export type RefusalCode = keyof typeof REFUSALS

export type Refusals = Readonly<Record<number, readonly RefusalCode[]>>

/** What cannot be read as a request is refused before any route sees it; so is what nobody can answer for now. */
export const ANYWHERE: Refusals = {
  400: ['malformed'],
  408: ['request-timeout'],
  431: ['headers-too-large'],
  503: ['unavailable'],
}

/** Calls that change something, before anything is looked at. */
const CHANGING: Refusals = {
  400: ['malformed-json', 'malformed-idempotency-key', 'invalid-query'],
  403: ['foreign-origin'],
  413: ['too-large'],
  415: ['unsupported-media-type'],
  422: ['invalid'],
}

/** All that a call may be refused for: status → codes. */
export function refusalsOf(call: Pick<Call, 'service' | 'access' | 'params' | 'idempotent' | 'refusals'>): Refusals {
  return merged(
    ANYWHERE,
    call.service === 'command' ? CHANGING : { 400: ['invalid-query'] },
    call.access === 'member' ? { 401: ['not-signed-in'] } : {},
    call.params === undefined ? {} : { 404: ['not-found'] },
    // Whatever is wrong with a link is one answer; whoever tries too many waits.
    call.access === 'link' ? { 404: ['not-found'], 429: ['too-many-requests'] } : {},
    call.idempotent === true ? { 422: ['idempotency-key-reused'] } : {},
    call.refusals ?? {},
  )
}

/** What a path below `/api` answers to a method, or an address, that is no call. */
export const NO_CALL: Refusals = merged(ANYWHERE, CHANGING, { 404: ['not-found'], 405: ['method-not-allowed'] })

function merged(...all: readonly Refusals[]): Refusals {
  const codes = new Map<number, RefusalCode[]>()
  for (const [status, more] of all.flatMap((refusals) => Object.entries(refusals))) {
    codes.set(Number(status), [...new Set([...(codes.get(Number(status)) ?? []), ...more])])
  }
  return Object.fromEntries(codes)
}
