import { BookingStatus } from '@forecourt/contracts/booking.ts'
import type { CivilDate } from '@forecourt/domain/civil-date.ts'
import { BookingId } from '@forecourt/domain/ids.ts'
import type { Database } from '@forecourt/kit/postgres.ts'
import { adminBookingsInput, readAdminBookings } from '@forecourt/query/bookings/admin-bookings.ts'
import { adminCustomersInput, readAdminCustomers } from '@forecourt/query/customers/admin-customers.ts'
import { readCarPerformance } from '@forecourt/query/figures/car-performance.ts'
import { readStats, statsInput } from '@forecourt/query/figures/stats.ts'
import { adminFleetInput, readAdminFleet } from '@forecourt/query/fleet/admin-fleet.ts'
import { readPublicFleet } from '@forecourt/query/fleet/public-fleet.ts'
import { type Read, readBody } from '@forecourt/query/reading/reads.ts'
import { type Given, UsageError } from '../cli/command.ts'

/** A question of the API's, asked as an operator: of one business, on one day. */
export type Question = (database: Database, slug: string, at: Date) => Promise<unknown>

/** What can be asked of the past: the answers are those of the API, made by the same code. */
export const SUBJECTS = ['bookings', 'booking', 'fleet', 'public-fleet', 'customers', 'stats', 'performance'] as const

/**
 * The question that the command line asks.
 * @param today the business's, for questions about "this month"
 * @throws {UsageError} there is no such question
 */
export function questionOf(subject: string, given: Given, today: CivilDate): Question {
  for (const [option, of] of OF_ONE) {
    if (given.text(option) !== undefined && subject !== of) throw new UsageError(`--${option} is for "${of}" alone`)
  }
  const following = given.following()
  if (following !== undefined && subject !== 'booking') throw new UsageError(`"${following}" is one word too many`)
  switch (subject) {
    case 'bookings':
      return listed(readAdminBookings, (page) => adminBookingsInput({ ...page, ...statusOf(given) }))
    case 'booking': {
      const called = given.text('id') ?? following
      if (called === undefined) throw new UsageError('BOOKING is missing: its id or reference')
      if (following !== undefined && following !== called) throw new UsageError('BOOKING and --id name two bookings')
      return one(called)
    }
    case 'fleet':
      return listed(readAdminFleet, adminFleetInput)
    case 'public-fleet':
      return asked(readPublicFleet, {})
    case 'customers':
      return listed(readAdminCustomers, adminCustomersInput)
    case 'stats':
      return asked(readStats, statsInput(monthOf(given, today)))
    case 'performance':
      return asked(readCarPerformance, {})
    default:
      throw new UsageError(`"${subject}" cannot be asked for, but: ${SUBJECTS.join(', ')}`)
  }
}

/** Options that one of the questions heeds, and which. */
const OF_ONE = [
  ['status', 'bookings'],
  ['month', 'stats'],
  ['id', 'booking'],
] as const

/** As many as one page of the API has. */
const LIMIT = '1000'

function asked<Row, Input extends object>(read: Read<Row, Input>, input: Input): Question {
  return async (database, slug, at) => (await answer(database, slug, at, read, input))?.body
}

interface Page {
  readonly limit: string
  readonly cursor?: string
}

/** A list of the API's, all of its pages together. */
function listed<Row, Input extends object>(read: Read<Row, Input>, inputOf: (page: Page) => Input): Question {
  return async (database, slug, at) => {
    const all: unknown[] = []
    let page: Page = { limit: LIMIT }
    for (;;) {
      const part = await answer(database, slug, at, read, inputOf(page))
      if (part === undefined) return undefined
      all.push(...itemsOf(part.body))
      const cursor = part.next?.searchParams.get('cursor') ?? undefined
      if (cursor === undefined) return all
      page = { limit: LIMIT, cursor }
    }
  }
}

async function answer<Row, Input extends object>(
  database: Database,
  slug: string,
  at: Date,
  read: Read<Row, Input>,
  input: Input,
): Promise<{ readonly body: unknown; readonly next: URL | undefined } | undefined> {
  const found = await readBody(database, at, read, { by: 'slug', slug }, input, undefined)
  if (found === undefined) return undefined
  const next = found.next === undefined ? undefined : new URL(found.next, 'http://api')
  return { body: JSON.parse(found.bytes.toString('utf8')), next }
}

/** One booking, by its id, or its reference in letters of any size. */
function one(called: string): Question {
  const wanted = called.replace(/^#/, '')
  const reference = wanted.toUpperCase()
  const byId = BookingId.safeParse(wanted)
  const sought = byId.success ? { id: byId.data } : { q: wanted }
  const found = listed(readAdminBookings, (page) => adminBookingsInput({ ...page, ...sought }))
  return async (database, slug, at) =>
    bookingsIn(await found(database, slug, at)).find(
      (booking) => booking.id === wanted || booking.reference === reference,
    )
}

const itemsOf = (answered: unknown): unknown[] => (Array.isArray(answered) ? answered : [])
const bookingsIn = (answered: unknown): { readonly id?: unknown; readonly reference?: unknown }[] =>
  Array.isArray(answered) ? answered : []

function statusOf(given: Given): { status?: BookingStatus } {
  const text = given.text('status')
  if (text === undefined) return {}
  const status = BookingStatus.safeParse(text)
  if (!status.success) throw new UsageError(`--status: there is no status "${text}"`)
  return { status: status.data }
}

function monthOf(given: Given, today: CivilDate): { year: string; month: string } {
  const text = given.text('month') ?? today.slice(0, 'YYYY-MM'.length)
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text)
  if (match === null) throw new UsageError('--month looks like 2026-03')
  const [, year = '', month = ''] = match
  return { year, month: String(Number(month) - 1) }
}
