import type {
  BookingHistoryRow,
  BookingRow,
  BusinessRow,
  BusinessTotalsRow,
  CustomerRow,
  MailRow,
  MaintenanceRow,
  UserRow,
  VehicleMonthRow,
  VehicleRow,
  VehicleTotalsRow,
} from './rows.ts'

/** One table of the read model: its columns in SQL's words, in the order in which they are written. */
export interface Table<Row> {
  readonly name: string
  /** The column that identifies a row. */
  readonly key: keyof Row & string
  /** SQL type of each column, with `not null` where it always has a value. */
  readonly columns: { readonly [Column in keyof Row & string]: string }
  /** What is somebody's, in words: PostgreSQL takes no samples of it to plan by, where they would outlive an erasure. */
  readonly personal?: readonly (keyof Row & string)[]
}

const ID = 'uuid not null'
const TEXT = 'text not null'
const YES_OR_NO = 'boolean not null'
/** Facts are timed to the millisecond, so a row gives back exactly what the log says. */
const INSTANT = 'timestamptz(3) not null'
const PENCE = 'bigint not null'
const COUNT = 'integer not null'

const businesses: Table<BusinessRow> = {
  name: 'businesses',
  key: 'businessId',
  columns: {
    businessId: ID,
    name: TEXT,
    slug: TEXT,
    description: 'text',
    logoPath: 'text',
    primaryColor: TEXT,
    contactEmail: 'text',
    contactPhone: 'text',
    address: 'text',
    turnaroundDays: COUNT,
    licenceRetentionDays: COUNT,
    terms: 'text',
    termsVersion: COUNT,
    settingsVersion: COUNT,
    calendarFeeds: TEXT,
    currency: TEXT,
    timeZone: TEXT,
    isActive: YES_OR_NO,
    createdAt: INSTANT,
    updatedAt: INSTANT,
  },
}

const users: Table<UserRow> = {
  name: 'users',
  key: 'userId',
  personal: ['email', 'firstName', 'lastName', 'profileImageUrl'],
  columns: {
    userId: ID,
    businessId: 'uuid',
    email: 'text',
    firstName: 'text',
    lastName: 'text',
    profileImageUrl: 'text',
    role: TEXT,
    isAdmin: YES_OR_NO,
    isActive: YES_OR_NO,
    isInvited: YES_OR_NO,
    createdAt: INSTANT,
    updatedAt: INSTANT,
  },
}

const vehicles: Table<VehicleRow> = {
  name: 'vehicles',
  key: 'vehicleId',
  columns: {
    vehicleId: ID,
    businessId: ID,
    name: TEXT,
    description: 'text',
    category: TEXT,
    capacity: 'integer not null',
    transmission: TEXT,
    fuelType: TEXT,
    dailyRate: PENCE,
    licensePlate: 'text',
    year: 'integer',
    imagePath: 'text',
    status: TEXT,
    isRemoved: YES_OR_NO,
    motDue: 'date',
    serviceDue: 'date',
    insuranceDue: 'date',
    taxDue: 'date',
    createdAt: INSTANT,
    updatedAt: INSTANT,
  },
}

const customers: Table<CustomerRow> = {
  name: 'customers',
  key: 'customerId',
  personal: ['name', 'email', 'phone', 'address', 'licencePath', 'licenceRefusedReason', 'licenceVerdict'],
  columns: {
    customerId: ID,
    businessId: ID,
    name: 'text',
    email: 'text',
    phone: 'text',
    address: 'text',
    detailsGivenAt: 'timestamptz(3)',
    licencePath: 'text',
    licenceGivenAt: 'timestamptz(3)',
    licenceStatus: TEXT,
    licenceRefusedReason: 'text',
    licenceCheckedAt: 'timestamptz(3)',
    licenceCheckedBy: 'uuid',
    licenceVerdict: 'text',
    hiddenFromCustomersPage: YES_OR_NO,
    isErased: YES_OR_NO,
    createdAt: INSTANT,
    updatedAt: INSTANT,
  },
}

const bookings: Table<BookingRow> = {
  name: 'bookings',
  key: 'bookingId',
  personal: ['contactName', 'contactEmail', 'contactPhone', 'contactAddress', 'licencePath', 'notes', 'adminNotes'],
  columns: {
    // Compared byte by byte: half the price of a language's order, which means nothing here.
    bookingId: 'text collate "C" not null',
    businessId: ID,
    customerId: ID,
    vehicleId: ID,
    reference: TEXT,
    channel: TEXT,
    pickupDate: 'date not null',
    dropoffDate: 'date not null',
    days: 'integer not null',
    dailyRate: PENCE,
    totalAmount: PENCE,
    status: TEXT,
    contactName: 'text',
    contactEmail: 'text',
    contactPhone: 'text',
    contactAddress: 'text',
    licencePath: 'text',
    notes: 'text',
    adminNotes: 'text',
    contractPath: 'text',
    contract: TEXT,
    linkVersion: COUNT,
    cancellationAskedAt: 'timestamptz(3)',
    moments: TEXT,
    hiddenFromRecent: YES_OR_NO,
    hiddenFromBookingsPage: YES_OR_NO,
    createdAt: INSTANT,
    updatedAt: INSTANT,
  },
}

const maintenance: Table<MaintenanceRow> = {
  name: 'maintenance',
  key: 'maintenanceId',
  columns: {
    maintenanceId: 'text collate "C" not null',
    businessId: ID,
    vehicleId: ID,
    fromDate: 'date not null',
    toDate: 'date not null',
    kind: TEXT,
    note: 'text',
    isCancelled: YES_OR_NO,
    createdAt: INSTANT,
    updatedAt: INSTANT,
  },
}

const mails: Table<MailRow> = {
  name: 'mails',
  key: 'notificationId',
  columns: {
    notificationId: ID,
    bookingId: 'text collate "C" not null',
    businessId: ID,
    template: TEXT,
    status: TEXT,
    cause: TEXT,
    at: INSTANT,
  },
}

const bookingHistory: Table<BookingHistoryRow> = {
  name: 'booking_history',
  key: 'eventId',
  columns: {
    eventId: ID,
    bookingId: 'text collate "C" not null',
    businessId: ID,
    position: 'bigint not null',
    at: INSTANT,
    sentence: TEXT,
    actorKind: TEXT,
    actorId: TEXT,
  },
}

const businessTotals: Table<BusinessTotalsRow> = {
  name: 'business_totals',
  key: 'businessId',
  columns: { businessId: ID, customers: COUNT },
}

const vehicleTotals: Table<VehicleTotalsRow> = {
  name: 'vehicle_totals',
  key: 'vehicleId',
  columns: { vehicleId: ID, businessId: ID, revenue: PENCE, bookings: COUNT, daysBooked: COUNT },
}

const vehicleMonths: Table<VehicleMonthRow> = {
  name: 'vehicle_months',
  key: 'monthId',
  columns: {
    monthId: 'text collate "C" not null',
    vehicleId: ID,
    businessId: ID,
    month: 'date not null',
    revenue: PENCE,
    activeBookings: COUNT,
    daysBooked: COUNT,
    holders: TEXT,
  },
}

/** The tables that facts are projected to: one for each noun, what happened to bookings, and the figures' sums. */
export const TABLES: { readonly [Name in TableName]: Table<RowTypes[Name]> } = {
  businesses,
  users,
  vehicles,
  customers,
  bookings,
  maintenance,
  mails,
  bookingHistory,
  businessTotals,
  vehicleTotals,
  vehicleMonths,
}

interface RowTypes {
  readonly businesses: BusinessRow
  readonly users: UserRow
  readonly vehicles: VehicleRow
  readonly customers: CustomerRow
  readonly bookings: BookingRow
  readonly maintenance: MaintenanceRow
  readonly mails: MailRow
  readonly bookingHistory: BookingHistoryRow
  readonly businessTotals: BusinessTotalsRow
  readonly vehicleTotals: VehicleTotalsRow
  readonly vehicleMonths: VehicleMonthRow
}

export type TableName = keyof RowTypes
export type RowOf<Name extends TableName> = RowTypes[Name]

/** The nouns' tables: what a fact is about. */
export const NOUNS = [
  'businesses',
  'users',
  'vehicles',
  'customers',
  'bookings',
  'maintenance',
  'mails',
] as const satisfies TableName[]
/** The figures' tables: what follows from a change of the nouns' rows. */
export const FIGURES = ['businessTotals', 'vehicleTotals', 'vehicleMonths'] as const satisfies TableName[]
export const TABLE_NAMES: readonly TableName[] = [...NOUNS, 'bookingHistory', ...FIGURES]

/** `contactEmail` is `contact_email` in SQL. */
export function sqlName(column: string): string {
  return column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
