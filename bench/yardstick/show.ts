import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import type { BookingContract } from '@forecourt/contracts/contract.ts'
import type { Customer } from '@forecourt/contracts/customer.ts'
import type { CarPerformance, Stats, VehiclePerformance } from '@forecourt/contracts/figures.ts'
import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import { PenceSum, penceToPounds } from '@forecourt/domain/money.ts'
import { pounds } from './booking.ts'

/** Rows as the answers of the contracts say them. The driver gives dates as text and most amounts as text of pence. */

/** A row of `BOOKINGS`. */
export interface BookingRow {
  readonly id: string
  readonly business_id: string
  readonly vehicle_id: string
  readonly customer_id: string
  readonly reference: string
  readonly channel: AdminBooking['channel']
  readonly pickup_date: string
  readonly dropoff_date: string
  readonly days: number
  readonly daily_rate: number
  readonly total_amount: number
  readonly status: AdminBooking['status']
  readonly contact_name: string
  readonly contact_email: string
  readonly contact_phone: string
  readonly contact_address: string
  readonly licence_path: string
  readonly notes: string | null
  readonly admin_notes: string | null
  readonly hidden_from_recent: boolean
  readonly hidden_from_bookings_page: boolean
  readonly created_at: Date
  readonly updated_at: Date
  readonly car_name: string
  readonly license_plate: string | null
}

const NO_CONTRACT: BookingContract = {
  state: 'none',
  beingMade: false,
  sha256: null,
  signedBy: null,
  signedAt: null,
  versions: [],
}

/** @returns the booking as staff see it */
export function adminBooking(row: BookingRow): AdminBooking {
  return {
    id: row.id,
    reference: row.reference,
    businessId: row.business_id,
    customerId: row.customer_id,
    carId: row.vehicle_id,
    pickupDate: row.pickup_date,
    dropoffDate: row.dropoff_date,
    days: row.days,
    dailyRate: (row.daily_rate / 100).toFixed(2),
    totalAmount: (row.total_amount / 100).toFixed(2),
    status: row.status,
    channel: row.channel,
    customerName: row.contact_name,
    customerEmail: row.contact_email,
    customerPhone: row.contact_phone,
    customerAddress: row.contact_address,
    licenseImageUrl: row.licence_path,
    notes: row.notes,
    adminNotes: row.admin_notes,
    contractGenerated: false,
    contractPath: null,
    contract: NO_CONTRACT,
    cancellationAskedAt: null,
    hiddenFromRecent: row.hidden_from_recent,
    hiddenFromBookingsPage: row.hidden_from_bookings_page,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    customer: {
      name: row.contact_name,
      email: row.contact_email,
      phone: row.contact_phone,
      licenseImageUrl: row.licence_path,
    },
    car: { name: row.car_name, licensePlate: row.license_plate },
    mailProblems: [],
  }
}

/** A row of `CUSTOMERS`. */
export interface CustomerRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly address: string
  readonly licence_path: string
  readonly licence_status: Customer['licenseStatus']
  readonly hidden: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

/** @returns the customer as staff see them */
export function adminCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    licenseStatus: row.licence_status,
    licenseRefusedReason: null,
    licenseCheckedAt: null,
    licenseCheckedBy: null,
    licenseImageUrl: row.licence_path,
    hiddenFromCustomersPage: row.hidden,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** A row of `FLEET`. */
export interface FleetRow {
  readonly id: string
  readonly business_id: string
  readonly name: string
  readonly description: string | null
  readonly category: Vehicle['category']
  readonly capacity: number
  readonly transmission: Vehicle['transmission']
  readonly fuel_type: Vehicle['fuelType']
  readonly daily_rate: string
  readonly license_plate: string | null
  readonly year: number | null
  readonly image_path: string | null
  readonly status: Vehicle['status']
  readonly is_out: boolean
  readonly first_day: string
  readonly day_after: string
  readonly booked: Vehicle['nextDays']['booked']
}

/** @returns the vehicle as anybody sees it */
export function publicVehicle(row: FleetRow): Vehicle {
  return {
    id: row.id,
    businessId: row.business_id,
    name: row.name,
    description: row.description,
    category: row.category,
    capacity: row.capacity,
    transmission: row.transmission,
    fuelType: row.fuel_type,
    dailyRate: pounds(row.daily_rate),
    licensePlate: row.license_plate,
    year: row.year,
    imageUrl: row.image_path,
    imageSrcset: null,
    status: row.status,
    outToday: row.is_out,
    nextDays: { from: row.first_day, until: row.day_after, booked: row.booked },
  }
}

/** A row of `STATS`. */
export interface StatsRow {
  readonly revenue: string
  readonly active: number
  readonly days: number
  readonly vehicles: number
  readonly customers: number
}

/** @returns the figures of a month of so many days */
export function stats({ revenue, active, days, vehicles, customers }: StatsRow, daysOfMonth: number): Stats {
  const possible = vehicles * daysOfMonth
  return {
    revenue: poundsSum(Number(revenue)),
    activeBookings: active,
    utilization: possible === 0 ? 0 : Math.round((100 * days) / possible),
    customers,
  }
}

/** A row of `CAR_PERFORMANCE`. */
export interface PerformanceRow {
  readonly is_top: boolean
  readonly id: string
  readonly name: string
  readonly image_path: string | null
  readonly revenue: string
  readonly bookings: number
  readonly days: number
}

/** @returns the best and the worst of the fleet */
export function carPerformance(rows: readonly PerformanceRow[]): CarPerformance {
  return {
    topPerformers: rows.filter((row) => row.is_top).map(performance),
    bottomPerformers: rows.filter((row) => !row.is_top).map(performance),
  }
}

function performance(row: PerformanceRow): VehiclePerformance {
  const revenue = Number(row.revenue)
  return {
    carId: row.id,
    carName: row.name,
    carImage: row.image_path,
    totalRevenue: poundsSum(revenue),
    totalBookings: row.bookings,
    totalDaysBooked: row.days,
    revenuePerDay: poundsSum(row.days === 0 ? 0 : Math.round(revenue / row.days)),
  }
}

const poundsSum = (pence: number): string => penceToPounds(PenceSum.parse(pence))
