import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { type Customer, Customers } from '@forecourt/contracts/customer.ts'
import { AdminFleet, type AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { PenceSum, penceToPounds } from '@forecourt/domain/money.ts'
import { z } from 'zod'
import { adminBookingsInput, readAdminBookings } from '../bookings/admin-bookings.ts'
import { adminCustomersInput, readAdminCustomers } from '../customers/admin-customers.ts'
import { adminFleetInput, readAdminFleet } from '../fleet/admin-fleet.ts'
import type { Read } from '../reading/reads.ts'
import type { Cell } from './csv.ts'

/** What is exported: its columns, and how a page of it is read. */
export interface Table {
  readonly columns: readonly string[]
  /** Reads the page that the cursor names, the first one without. */
  readonly page: (cursor: string | undefined, ask: Ask) => Promise<Page>
}

export interface Page {
  readonly lines: readonly (readonly Cell[])[]
  /** Of the next page; undefined on the last. */
  readonly next: string | undefined
}

/** Asks the rows of the one business that is exported. */
export type Ask = <Row, Input extends object>(read: Read<Row, Input>, input: Input) => Promise<readonly Row[]>

/** As many as are in memory at a time. */
const PAGE = '500'

/** A list of the API as a table: the same rows, read page by page as a screen would. */
function listed<Row, Input extends object, Item>(
  read: Read<Row, Input>,
  inputFor: (query: { readonly limit: string; readonly cursor: string | undefined }) => Input,
  itemsIn: (body: unknown) => readonly Item[],
  columns: Readonly<Record<string, (item: Item) => Cell>>,
): Table {
  const cells = Object.values(columns)
  return {
    columns: Object.keys(columns),
    async page(cursor, ask) {
      const input = inputFor({ limit: PAGE, cursor })
      const presented = read.present(await ask(read, input), input)
      if (presented === undefined || !('body' in presented)) return { lines: [], next: undefined }
      const lines = itemsIn(presented.body).map((item) => cells.map((cell) => cell(item)))
      const next = presented.next === undefined ? null : new URLSearchParams(presented.next.split('?')[1]).get('cursor')
      return { lines, next: next ?? undefined }
    },
  }
}

const bookings = listed(readAdminBookings, adminBookingsInput, (body) => z.parse(AdminBookings, body), {
  Reference: ({ reference }: AdminBooking) => reference,
  Status: ({ status }) => status,
  Channel: ({ channel }) => channel,
  Customer: ({ customerName }) => customerName,
  Email: ({ customerEmail }) => customerEmail,
  Phone: ({ customerPhone }) => customerPhone,
  Address: ({ customerAddress }) => customerAddress,
  Vehicle: ({ car }) => car.name,
  Plate: ({ car }) => car.licensePlate,
  Pickup: ({ pickupDate }) => pickupDate,
  'Drop-off': ({ dropoffDate }) => dropoffDate,
  Days: ({ days }) => days,
  'Daily rate': ({ dailyRate }) => dailyRate,
  Total: ({ totalAmount }) => totalAmount,
  Notes: ({ notes }) => notes,
  'Admin notes': ({ adminNotes }) => adminNotes,
  Requested: ({ createdAt }) => createdAt,
})

const customers = listed(readAdminCustomers, adminCustomersInput, (body) => z.parse(Customers, body), {
  Name: ({ name }: Customer) => name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Address: ({ address }) => address,
  Licence: ({ licenseStatus }) => licenseStatus,
  'Licence checked': ({ licenseCheckedAt }) => licenseCheckedAt,
  'Checked by': ({ licenseCheckedBy }) => licenseCheckedBy,
  'Refused because': ({ licenseRefusedReason }) => licenseRefusedReason,
  Since: ({ createdAt }) => createdAt,
})

const vehicles = listed(readAdminFleet, adminFleetInput, (body) => z.parse(AdminFleet, body), {
  Name: ({ name }: AdminVehicle) => name,
  Plate: ({ licensePlate }) => licensePlate,
  Category: ({ category }) => category,
  Seats: ({ capacity }) => capacity,
  Transmission: ({ transmission }) => transmission,
  Fuel: ({ fuelType }) => fuelType,
  Year: ({ year }) => year,
  'Daily rate': ({ dailyRate }) => dailyRate,
  Status: ({ status }) => status,
  MOT: ({ dueDates }) => dueDates.mot,
  Service: ({ dueDates }) => dueDates.service,
  Insurance: ({ dueDates }) => dueDates.insurance,
  Tax: ({ dueDates }) => dueDates.tax,
  Description: ({ description }) => description,
})

const MonthRow = z.object({ month: z.string(), bookings: z.int(), days: z.int(), revenue: PenceSum })

/** Decisions "Figures": revenue is that of approved and completed bookings, in the month of their pickup. */
const readRevenue: Read<z.infer<typeof MonthRow>, object> = {
  name: 'revenue by month',
  query: `
    select
      to_char(pickup_date, 'YYYY-MM') as month,
      count(*)::integer as bookings,
      sum(days)::integer as days,
      sum(total_amount)::bigint as revenue
    from bookings
    where business_id = $1 and status in ('approved', 'completed')
    group by 1
    order by 1`,
  row: MonthRow,
  dependsOnToday: false,
  present: (rows) => ({ body: rows }),
}

/** As many lines as there are months: one page. */
const revenue: Table = {
  columns: ['Month', 'Bookings', 'Days', 'Revenue'],
  async page(_cursor, ask) {
    const months = await ask(readRevenue, {})
    const lines = months.map((one) => [one.month, one.bookings, one.days, penceToPounds(one.revenue)])
    return { lines, next: undefined }
  },
}

export const TABLES = { bookings, customers, vehicles, revenue } as const satisfies Readonly<Record<string, Table>>
