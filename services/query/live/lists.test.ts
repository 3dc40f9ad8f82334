import type { LiveList } from '@forecourt/contracts/live.ts'
import { describe, expect, it } from 'vitest'
import { readCurrentUser } from '../account/current-user.ts'
import { readStaff } from '../account/staff.ts'
import { readAdminBookings } from '../bookings/admin-bookings.ts'
import { readAdminBusiness } from '../business/admin-business.ts'
import { readSettings } from '../business/settings.ts'
import { readAdminCustomers } from '../customers/admin-customers.ts'
import { readCarPerformance } from '../figures/car-performance.ts'
import { readStats } from '../figures/stats.ts'
import { readAdminFleet } from '../fleet/admin-fleet.ts'
import { readMaintenance, readMaintenanceOfVehicle } from '../fleet/maintenance.ts'
import { TABLE_NAMES, TABLES } from '../projection/table.ts'
import { ALL_LISTS, listsOf } from './lists.ts'

const READS: readonly (readonly [LiveList, { readonly query: string | ((input: never) => string) }])[] = [
  ['bookings', readAdminBookings],
  ['cars', readAdminFleet],
  ['customers', readAdminCustomers],
  ['figures', readStats],
  ['figures', readCarPerformance],
  ['business', readAdminBusiness],
  ['business', readSettings],
  ['user', readCurrentUser],
  ['staff', readStaff],
  ['maintenance', readMaintenance],
  ['maintenance', readMaintenanceOfVehicle],
]

describe('a list is told of when a row changes in any table that it is read from', () => {
  it.each(READS)('%s', (list, { query }) => {
    // Of one that is made for what is asked, the source has the names.
    const named = new Set([...String(query).matchAll(/\b(?:from|join)\s+([a-z_]+)/g)].map(([, name]) => name))
    const tables = TABLE_NAMES.filter((table) => named.has(TABLES[table].name))
    expect(tables).not.toEqual([])
    for (const table of tables) expect([table, listsOf([table])]).toEqual([table, expect.arrayContaining([list])])
  })
})

it('all lists are told of a table that this version does not know', () => {
  expect(listsOf(['inventions'])).toEqual(ALL_LISTS)
})
