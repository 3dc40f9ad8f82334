import type { BusinessEvent, NameClaimEvent, NotificationEvent, VehicleEvent } from '../catalogue.ts'
import type { FailureCause, WithdrawalReason } from '../notification/events.ts'
import { counted, poundsInWords, type Sentences } from './words.ts'

/** What happened to a vehicle. */
export const FLEET_SENTENCES: Sentences<VehicleEvent> = {
  VehicleAddedToFleet: ({ details, status }) =>
    `${details.name} was added to the fleet at ${poundsInWords(details.dailyRate)} a day, ${status}`,
  VehicleDetailsChanged: ({ details }) =>
    `The vehicle's details were changed: ${details.name}, ${poundsInWords(details.dailyRate)} a day`,
  VehicleStatusChanged: ({ from, to }) => `The vehicle went from ${from} to ${to}`,
  VehicleDueDatesChanged: ({ dueDates: { mot, service, insurance, tax } }) =>
    `Due dates were noted down: MOT ${mot ?? 'unknown'}, service ${service ?? 'unknown'}, insurance ${insurance ?? 'unknown'}, tax ${tax ?? 'unknown'}`,
  VehicleRemovedFromFleet: ({ reason }) => `The vehicle left the fleet: ${reason}`,
}

/** What happened to a business. */
export const BUSINESS_SENTENCES: Sentences<BusinessEvent> = {
  BusinessOnboarded: ({ name, slug, timeZone }) => `${name} was taken on as ${slug}, with the days of ${timeZone}`,
  BusinessBrandingChanged: ({ name, primaryColor, logoPath }) =>
    `The branding was changed: ${name}, ${primaryColor}, ${logoPath === null ? 'without a logo' : 'with a logo'}`,
  BusinessContactChanged: () => "The business's description and contact were changed",
  BusinessTermsChanged: ({ version, terms }) =>
    terms === null
      ? `The terms of hire were taken away (version ${version})`
      : `Version ${version} of the terms of hire was saved`,
  BusinessRentalRulesChanged: ({ turnaroundDays, licenceRetentionDays }) =>
    `The rules were changed: ${counted(turnaroundDays, 'day')} free after each hire, licences kept for ${counted(licenceRetentionDays, 'day')}`,
  BusinessMemberDeactivated: ({ userId }) => `The account ${userId} was shut out of the business`,
  BusinessMemberReactivated: ({ userId }) => `The account ${userId} was let in again`,
  CalendarFeedOpened: ({ vehicleId }) =>
    vehicleId === null ? 'A calendar of the whole fleet was made' : `A calendar of the vehicle ${vehicleId} was made`,
  CalendarFeedRevoked: ({ feedId }) => `The calendar ${feedId} was revoked: its address leads nowhere any more`,
  BusinessDeactivated: ({ reason }) => `The business was closed: ${reason}`,
  BusinessReactivated: () => 'The business was opened again',
}

/** What happened to a name that can be had once only. */
export const NAME_SENTENCES: Sentences<NameClaimEvent> = {
  NameClaimed: ({ kind }) => (kind === 'slug' ? 'The address was taken' : 'The sign-in name was taken'),
  NameReleased: ({ kind }) => (kind === 'slug' ? 'The address was given up' : 'The sign-in name was given up'),
}

const CAUSES: Readonly<Record<FailureCause, string>> = {
  'address-refused': 'the address was refused',
  'message-refused': 'the message was refused',
  'receiver-busy': "the receiver's server was busy",
  'server-unreachable': 'no mail server answered',
  'platform-refused': "the platform's own mail server refused it",
  unknown: 'it is not known why',
}

const MOOT: Readonly<Record<WithdrawalReason, string>> = {
  'customer-erased': 'the customer was erased',
  'business-inactive': 'the business is closed',
  'no-address': 'there is no address for it',
  'too-many-in-a-day': 'the address has had enough of them that day',
  overtaken: 'it was not true any more',
  'told-already': 'they had been told already',
  'too-late': 'it came too late',
}

const mail = (template: string) => `The mail "${template.replaceAll('-', ' ')}"`

/** What became of a mail. */
export const MAIL_SENTENCES: Sentences<NotificationEvent> = {
  NotificationSent: ({ template, attempt }) =>
    `${mail(template)} was sent${attempt === 1 ? '' : ` at attempt ${attempt}`}`,
  NotificationFailed: ({ template, attempt, cause }) =>
    `${mail(template)} could not be sent at attempt ${attempt}: ${CAUSES[cause]}`,
  NotificationAbandoned: ({ template, attempts, cause }) =>
    `${mail(template)} was given up after ${counted(attempts, 'attempt')}: ${CAUSES[cause]}`,
  NotificationWithdrawn: ({ template, reason }) => `${mail(template)} was not sent: ${MOOT[reason]}`,
}
