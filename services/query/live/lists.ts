import type { LiveList } from '@forecourt/contracts/live.ts'
import type { TableName } from '../projection/table.ts'

/** The lists whose answers are read from each table's rows. */
const LISTS_OF: Readonly<Record<TableName, readonly LiveList[]>> = {
  businesses: ['business', 'user'],
  // Customers show which colleague has looked at a licence.
  users: ['user', 'staff', 'customers'],
  // Bookings show names and plates; figures count the fleet and show names.
  vehicles: ['cars', 'bookings', 'figures', 'maintenance'],
  customers: ['customers'],
  // A vehicle that is out today is shown as booked; maintenance shows the requests that it makes impossible.
  bookings: ['bookings', 'cars', 'maintenance'],
  // A vehicle that is worked on today is shown as such.
  maintenance: ['maintenance', 'cars'],
  // A booking shows which of its mails could not be delivered.
  mails: ['bookings'],
  bookingHistory: ['bookings'],
  businessTotals: ['figures'],
  vehicleTotals: ['figures'],
  vehicleMonths: ['figures'],
}

/** All that there are: for whoever has missed which of them have changed. */
export const ALL_LISTS: readonly LiveList[] = [...new Set(Object.values(LISTS_OF).flat())].toSorted()

/**
 * The lists that may be answered otherwise, now that rows of these tables have changed. All of them when a projector of
 * another version names a table that this one does not know.
 */
export function listsOf(tables: readonly string[]): readonly LiveList[] {
  const lists = new Set<LiveList>()
  for (const table of tables) for (const list of isTable(table) ? LISTS_OF[table] : ALL_LISTS) lists.add(list)
  return [...lists].toSorted()
}

const isTable = (name: string): name is TableName => Object.hasOwn(LISTS_OF, name)
