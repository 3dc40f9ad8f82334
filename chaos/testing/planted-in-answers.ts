import { randomUUID } from 'node:crypto'
import { isAcknowledged, isRead } from '../checker/commands.ts'
import type { Evidence } from '../checker/evidence.ts'
import type { Request } from '../history.ts'
import { asked, broken, lastOf, otherwise, told } from './forging.ts'
import type { Planted } from './planted-in-log.ts'

const TENANTS = 'no row of one tenant is in another’s answers'
const READS = 'who has written reads it, or is told that rows are old'
const KEYS = 'what was refused was not done, and a key keeps its command'

export const readsBack = (request: Request): boolean => isRead(request) && request.asked.booking !== undefined
const readsOf = (call: string) => (request: Request) =>
  isRead(request) && request.answer.version !== null && request.call === call
export const isRequest = (request: Request): boolean => isAcknowledged(request) && request.call === 'requestBooking'

/** The last request of which another one says the same under the same key. */
const secondSending = ({ history }: Evidence) => {
  const second = lastOf(
    history.requests,
    (request) =>
      isRequest(request) && history.requests.some((other) => other.key === request.key && other.id !== request.id),
  )
  return (request: Request) => request === second
}

/** An answer of the rows as they were at the very beginning, to somebody who has seen nothing. */
const ofTheBeginning = (request: Request): Partial<Request> => {
  const [, ...rest] = (request.answer.kind === 'answer' ? (request.answer.version ?? '') : '').split('.')
  return { ...otherwise(request, { version: ['1', ...rest].join('.') }), seen: null }
}

export const PLANTED_IN_ANSWERS: readonly Planted[] = [
  {
    bug: 'what was acknowledged is refused when it is sent again',
    violates: KEYS,
    says: /^requestBooking .* was refused \(dates-unavailable\) after it had been acknowledged$/,
    plant: (good) => {
      const isSecond = secondSending(good)
      return asked(good, isSecond, (request) => ({
        ...otherwise(request, { status: 409, code: 'dates-unavailable', position: null }),
        startedAt: request.endedAt + 60_000,
        endedAt: request.endedAt + 60_100,
      }))
    },
  },
  {
    bug: 'a row of another tenant is shown',
    violates: TENANTS,
    says: /was shown canary/,
    plant: (good) => {
      const [first, second] = good.history.tenants
      const canaries = [first?.canary ?? '', second?.canary ?? '']
      return asked(good, isRead, (request) => otherwise(request, { canaries }))
    },
  },
  {
    bug: 'a booking of another tenant is listed',
    violates: TENANTS,
    says: /was shown [0-9a-f-]{36}\./,
    plant: (good) => {
      const mine = lastOf(good.history.requests, readsBack)
      const theirs = lastOf(good.history.requests, (other) => readsBack(other) && other.businessId !== mine.businessId)
      const bookings = { [String(theirs.asked.booking)]: 'rejected' }
      return asked(
        good,
        (request) => request === mine,
        (request) => otherwise(request, { bookings }),
      )
    },
  },
  {
    bug: 'figures of another tenant are shown',
    violates: TENANTS,
    says: /^stats .* was shown rows of [0-9a-f-]{36}$/,
    plant: (good) => {
      const mine = lastOf(good.history.requests, readsOf('stats'))
      const other = good.history.tenants.find(({ businessId }) => businessId !== mine.businessId)
      return asked(
        good,
        (request) => request === mine,
        (request) => otherwise(request, { rowsOf: other?.businessId ?? null }),
      )
    },
  },
  {
    bug: 'what another tenant has is changed',
    violates: TENANTS,
    says: /was let at [0-9a-f-]{36}\.\w+$/,
    plant: (good) => {
      const mine = lastOf(
        good.history.requests,
        (request) => isAcknowledged(request) && request.call === 'changeBooking',
      )
      const theirs = lastOf(good.history.requests, (other) => readsBack(other) && other.businessId !== mine.businessId)
      return asked(
        good,
        (request) => request === mine,
        (request) => ({
          ...otherwise(request, { id: null }),
          asked: { ...request.asked, id: String(theirs.asked.booking) },
        }),
      )
    },
  },
  {
    bug: 'a read is older than what its reader has written, and does not say so',
    violates: READS,
    says: /is older than \d+, and does not say so: .* is pending in it/,
    plant: (good) =>
      asked(good, readsBack, (request) =>
        otherwise(request, { bookings: { [String(request.asked.booking)]: 'pending' } }),
      ),
  },
  {
    bug: 'what its reader has written is not there',
    violates: READS,
    says: /is older than \d+, and does not say so: it lacks/,
    plant: (good) => asked(good, readsBack, (request) => otherwise(request, { bookings: {} })),
  },
  {
    bug: 'figures are made of older rows than their reader has written',
    violates: READS,
    says: /is older than \d+, and does not say so: its rows are of 1$/,
    plant: (good) => asked(good, readsOf('stats'), (request) => otherwise(request, { version: `1.0.${randomUUID()}` })),
  },
  {
    bug: 'booked dates are older than an approval that their reader has seen',
    violates: READS,
    says: /bookedDates.* is older than \d+, and does not say so: its rows are of 1$/,
    plant: (good) =>
      asked(good, readsOf('bookedDates'), (request) => otherwise(request, { version: `1.0.${randomUUID()}` })),
  },
  {
    bug: 'a read shows what never was',
    violates: READS,
    says: /which it was not by then/,
    plant: (good) =>
      asked(good, readsBack, (request) =>
        otherwise(request, { bookings: { [String(request.asked.booking)]: 'completed' } }),
      ),
  },
  {
    bug: 'a renter’s own page shows what never was',
    violates: READS,
    says: /^myBooking .* as completed, which it was not by then$/,
    plant: (good) =>
      asked(good, readsOf('myBooking'), (request) =>
        otherwise(request, { bookings: { [String(request.asked.id)]: 'completed' } }),
      ),
  },
  {
    bug: 'one reader’s answers go back in time',
    violates: READS,
    says: /goes back: rows of 1\./,
    plant: (good) => asked(good, readsOf('listBookings'), ofTheBeginning),
  },
  {
    bug: 'one reader’s answers go back in time, behind one that says that it is old',
    violates: READS,
    says: /goes back: rows of 1\./,
    plant: (good) => {
      const last = lastOf(good.history.requests, readsOf('listBookings'))
      const old = { ...last, ...ofTheBeginning(last) }
      const saysSo = { ...old, ...otherwise(old, { stale: true }), id: 'says so' }
      const requests = good.history.requests.filter((request) => request !== last)
      return told(good, {
        requests: [...requests, { ...saysSo, startedAt: last.startedAt - 1, endedAt: last.startedAt }, old],
      })
    },
  },
  {
    bug: 'one reader’s answers go back in time after the database stood still, which loses nothing',
    violates: READS,
    says: /goes back: rows of 1\./,
    plant: (good) => {
      const { startedAt, endedAt } = lastOf(good.history.requests, readsOf('listBookings'))
      const hit = broken(good, { name: 'freeze', target: 'postgres', startedAt: startedAt - 1, endedAt })
      return asked(hit, readsOf('listBookings'), ofTheBeginning)
    },
  },
  {
    bug: 'the fleet goes back in time for one reader',
    violates: READS,
    says: /bookedDates.* goes back: rows of 1\./,
    plant: (good) => asked(good, readsOf('bookedDates'), ofTheBeginning),
  },
  {
    bug: 'figures go back in time for one reader',
    violates: READS,
    says: /stats.* goes back: rows of 1\./,
    plant: (good) => asked(good, readsOf('stats'), ofTheBeginning),
  },
  {
    bug: 'a key is accepted again with another body',
    violates: KEYS,
    says: /was accepted under a key that had another body/,
    plant: (good) =>
      asked(good, secondSending(good), ({ endedAt }) => ({
        digest: 'another',
        startedAt: endedAt + 10_000,
        endedAt: endedAt + 10_050,
      })),
  },
  {
    bug: 'a repeated command is answered otherwise than the first time',
    violates: KEYS,
    says: /was answered otherwise than the first time/,
    plant: (good) =>
      asked(good, secondSending(good), (request) => ({
        ...otherwise(request, { position: '1' }),
        startedAt: request.endedAt + 10_000,
        endedAt: request.endedAt + 10_050,
      })),
  },
]
