import type { BookingId, BusinessId, CustomerId, MaintenanceId, UserId, VehicleId } from '@forecourt/domain/ids.ts'
import * as booking from './booking.ts'
import * as business from './business.ts'
import * as contract from './contract.ts'
import * as customer from './customer.ts'
import type { FactType, ToldFact, ToldOf } from './facts.ts'
import { figuresAfter } from './figures.ts'
import * as mail from './mail.ts'
import * as maintenance from './maintenance.ts'
import { withMoment } from './moments.ts'
import type { BookingRow, BusinessRow, CustomerRow, MaintenanceRow, UserRow, VehicleRow } from './rows.ts'
import * as user from './user.ts'
import * as vehicle from './vehicle.ts'
import type { Change, Rows } from './working-rows.ts'

type Effect<Fact> = (fact: Fact, rows: Rows) => readonly Change[]

const nothing = (): readonly Change[] => []

/** What each fact does to the rows. Exhaustive: a new kind of fact does not compile before its effect is said here. */
const EFFECTS: { readonly [Type in FactType]: Effect<ToldOf<Type>> } = {
  BusinessOnboarded: (fact) => [{ table: 'businesses', row: business.onboarded(fact) }],
  BusinessBrandingChanged: changeBusiness(business.rebranded),
  BusinessContactChanged: changeBusiness(business.contactChanged),
  BusinessTermsChanged: changeBusiness(business.termsChanged),
  BusinessRentalRulesChanged: changeBusiness(business.rentalRulesChanged),
  BusinessDeactivated: changeBusiness(business.activity),
  BusinessReactivated: changeBusiness(business.activity),

  CalendarFeedOpened: changeBusiness(business.feedOpened),
  CalendarFeedRevoked: changeBusiness(business.feedRevoked),

  BusinessMemberDeactivated: changeUser(user.membership),
  BusinessMemberReactivated: changeUser(user.membership),

  UserRegistered: (fact) => [{ table: 'users', row: user.registered(fact) }],
  UserProfileChanged: changeUser(user.profileChanged),
  UserDeactivated: changeUser(user.activity),
  UserReactivated: changeUser(user.activity),
  UserInvited: changeUser(user.invited),
  UserPasswordChanged: changeUser(user.passwordChosen),
  UserPasswordResetRequested: nothing,
  UserSignedIn: nothing,

  VehicleAddedToFleet: (fact) => [{ table: 'vehicles', row: vehicle.added(fact) }],
  VehicleDetailsChanged: changeVehicle(vehicle.detailsChanged),
  VehicleStatusChanged: changeVehicle(vehicle.statusChanged),
  VehicleDueDatesChanged: changeVehicle(vehicle.dueDatesChanged),
  VehicleRemovedFromFleet: changeVehicle(vehicle.removed),
  ScheduleClosed: nothing,
  CustomerBookingsClosed: nothing,
  CustomerBookingsReopened: nothing,

  BookingRequested: (fact, rows) => {
    const known = rows.find('customers', fact.data.customerId)
    // On its way while its customer was erased: with a key from memory it would open all the same.
    const told = known?.isErased === true ? { ...fact, personal: null } : fact
    const requested: Change = { table: 'bookings', row: booking.requested(told) }
    return known === undefined ? [requested, { table: 'customers', row: customer.firstSeen(fact) }] : [requested]
  },
  BookingApproved: (fact, rows) => {
    const approved = withMoment(booking.decided(rows.get('bookings', fact.data.bookingId), fact), fact)
    const known = rows.get('customers', fact.data.customerId)
    return [
      { table: 'bookings', row: approved },
      { table: 'customers', row: customer.confirmedBy(known, approved, fact) },
    ]
  },
  BookingRejected: changeBooking(booking.decided),
  BookingCancelled: changeBooking(booking.decided),
  BookingCompleted: changeBooking(booking.decided),
  BookingReinstated: changeBooking(booking.decided),
  BookingAdminNotesSaved: changeBooking(booking.adminNotesSaved),
  BookingWithdrawn: changeBooking(booking.decided),
  CancellationRequested: changeBooking(booking.cancellation),
  CancellationDeclined: changeBooking(booking.cancellation),
  BookingLinkReissued: changeBooking(booking.linkReissued),
  BookingLicenceReplaced: (fact, rows) => {
    const before = rows.get('bookings', fact.data.bookingId)
    const row = withMoment(booking.licenceReplaced(before, fact), fact)
    const known = rows.get('customers', fact.data.customerId)
    return [
      { table: 'bookings', row },
      { table: 'customers', row: customer.licenceReplaced(known, before, row, fact) },
    ]
  },
  BookingHiddenFromRecent: changeBooking(booking.hiddenFromRecent),
  BookingHiddenFromBookingsPage: changeBooking(booking.hiddenFromBookingsPage),
  ContractIssueRequested: changeBooking(contract.issueRequested),
  ContractGenerated: changeBooking(contract.generated),
  ContractSigned: changeBooking(contract.signed),
  SignedContractFiled: changeBooking(contract.signedCopyFiled),
  ContractUploaded: changeBooking(contract.uploaded),

  MaintenanceScheduled: (fact) => [{ table: 'maintenance', row: maintenance.scheduled(fact) }],
  MaintenanceMoved: changeMaintenance(maintenance.moved),
  MaintenanceDescribed: changeMaintenance(maintenance.described),
  MaintenanceCancelled: changeMaintenance(maintenance.cancelled),

  NotificationFailed: mailNotTaken,
  NotificationAbandoned: mailNotTaken,
  NotificationSent: mailSettled,
  NotificationWithdrawn: mailSettled,

  CustomerContactChanged: changeCustomer(customer.contactChanged),
  CustomerLicenceVerified: changeCustomer(customer.licenceChecked),
  CustomerLicenceRefused: changeCustomer(customer.licenceChecked),
  CustomerLicenceExpired: changeCustomer(customer.licenceChecked),
  CustomerLicenceReset: changeCustomer(customer.licenceChecked),
  CustomerLicenceDeleted: (fact, rows) => [
    { table: 'customers', row: customer.licenceDeleted(rows.get('customers', fact.data.customerId), fact) },
    ...rows
      .bookingsOf(fact.data.customerId)
      .filter(({ licencePath }) => licencePath !== null && licencePath === fact.personal?.licencePath)
      .map((row): Change => ({ table: 'bookings', row: booking.licenceDeleted(row, fact) })),
  ],
  CustomerHiddenFromCustomersPage: changeCustomer(customer.hiddenFromCustomersPage),
  CustomerErased: (fact, rows) => [
    { table: 'customers', row: customer.erased(rows.get('customers', fact.data.customerId), fact) },
    ...rows
      .bookingsOf(fact.data.customerId)
      .map((row): Change => ({ table: 'bookings', row: booking.customerErased(row, fact) })),
  ],
}

/** Whether a fact of this type changes rows; all others are passed over. */
export function isProjected(type: string): type is FactType {
  return Object.hasOwn(EFFECTS, type)
}

/**
 * The rows that change because of the fact, and the figures that follow. Pure: all or nothing, and nothing is changed here.
 * @throws {RowMissing} the fact is about a row that is not there
 */
export function project(fact: ToldFact, rows: Rows): readonly Change[] {
  const changes = effectOf(fact)(fact, rows)
  const figures = figuresAfter(changes, rows)
  return figures.length === 0 ? changes : [...changes, ...figures]
}

function effectOf<Type extends FactType>(fact: ToldFact & { readonly type: Type }): Effect<ToldOf<Type>> {
  return EFFECTS[fact.type]
}

type Evolve<Row, Fact> = (row: Row, fact: Fact) => Row

/** A fact that says which row it is about. */
interface About<Ids> {
  readonly data: Ids
}

function changeBusiness<Fact extends About<{ readonly businessId: BusinessId }>>(
  evolve: Evolve<BusinessRow, Fact>,
): Effect<Fact> {
  return (fact, rows) => [{ table: 'businesses', row: evolve(rows.get('businesses', fact.data.businessId), fact) }]
}

function changeUser<Fact extends About<{ readonly userId: UserId }>>(evolve: Evolve<UserRow, Fact>): Effect<Fact> {
  return (fact, rows) => [{ table: 'users', row: evolve(rows.get('users', fact.data.userId), fact) }]
}

function changeVehicle<Fact extends About<{ readonly vehicleId: VehicleId }>>(
  evolve: Evolve<VehicleRow, Fact>,
): Effect<Fact> {
  return (fact, rows) => [{ table: 'vehicles', row: evolve(rows.get('vehicles', fact.data.vehicleId), fact) }]
}

function changeBooking<Fact extends About<{ readonly bookingId: BookingId }> & Pick<ToldFact, 'type' | 'at'>>(
  evolve: Evolve<BookingRow, Fact>,
): Effect<Fact> {
  return (fact, rows) => {
    const row = evolve(rows.get('bookings', fact.data.bookingId), fact)
    return [{ table: 'bookings', row: withMoment(row, fact) }]
  }
}

function changeMaintenance<Fact extends About<{ readonly maintenanceId: MaintenanceId }>>(
  evolve: Evolve<MaintenanceRow, Fact>,
): Effect<Fact> {
  return (fact, rows) => [{ table: 'maintenance', row: evolve(rows.get('maintenance', fact.data.maintenanceId), fact) }]
}

function changeCustomer<Fact extends About<{ readonly customerId: CustomerId }>>(
  evolve: Evolve<CustomerRow, Fact>,
): Effect<Fact> {
  return (fact, rows) => [{ table: 'customers', row: evolve(rows.get('customers', fact.data.customerId), fact) }]
}

function mailNotTaken(fact: ToldOf<'NotificationFailed' | 'NotificationAbandoned'>): readonly Change[] {
  const row = mail.notTaken(fact)
  return row === undefined ? [] : [{ table: 'mails', row }]
}

function mailSettled(fact: ToldOf<'NotificationSent' | 'NotificationWithdrawn'>, rows: Rows): readonly Change[] {
  const known = rows.find('mails', fact.data.notificationId)
  return known === undefined ? [] : [{ table: 'mails', row: mail.settled(known, fact) }]
}
