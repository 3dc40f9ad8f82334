import { tooFarAhead, tooLong } from '@forecourt/contracts/booking-limits.ts'
import { YEAR_OUT_OF_RANGE } from '@forecourt/contracts/vehicle.ts'
import type { BusinessRefusal } from '@forecourt/domain/business/decider.ts'
import type { CustomerRefusal } from '@forecourt/domain/customer/decider.ts'
import { dayInWords } from '@forecourt/domain/history/words.ts'
import { penceToPounds } from '@forecourt/domain/money.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import type { UserRefusal } from '@forecourt/domain/user/decider.ts'
import type { VehicleRefusal } from '@forecourt/domain/vehicle/decider.ts'
import type { VehiclePart } from '@forecourt/domain/vehicle/merge.ts'
import { notFound, Problem } from '@forecourt/kit/problem.ts'
import { match, P } from 'ts-pattern'
import type { StaffRefusal } from './account/add-staff.ts'
import type { PasswordRefusal } from './account/set-password.ts'
import type { ChangeRefusal } from './booking/change.ts'
import { refusedStep } from './booking/refused-step.ts'
import type { RequestRefusal } from './booking/request.ts'
import type { OnboardRefusal } from './business/onboard.ts'
import {
  answeredWish,
  changedContract,
  changedDueDates,
  changedLicenceStatus,
  changedMaintenance,
  changedStatus,
  notCancelled,
} from './changed-meanwhile.ts'
import type { PaperRefusal } from './contracts/attach.ts'
import { bookingInWords, conflictOf, datesUnavailable } from './dates-unavailable.ts'
import type { GeneralRefusal } from './log/execute.ts'

/** Everything that a command can be refused for. */
export type AnyRefusal =
  | GeneralRefusal
  | ScheduleRefusal
  | ChangeRefusal
  | VehicleRefusal
  | BusinessRefusal
  | UserRefusal
  | CustomerRefusal
  | RequestRefusal
  | StaffRefusal
  | PasswordRefusal
  | PaperRefusal
  | OnboardRefusal

/** The one place where a refusal becomes an answer (decisions: answers and errors). A new refusal does not compile without. */
export function problemOf(refusal: AnyRefusal): Problem {
  return match(refusal)
    .with({ code: 'not-found' }, () => notFound())
    .with({ code: 'business-not-found' }, () => notFound())
    .with({ code: 'car-not-found' }, () => new Problem(404, 'not-found', 'Selected car not found'))
    .with({ code: 'invalid-dates', of: 'maintenance' }, ({ code }) =>
      onField(code, 'to', 'Maintenance must end after the day on which it begins.'),
    )
    .with({ code: 'too-long', of: 'maintenance' }, ({ code, longestDays }) =>
      onField(code, 'to', `Maintenance is at most ${longestDays} days long.`),
    )
    .with({ code: 'too-far-ahead', of: 'maintenance' }, ({ code, latest }) =>
      onField(code, 'from', `Maintenance cannot begin after ${dayInWords(latest)}.`),
    )
    .with({ code: 'maintenance-in-the-past' }, ({ code, edge, earliest }) =>
      onField(code, edge, `Maintenance cannot ${edge === 'from' ? 'begin' : 'end'} before ${dayInWords(earliest)}.`),
    )
    .with(
      { code: 'maintenance-started' },
      ({ code, from }) =>
        new Problem(409, code, `The maintenance began on ${dayInWords(from)}: only its end can be moved.`),
    )
    .with(
      { code: 'maintenance-over' },
      ({ code }) => new Problem(409, code, 'The maintenance is over: its days stay as they were.'),
    )
    .with({ code: 'maintenance-cancelled' }, ({ code }) => new Problem(409, code, 'The maintenance was cancelled.'))
    .with({ code: 'due-date-out-of-range' }, ({ code, which, earliest, latest }) =>
      onField(code, which, `A date from ${dayInWords(earliest)} to ${dayInWords(latest)} is expected.`),
    )
    .with({ code: 'invalid-dates' }, ({ code }) =>
      onField(code, 'dropoffDate', 'Drop-off date must be after pickup date.'),
    )
    .with({ code: 'pickup-in-the-past' }, ({ code, earliest }) =>
      onField(code, 'pickupDate', `The pickup date cannot be before ${dayInWords(earliest)}.`),
    )
    .with({ code: 'too-long' }, ({ code, longestDays }) => onField(code, 'dropoffDate', tooLong(longestDays)))
    .with({ code: 'too-far-ahead' }, ({ code, latest }) => onField(code, 'pickupDate', tooFarAhead(dayInWords(latest))))
    .with({ code: 'price-too-high' }, ({ code }) =>
      onField(code, 'dropoffDate', 'The price is too high for one booking.'),
    )
    .with({ code: 'licence-unknown' }, ({ code }) =>
      onField(code, 'licenseImageUrl', "Please upload your driver's license before submitting."),
    )
    .with({ code: 'file-of-another' }, ({ code }) => new Problem(422, code, 'This file cannot be used here.'))
    .with({ code: 'vehicle-unavailable' }, ({ code }) => new Problem(409, code, 'This vehicle is not available.'))
    .with({ code: 'dates-unavailable', of: 'approval' }, (taken) =>
      datesUnavailable(taken, 'The days are taken by another approved booking.', 'The vehicle is in maintenance then.'),
    )
    .with({ code: 'dates-unavailable' }, (taken) => datesUnavailable(taken, SENTENCE, IN_MAINTENANCE))
    .with(
      { code: 'too-many-pending' },
      ({ code }) =>
        new Problem(
          429,
          code,
          'Too many requests for this vehicle are waiting for an answer. Please try again later.',
          {
            headers: { 'Retry-After': '3600' },
          },
        ),
    )
    .with({ code: 'price-changed' }, ({ code, totalAmount }) => {
      const right = penceToPounds(totalAmount)
      return new Problem(409, code, `The price has changed: the total is now £${right}.`, {
        members: { totalAmount: right },
      })
    })
    .with({ code: 'transition-not-allowed' }, (refused) => new Problem(409, refused.code, refusedStep(refused)))
    .with(
      { code: 'notes-changed' },
      ({ code }) =>
        new Problem(409, code, 'Somebody has changed the admin notes meanwhile: look at theirs before you save yours.'),
    )
    .with({ code: 'vehicle-has-bookings' }, ({ code, bookings }) => {
      const named = bookings.map(bookingInWords).join('; ')
      return new Problem(409, code, `The vehicle has approved bookings: ${named}.`, {
        members: { bookings: bookings.map(conflictOf) },
      })
    })
    .with({ code: 'customer-has-bookings' }, ({ code, bookings }) => {
      const named = bookings.map(bookingInWords).join('; ')
      return new Problem(409, code, `The customer has approved bookings that are not over: ${named}.`, {
        members: { bookings: bookings.map(conflictOf) },
      })
    })
    .with(
      { code: 'booking-cancelled' },
      ({ code }) => new Problem(409, code, 'This booking has been cancelled: it cannot be kept.'),
    )
    .with({ code: 'cancellation-answered' }, ({ code, again }) => new Problem(409, code, answeredWish(again)))
    .with(
      { code: 'cancellation-too-late' },
      ({ code }) =>
        new Problem(409, code, 'It is too late to cancel this booking here. Please get in touch with the business.'),
    )
    .with(
      { code: 'booking-not-pending' },
      ({ code }) => new Problem(409, code, 'The business has answered this request: the licence stays as it is.'),
    )
    .with(
      { code: 'licence-changed' },
      ({ code }) =>
        new Problem(
          409,
          code,
          'The customer has sent another picture of their licence meanwhile: look at that one first.',
        ),
    )
    .with({ code: 'licence-status-changed' }, ({ code, ...both }) => new Problem(409, code, changedLicenceStatus(both)))
    .with(
      { code: 'licence-verified' },
      ({ code }) => new Problem(409, code, 'The licence is verified already: no other picture is needed.'),
    )
    .with({ code: 'customer-erased' }, ({ code }) => new Problem(409, code, 'This customer has been erased.'))
    .with(
      { code: 'booking-not-approved' },
      ({ code }) => new Problem(409, code, 'The booking is not approved: there is no contract without an agreement.'),
    )
    .with(
      { code: 'contract-missing' },
      ({ code }) => new Problem(409, code, 'The contract is not ready yet. Please try again in a moment.'),
    )
    .with({ code: 'contract-changed' }, (changed) => {
      const sentence = 'standing' in changed ? changedContract(changed.standing) : CHANGED_BEFORE_SIGNING
      return new Problem(409, changed.code, sentence)
    })
    .with({ code: 'contract-signed' }, ({ code }) => new Problem(409, code, 'The contract is signed already.'))
    .with({ code: 'contract-unknown' }, ({ code }) =>
      onField(code, 'contractPath', 'Please upload the signed contract first'),
    )
    .with(
      { code: 'idempotency-key-reused' },
      ({ code }) => new Problem(422, code, 'This Idempotency-Key was used for another request.'),
    )
    .with({ code: 'seats-out-of-range' }, ({ code, fewest, most }) =>
      onField(code, 'capacity', `Seats must be from ${fewest} to ${most}`),
    )
    .with({ code: 'year-out-of-range' }, ({ code }) => onField(code, 'year', YEAR_OUT_OF_RANGE))
    .with({ code: 'image-unknown' }, ({ code }) =>
      onField(code, 'imageUrl', 'Only a picture that you uploaded for a vehicle can be shown.'),
    )
    .with(
      { code: 'settings-changed' },
      ({ code }) =>
        new Problem(409, code, 'Somebody has changed the settings meanwhile: look at theirs before you save yours.'),
    )
    .with({ code: 'logo-unknown' }, ({ code }) =>
      onField(code, 'logoUrl', 'Only a logo that you uploaded can be shown.'),
    )
    .with({ code: 'vehicle-changed', of: 'status' }, ({ code, ...both }) => new Problem(409, code, changedStatus(both)))
    .with({ code: 'vehicle-changed' }, ({ code, parts }) => {
      const named = parts.map((part) => PARTS[part]).join(', ')
      return new Problem(
        409,
        code,
        `Somebody has changed this vehicle meanwhile: ${named}. Look at it before you save yours.`,
      )
    })
    .with(
      { code: 'maintenance-changed', of: 'cancellation' },
      ({ code, ...both }) => new Problem(409, code, notCancelled(both)),
    )
    .with({ code: 'maintenance-changed' }, ({ code, ...torn }) => new Problem(409, code, changedMaintenance(torn)))
    .with({ code: 'due-dates-changed' }, ({ code, ...torn }) => new Problem(409, code, changedDueDates(torn)))
    .with({ code: 'unknown-time-zone' }, ({ code, timeZone }) =>
      onField(code, 'timeZone', `There is no time zone ${timeZone}.`),
    )
    .with(
      { code: 'slug-reserved' },
      ({ code }) => new Problem(422, code, 'This slug is an address of the platform itself.'),
    )
    .with({ code: 'slug-taken' }, ({ code }) => new Problem(409, code, 'Another business has this slug.'))
    .with({ code: 'email-taken' }, ({ code }) => new Problem(409, code, 'Somebody signs in with this address already.'))
    .with({ code: 'own-account' }, ({ code }) => new Problem(409, code, 'Nobody can shut themselves out.'))
    .with({ code: 'last-member' }, ({ code }) => new Problem(409, code, 'Nobody would be left who can sign in.'))
    .with(
      { code: 'link-over' },
      ({ code }) => new Problem(422, code, 'This link has been used or is over. Please ask for a new one.'),
    )
    .with({ code: 'password-wrong' }, ({ code }) => onField(code, 'currentPassword', 'This is not your password.'))
    .with({ code: 'user-inactive' }, ({ code }) => new Problem(409, code, 'This user is not active.'))
    .with(
      { code: P.union('already-added', 'already-onboarded', 'already-registered') },
      ({ code }) => new Problem(409, code, 'It is there already.'),
    )
    .exhaustive()
}

/** The vehicle form's fields, in words. */
const PARTS: Readonly<Record<VehiclePart, string>> = {
  name: 'name',
  description: 'description',
  category: 'category',
  capacity: 'seats',
  transmission: 'transmission',
  fuelType: 'fuel',
  dailyRate: 'daily rate',
  licensePlate: 'plate',
  year: 'year',
  imagePath: 'picture',
  status: 'status',
}

/** Well-formed but not valid: said of the field that can mend it. */
function onField(code: string, path: string, message: string): Problem {
  return new Problem(422, code, message, { errors: [{ path, message }] })
}

const SENTENCE = 'The selected dates conflict with an existing approved booking. Please choose different dates.'

/** To whoever signs. */
const CHANGED_BEFORE_SIGNING = 'The contract is made anew since it was shown: look at the new one before you sign.'

/** To staff, when nothing but maintenance is in the way. */
const IN_MAINTENANCE = 'The vehicle is in maintenance on the selected dates. Please choose different dates.'
