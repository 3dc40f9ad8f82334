import { randomUUID } from 'node:crypto'
import { type Answered, isAcknowledged, isRead } from '../checker/commands.ts'
import type { Evidence } from '../checker/evidence.ts'
import { livesIn } from '../checker/facts.ts'
import type { Invariant } from '../checker/verdict.ts'
import { placesOf } from '../checker/versions.ts'
import type { Request } from '../history.ts'
import { asked, broken, lastOf, otherwise, told } from './forging.ts'
import type { Planted } from './planted-in-log.ts'

const LISTS: Invariant = 'at the end the list of bookings is what the log says'
export const LATE: Invariant = 'everybody soon reads what others were told of'

const isPage = (request: Request): request is Answered => isRead(request) && request.asked.page !== undefined

/** Bookings of the last list that was read whole, of which at least one is there. */
const listed = (request: Request): readonly [id: string, status: string][] =>
  request.answer.kind === 'answer' ? Object.entries(request.answer.bookings) : []

const page = (change: (bookings: readonly [id: string, status: string][]) => readonly (readonly [string, string])[]) =>
  ({
    plant: (good) =>
      asked(good, isPage, (one) => otherwise(one, { bookings: Object.fromEntries(change(listed(one))) })),
  }) satisfies Pick<Planted, 'plant'>

/** Two minutes later, when all that was done had been told of long before and no fault is an excuse any more. */
export const muchLater = ({ startedAt, endedAt }: Request) => ({
  startedAt: startedAt + 120_000,
  endedAt: endedAt + 120_000,
})

/** How long a slow machine has to answer again after a kill: three starts of a quarter of a minute; in milliseconds. */
const SLOW = 45_000

/**
 * On a slow machine a list lacks the last thing that somebody was told is done, and nothing else.
 * @param old they were told so many milliseconds before
 */
export function lackingTheLast(good: Evidence, old: number): Evidence {
  const read = lastOf(good.history.requests, isPage)
  const place = placesOf('all', livesIn(good.log)).get(read.businessId)?.at(-1) ?? 0n
  const { key } = lastOf(
    good.history.requests,
    (request) => isAcknowledged(request) && request.answer.position === String(place),
  )
  const requests = good.history.requests.map((request) =>
    request.key === key ? { ...request, ...muchLater(request) } : request,
  )
  const toldAt = Math.min(...requests.filter((request) => request.key === key).map(({ endedAt }) => endedAt))
  const version = `${place - 1n}.0.${randomUUID()}`
  return asked({ ...told(good, { requests }), backWithin: SLOW }, isPage, (one) => ({
    ...otherwise(one, { version }),
    seen: null,
    startedAt: toldAt + old,
    endedAt: toldAt + old + 100,
  }))
}

/** What somebody sees who has written nothing. */
const isOfPasserBy = (request: Request): boolean =>
  isRead(request) && request.call === 'fleet' && request.seen === null && request.answer.version !== null

export const PLANTED_IN_LISTS: readonly Planted[] = [
  {
    bug: 'a booking is not in the list',
    violates: LISTS,
    says: /^\S+ is \w+ at the end, and not in the list of /,
    ...page(([, ...others]) => others),
  },
  {
    bug: 'the list says another status',
    violates: LISTS,
    says: /^\S+ is \w+ at the end, and never-heard-of in the list of /,
    ...page(([[id] = [''], ...others]) => [[id, 'never-heard-of'], ...others]),
  },
  {
    bug: 'the list has a booking that never was',
    violates: LISTS,
    says: /^made-up is in the list of .*, and not in the log$/,
    ...page((bookings) => [...bookings, ['made-up', 'pending']]),
  },
  {
    bug: 'a booking is on two pages',
    violates: LISTS,
    says: /^\S+ is in the list of .* 2 times$/,
    plant: (good) => {
      const one = lastOf(good.history.requests, isPage)
      const another = { ...one, id: 'another', asked: { page: 2 } }
      return told(good, { requests: [...good.history.requests, another] })
    },
  },
  {
    bug: 'nobody has read the list',
    violates: LISTS,
    says: /^nobody has read the list of [0-9a-f-]{36}$/,
    plant: (good) => told(good, { requests: good.history.requests.filter((one) => !isPage(one)) }),
  },
  {
    bug: 'who only passes by is shown the fleet as it was at the beginning',
    violates: LATE,
    says: /^fleet .* shows rows of 1, and lacks what was told of \d+ at \S+, and no fault explains it$/,
    plant: (good) =>
      asked(good, isOfPasserBy, (one) => ({
        ...otherwise(one, { version: `1.0.${randomUUID()}` }),
        ...muchLater(one),
      })),
  },
  ...(
    [
      ['the gateway', { target: 'gateway', place: 'gateway' }],
      ['another query process', { target: 'query', place: 'query-2' }],
      ['the way of another query process', { target: 'query', place: 'query-2 to database' }],
    ] as const
  ).map(([what, hit]) => ({
    bug: `a query process that is asked by itself shows the fleet as it was at the beginning, while ${what} is away`,
    violates: LATE,
    says: /^fleet .* shows rows of 1, and lacks what was told of \d+ at \S+, and no fault explains it$/,
    plant: (good: Evidence) => {
      const { startedAt, endedAt } = muchLater(lastOf(good.history.requests, isOfPasserBy))
      return asked(broken(good, { name: 'stall', ...hit, startedAt, endedAt }), isOfPasserBy, (one) => ({
        ...otherwise(one, { version: `1.0.${randomUUID()}` }),
        ...muchLater(one),
        process: 'query-1',
      }))
    },
  })),
  ...['listBookings', 'stats'].map((call) => ({
    bug: `${call} is answered with rows of the beginning, to somebody who has seen nothing`,
    violates: LATE,
    says: new RegExp(`^${call} .* shows rows of 1, and lacks what was told of \\d+ at \\S+, and no fault explains it$`),
    plant: (good: Evidence) =>
      asked(
        good,
        (request) => isRead(request) && request.call === call,
        (one) => ({ ...otherwise(one, { version: `1.0.${randomUUID()}` }), ...muchLater(one), seen: null }),
      ),
  })),
  {
    bug: 'rows are five seconds old on a machine where three starts take three quarters of a minute',
    violates: LATE,
    says: /^listBookings .* shows rows of \d+, and lacks what was told of \d+ at \S+, and no fault explains it$/,
    plant: (good) => lackingTheLast(good, 5_000),
  },
  {
    bug: 'under a new version there is an old body',
    violates: LATE,
    says: /^listBookings .* shows \S+ as pending, which it was not any more for long at \S+, and no fault explains it$/,
    plant: (good) =>
      asked(good, isPage, (one) => ({
        ...otherwise(one, { bookings: Object.fromEntries(listed(one).map(([id]) => [id, 'pending'])) }),
        ...muchLater(one),
      })),
  },
  {
    bug: 'rows are said to be old, for no reason',
    violates: LATE,
    says: /^listBookings .* says that its rows are old at \S+, and no fault explains it$/,
    plant: (good) => asked(good, isPage, (one) => ({ ...otherwise(one, { stale: true }), ...muchLater(one) })),
  },
]
