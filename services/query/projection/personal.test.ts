import { expect, it } from 'vitest'
import { TABLES } from './table.ts'

/** Texts of people's rows that are nobody's words: PostgreSQL may take samples of them to plan by. */
const NOBODYS: Readonly<Record<string, readonly string[]>> = {
  users: ['role'],
  customers: ['licenceStatus'],
  bookings: ['bookingId', 'reference', 'channel', 'status', 'contractPath', 'contract', 'moments'],
}

it.each([TABLES.users, TABLES.customers, TABLES.bookings])(
  'each text of $name is known for personal, or for nobody’s: of what is personal no samples are taken',
  ({ name, columns, personal = [] }) => {
    const texts = Object.entries<string>(columns).flatMap(([column, type]) => (type.startsWith('text') ? [column] : []))
    expect([...personal, ...(NOBODYS[name] ?? [])].toSorted()).toEqual(texts.toSorted())
  },
)
