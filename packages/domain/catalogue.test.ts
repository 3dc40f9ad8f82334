import { expect, it, test } from 'vitest'
import { EVENTS } from './catalogue.ts'
import { BookingId, BusinessId, Slug } from './ids.ts'
import { scheduleStream, scheduleStreamOf } from './streams.ts'
import { bookingId, harbour, vehicleId } from './testing/rental.ts'

/** Events whose payload has changed since they were first written. */
const SECOND_VERSIONS = new Set([
  'NotificationFailed',
  'NotificationAbandoned',
  'BookingAdminNotesSaved',
  'ContractGenerated',
  'CustomerLicenceVerified',
  'BookingLicenceReplaced',
])

test('every event of the product is in the catalogue, under its own name', () => {
  expect([...EVENTS.keys()].toSorted()).toMatchInlineSnapshot(`
    [
      "BookingAdminNotesSaved",
      "BookingApproved",
      "BookingCancelled",
      "BookingCompleted",
      "BookingHiddenFromBookingsPage",
      "BookingHiddenFromRecent",
      "BookingLicenceReplaced",
      "BookingLinkReissued",
      "BookingReinstated",
      "BookingRejected",
      "BookingRequested",
      "BookingWithdrawn",
      "BusinessBrandingChanged",
      "BusinessContactChanged",
      "BusinessDeactivated",
      "BusinessMemberDeactivated",
      "BusinessMemberReactivated",
      "BusinessOnboarded",
      "BusinessReactivated",
      "BusinessRentalRulesChanged",
      "BusinessTermsChanged",
      "CalendarFeedOpened",
      "CalendarFeedRevoked",
      "CancellationDeclined",
      "CancellationRequested",
      "ContractGenerated",
      "ContractIssueRequested",
      "ContractSigned",
      "ContractUploaded",
      "CustomerBookingsClosed",
      "CustomerBookingsReopened",
      "CustomerContactChanged",
      "CustomerErased",
      "CustomerHiddenFromCustomersPage",
      "CustomerLicenceDeleted",
      "CustomerLicenceExpired",
      "CustomerLicenceRefused",
      "CustomerLicenceReset",
      "CustomerLicenceVerified",
      "LogSealed",
      "MaintenanceCancelled",
      "MaintenanceDescribed",
      "MaintenanceMoved",
      "MaintenanceScheduled",
      "NameClaimed",
      "NameReleased",
      "NotificationAbandoned",
      "NotificationFailed",
      "NotificationSent",
      "NotificationWithdrawn",
      "PersonalDataRevealed",
      "ReadModelCompared",
      "ScheduleClosed",
      "SignedContractFiled",
      "UserDeactivated",
      "UserInvited",
      "UserPasswordChanged",
      "UserPasswordResetRequested",
      "UserProfileChanged",
      "UserReactivated",
      "UserRegistered",
      "UserSignedIn",
      "VehicleAddedToFleet",
      "VehicleDetailsChanged",
      "VehicleDueDatesChanged",
      "VehicleRemovedFromFleet",
      "VehicleStatusChanged",
    ]
  `)
  for (const [name, { type, version }] of EVENTS) {
    expect(type).toBe(name)
    expect(version).toBe(SECOND_VERSIONS.has(name) ? 2 : 1)
  }
})

test('personal data is beside the payload in exactly these events', () => {
  const sealed = [...EVENTS.values()].filter(({ personal }) => personal !== null).map(({ type }) => type)
  expect(sealed.toSorted()).toEqual([
    'BookingAdminNotesSaved',
    'BookingLicenceReplaced',
    'BookingRequested',
    'ContractSigned',
    'CustomerContactChanged',
    'CustomerLicenceDeleted',
    'CustomerLicenceRefused',
    'UserProfileChanged',
    'UserRegistered',
  ])
})

test('a booking’s id alone finds the schedule that holds it', () => {
  expect(scheduleStreamOf(bookingId(1))).toBe(scheduleStream(vehicleId))
  expect(scheduleStream(vehicleId)).toBe(`rent.schedule-${vehicleId}`)
})

it.each([
  [BusinessId, harbour.toUpperCase()],
  [BusinessId, `${harbour}\n`],
  [BusinessId, ''],
  [BookingId, vehicleId],
  [BookingId, bookingId(1).toLowerCase().replace('0', 'o')],
  [Slug, 'Harbour'],
  [Slug, '-harbour'],
  [Slug, 'harbour-'],
  [Slug, 'a'.repeat(64)],
  [Slug, ''],
])('an id has one spelling (%#)', (schema, text) => expect(schema.safeParse(text).success).toBe(false))
