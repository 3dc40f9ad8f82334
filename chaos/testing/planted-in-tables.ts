import { randomUUID } from 'node:crypto'
import type { Evidence, Tables } from '../checker/evidence.ts'
import type { Invariant } from '../checker/verdict.ts'
import { edited, isOf, lastOf, positionAt, rewritten, told } from './forging.ts'
import type { Planted } from './planted-in-log.ts'
import { ORDER } from './planted-in-order.ts'

const CUSTOMERS: Invariant = 'a customer is one person of one business'
const ROWS: Invariant = 'rebuilt read models equal the live ones'
const TENANTS: Invariant = 'no row of one tenant is in another’s answers'

/** With other tables than the good run has left. */
const tabled = (good: Evidence, change: (tables: Tables) => Partial<Tables>): Evidence => ({
  ...good,
  tables: { ...good.tables, ...change(good.tables) },
})

/** Somebody of a business is there once more, under another id. */
const twice = (bug: string, where: 'vault' | 'customers', words: string): Planted => ({
  bug,
  violates: CUSTOMERS,
  says: new RegExp(`^\\S+ of [0-9a-f-]{36} is 2 times in the ${words}$`),
  plant: (good) =>
    tabled(good, (tables) => ({
      [where]: [...tables[where], { ...lastOf(tables[where], () => true), customerId: randomUUID() }],
    })),
})

export const PLANTED_IN_TABLES: readonly Planted[] = [
  {
    bug: 'the rows stand still behind the log',
    violates: ROWS,
    says: /^the live rows have come to 1, the log to \d+$/,
    plant: (good) => tabled(good, () => ({ projectedTo: positionAt(1n) })),
  },
  {
    bug: 'rows were wrong for a while, and the next event has made them good',
    violates: 'rows are what the log says while people are busy',
    says: /^at \S+ rows were not what the log says: 1 row$/,
    plant: (good) => told(good, { replays: [{ kind: 'replayed', at: 1, isSame: false, said: '1 row' }] }),
  },
  {
    bug: 'a stream was put aside, and nobody has taken it up again',
    violates: ROWS,
    says: /^rent\.schedule-x is parked$/,
    plant: (good) => tabled(good, () => ({ parked: ['rent.schedule-x'] })),
  },
  {
    bug: 'the alarm of the rows has gone off',
    violates: ROWS,
    says: /^the read model's alarm has noticed a booking$/,
    plant: (good) => tabled(good, () => ({ doubleBookings: ['a booking'] })),
  },
  twice('a customer is in the vault twice', 'vault', 'vault'),
  twice('a customer is in the rows twice', 'customers', 'rows'),
  {
    bug: 'two renters are one customer',
    violates: CUSTOMERS,
    says: /^customer [0-9a-f-]{36} is renter@\S+ of \S+ and renter@\S+ of \S+$/,
    plant: (good) => {
      const [first] = good.history.tenants
      const theirs = lastOf(good.tables.customers, ({ businessId }) => businessId === first?.businessId)
      const isOthers = isOf('BookingRequested')
      return rewritten(good, (event) => isOthers(event) && event.metadata.tenantId !== first?.businessId, {
        customerId: theirs.customerId,
      })
    },
  },
  {
    bug: 'a vehicle’s schedule has events of two tenants',
    violates: TENANTS,
    says: /^rent\.schedule-\S+ has events of [0-9a-f-]{36} and [0-9a-f-]{36}$/,
    plant: (good) =>
      edited(good, isOf('BookingRejected'), ({ metadata }) => ({ metadata: { ...metadata, tenantId: randomUUID() } })),
  },
  {
    bug: 'two events have one id',
    violates: ORDER,
    says: /event id/,
    plant: (good) => {
      const { id } = lastOf(good.log, isOf('BookingRequested'))
      return edited(good, isOf('BookingRejected'), () => ({ id }))
    },
  },
]
