import { randomUUID } from 'node:crypto'
import { storagePrefix } from '@forecourt/kit/object-path.ts'
import { isAcknowledged } from '../checker/commands.ts'
import { dueIn } from '../checker/due-mails.ts'
import { customerOfCauseIn } from '../checker/erasures.ts'
import type { Evidence, Tables } from '../checker/evidence.ts'
import type { Invariant } from '../checker/verdict.ts'
import { answered } from '../witness.ts'
import { isErasing, isOfLeaver, isTheirList, leaverOf, mailAfter, stillShown } from './erased-in-good-run.ts'
import { appended, asked, edited, isOf, lastOf, mailed, otherwise, rewritten, told, without } from './forging.ts'
import { UNASKED } from './planted-in-actors.ts'
import { ONCE, type Planted } from './planted-in-log.ts'
import { insteadOf, isOfCall, planted } from './planted-in-refusals.ts'

export const SHOWN: Invariant = 'whoever is erased is shown to nobody any more, and told of in no mail'
export const LEFT: Invariant = 'at the end nothing is left of whoever is erased, and all of whoever is not'
export const CUSTOMERS: Invariant = 'a customer is one person of one business'

const tabled = (good: Evidence, change: (tables: Tables) => Partial<Tables>): Evidence => ({
  ...good,
  tables: { ...good.tables, ...change(good.tables) },
})

/** The Message-ID of a mail about the leaver. */
export function mailAbout(good: Evidence): string {
  const { customerId } = leaverOf(good)
  const customerOf = customerOfCauseIn(good.log)
  const { notificationId } = lastOf(dueIn(good.log), ({ cause }) => customerOf(cause) === customerId)
  return `<${notificationId}@forecourt.example>`
}

/** The log as if the leaver had never been erased. */
export const neverErased = (good: Evidence): Evidence => without(good, isOfLeaver(good, 'CustomerErased'))

export const PLANTED_IN_ERASURES: readonly Planted[] = [
  {
    bug: 'a list that has come to an erasure shows whoever was erased',
    violates: SHOWN,
    says: /^listCustomers .* has come to \d+, and shows 07\d{9}, who was erased at \d+$/,
    plant: (good) => asked(good, isTheirList(good), (one) => otherwise(one, { marks: [leaverOf(good).mark] })),
  },
  {
    bug: 'a list shows somebody by old rows a minute after they were erased',
    violates: SHOWN,
    says: /^listCustomers .* shows 07\d{9} at \S+, who was erased for long, and no fault explains it$/,
    plant: (good) => stillShown(good, 60_000),
  },
  {
    bug: 'the answer to a command says who was erased',
    violates: SHOWN,
    says: /^changeBooking .* shows 07\d{9} at \S+, who was erased for long/,
    plant: (good) =>
      asked(good, isOfCall('changeBooking', 200), (one) => otherwise(one, { marks: [leaverOf(good).mark] })),
  },
  {
    bug: 'the licence of somebody who was erased is shown',
    violates: SHOWN,
    says: /^licence .* was shown \/objects\/licences\/\S+ of somebody who was erased$/,
    plant: (good) => {
      const { licence } = leaverOf(good)
      return asked(
        good,
        (one) => isOfCall('licence', 404)(one) && one.asked.file === licence,
        () => ({ answer: answered(200) }),
      )
    },
  },
  {
    bug: 'a link of somebody who was erased lets them in',
    violates: SHOWN,
    says: /^cancelMyBooking .* was let in by the link of somebody who was erased$/,
    plant: (good) =>
      asked(good, isOfCall('cancelMyBooking', 404), () => ({ answer: { ...answered(200), outcome: 'cancelled' } })),
  },
  {
    bug: 'somebody is written to a minute after they were erased',
    violates: SHOWN,
    says: /went to leaver@\S+ for \w+ at \d+, 60\.0 s after they were erased, and nothing had held it up$/,
    plant: (good) => mailed(good, mailAfter(good, 60_000, mailAbout(good))),
  },
  {
    bug: 'a note is sealed for somebody who was erased',
    violates: SHOWN,
    says: /^BookingAdminNotesSaved at \d+ .* is sealed for somebody who was erased$/,
    plant: (good) => {
      const event = lastOf(good.log, isOf('BookingAdminNotesSaved'))
      return appended(good, { ...event, metadata: { ...event.metadata, dataSubject: leaverOf(good).customerId } })
    },
  },
  {
    bug: 'somebody is erased twice',
    violates: SHOWN,
    says: /^rent\.customer-\S+ says 2 times that they are erased$/,
    plant: (good) => appended(good, lastOf(good.log, isOf('CustomerErased'))),
  },
  {
    bug: 'a schedule is opened again for somebody who was erased',
    violates: SHOWN,
    says: /^CustomerBookingsReopened at \d+ is of somebody who was erased$/,
    plant: (good) =>
      appended(good, {
        ...lastOf(good.log, isOfLeaver(good, 'CustomerBookingsClosed')),
        type: 'CustomerBookingsReopened',
      }),
  },
  {
    bug: 'the key of somebody who was erased is there',
    violates: LEFT,
    says: /^\S+ is erased, and has a key$/,
    plant: (good) => {
      const { customerId, businessId } = leaverOf(good)
      return tabled(good, ({ vault }) => ({ vault: [...vault, { customerId, businessId, known: 'x' }] }))
    },
  },
  {
    bug: 'a key is gone of somebody whom nobody has erased',
    violates: LEFT,
    says: /^\S+ has no key, and is not erased$/,
    plant: (good) => tabled(good, ({ vault }) => ({ vault: vault.slice(1) })),
  },
  {
    bug: 'an erasure has stopped half-way for good',
    violates: LEFT,
    says: /^\S+ is half erased$/,
    plant: (good) => tabled(good, () => ({ departing: [leaverOf(good).customerId] })),
  },
  {
    bug: 'a schedule stays closed to somebody who was not erased after all',
    violates: LEFT,
    says: /^rent\.schedule-\S+ takes nothing more for \S+, who is not erased$/,
    plant: neverErased,
  },
  {
    bug: 'a request is rejected because of an erasure that never was',
    violates: LEFT,
    says: /^\S+ was rejected at \d+ as its renter was erased, who is not$/,
    plant: neverErased,
  },
  {
    bug: 'a table has what somebody said of themselves who was erased',
    violates: LEFT,
    says: /^07\d{9} is erased, and in queue\.jobs$/,
    plant: (good) =>
      tabled(good, ({ marks }) => ({ marks: [...marks, { mark: leaverOf(good).mark, where: 'queue.jobs' }] })),
  },
  {
    bug: 'the mails to somebody who was erased are still counted',
    violates: LEFT,
    says: /^the mails to leaver@\S+ of \S+ are still counted, and they are erased$/,
    plant: (good) => {
      const { email, businessId, again } = leaverOf(good)
      const neverAgain = without(good, ({ position }) => position === again)
      return tabled(neverAgain, () => ({ counted: [{ email, businessId }] }))
    },
  },
  {
    bug: 'a smaller picture of the licence of somebody who was erased is stored',
    violates: LEFT,
    says: /^licences\/\S+\/w96 is stored, and its owner erased$/,
    plant: (good) =>
      tabled(good, ({ objects }) => ({ objects: [...objects, `${storagePrefix(leaverOf(good).licence)}w96`] })),
  },
  {
    bug: 'the register of files names somebody who was erased',
    violates: LEFT,
    says: /^\/objects\/licences\/\S+ is \S+’s, who is erased$/,
    plant: (good) => {
      const { licence: file, customerId } = leaverOf(good)
      return tabled(good, ({ held }) => ({ held: [...held, { file, customerId }] }))
    },
  },
  {
    bug: 'an erasure that was acknowledged is not in the log',
    violates: ONCE,
    says: /^lost: eraseCustomer /,
    plant: neverErased,
  },
  {
    bug: 'somebody else is erased than was asked for',
    violates: 'what was done is what was asked for, at the price that there is',
    says: /^eraseCustomer .*: the customer is \S+ at \d+ instead of /,
    plant: (good) => rewritten(good, isOf('CustomerErased'), { customerId: randomUUID() }),
  },
  insteadOf(
    200,
    'nobody is erased for a booking that was cancelled before',
    'eraseCustomer',
    409,
    'customer-has-bookings',
  ),
  insteadOf(200, 'staff are told that there is no such customer, who is not erased', 'hideCustomer', 404, 'not-found'),
  planted('a renter’s link leads nowhere though nobody has erased them', 'myBooking', 404, 'not-found', (good) =>
    asked(
      good,
      (one) => isOfCall('myBooking', 200)(one) && one.seen !== null,
      (one) => otherwise(one, { status: 404, code: 'not-found', bookings: {}, version: null, rowsOf: null }),
    ),
  ),
  {
    bug: 'somebody’s bookings come to nothing whom nobody has asked to erase',
    violates: UNASKED,
    says: /^nobody has asked for CustomerBookingsClosed at \d+ of rent\.schedule-/,
    plant: (good) => told(good, { requests: good.history.requests.filter((one) => !isErasing(one)) }),
  },
  {
    bug: 'a step of an erasure is said to be of somebody else of the staff',
    violates: UNASKED,
    says: /^nobody has asked for CustomerBookingsClosed at \d+ of rent\.schedule-/,
    plant: (good) =>
      edited(good, isOf('CustomerBookingsClosed'), ({ metadata }) => ({
        metadata: { ...metadata, actorId: randomUUID() },
      })),
  },
  {
    bug: 'a request is rejected because of an erasure a minute before anybody asks for that',
    violates: UNASKED,
    says: /^nobody has asked for BookingRejected at \d+ of rent\.schedule-/,
    plant: (good) =>
      edited(good, isOfLeaver(good, 'BookingRejected'), ({ recordedAt }) => ({
        recordedAt: new Date(recordedAt.getTime() - 60_000),
      })),
  },
  {
    bug: 'the system erases somebody by itself',
    violates: UNASKED,
    says: /^nobody has asked for CustomerErased at \d+ of rent\.customer-/,
    plant: (good) =>
      edited(
        told(good, { requests: good.history.requests.filter((one) => !isErasing(one)) }),
        isOf('CustomerErased'),
        ({ metadata }) => ({
          metadata: { ...metadata, actorKind: 'system' },
        }),
      ),
  },
  {
    bug: 'somebody comes again as another customer though nobody has erased them',
    violates: CUSTOMERS,
    says: /^leaver@\S+ of \S+ is 2 customers: /,
    plant: (good) => told(good, { requests: good.history.requests.filter((one) => !isErasing(one)) }),
  },
  {
    bug: 'somebody comes again as another customer long after they were not erased',
    violates: CUSTOMERS,
    says: /^leaver@\S+ of \S+ is 2 customers: /,
    plant: (good) => {
      const { again, email } = leaverOf(good)
      const { endedAt } = lastOf(good.history.requests, (one) => one.asked.email === email && isAcknowledged(one))
      return edited(
        asked(
          neverErased(good),
          (one) => one.asked.email === email && isAcknowledged(one),
          ({ startedAt }) => ({ startedAt: startedAt + 60_000, endedAt: endedAt + 60_000 }),
        ),
        ({ position }) => position === again - 1n,
        ({ recordedAt }) => ({ recordedAt: new Date(recordedAt.getTime() + 60_000) }),
      )
    },
  },
]
