import { BookingId } from '@forecourt/domain/ids.ts'
import { firstIssueOf } from '@forecourt/domain/schedule/contract-state.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { z } from 'zod'
import { dueIn } from '../checker/due-mails.ts'
import type { Evidence } from '../checker/evidence.ts'
import { broken, changed, edited, isOf, lastOf, positionAt, rewritten, told } from './forging.ts'
import type { Planted } from './planted-in-log.ts'

export const MAILS = 'each notification fact has its mail, copies only for a kill, under one Message-ID'

/** The last one about a booking. */
export const lastMail = ({ history }: Evidence) => lastOf(history.mails, ({ subject }) => subject.includes('#'))

/** With the last mail under another subject. */
const calledOtherwise = (good: Evidence, subjectOf: (subject: string) => string): Evidence =>
  told(good, {
    mails: changed(
      good.history.mails,
      ({ subject }) => subject.includes('#'),
      (mail) => ({ ...mail, subject: subjectOf(mail.subject) }),
    ),
  })

const Settled = z.object({ notificationId: z.string(), template: z.string() })

const OUTCOMES: ReadonlySet<string> = new Set(['NotificationSent', 'NotificationWithdrawn'])

/** Whether an event says what became of a mail of this template. */
const tellsOf =
  (template: string) =>
  ({ type, data }: Recorded): boolean =>
    OUTCOMES.has(type) && Settled.parse(JSON.parse(data)).template === template

/** Each renter is told of each of their requests, at noon of one day: near midnight it would be hard to say of which day it was. */
function eachHasReceipt(good: Evidence): Evidence {
  const log = good.log.map((event) => {
    if (!tellsOf('request-received')(event)) return event
    const { notificationId, template } = Settled.parse(JSON.parse(event.data))
    const metadata = { ...event.metadata, occurredAt: '2026-11-02T12:00:00.000Z' }
    return { ...event, type: 'NotificationSent', data: JSON.stringify({ notificationId, template }), metadata }
  })
  return { ...good, log }
}

/** The last mail of a template of which the log says what became of it. */
export function notificationOf(good: Evidence, template: string) {
  const isIt = tellsOf(template)
  return { isIt, notificationId: Settled.parse(JSON.parse(lastOf(good.log, isIt).data)).notificationId }
}

/** What called for the last mail of this template. */
export function causeOf(good: Evidence, template: string): Recorded {
  const { notificationId } = notificationOf(good, template)
  return lastOf(dueIn(good.log), (due) => due.notificationId === notificationId).cause
}

/** The last mail of this template was not sent but withdrawn, last of all and so many hours later. */
export function overtaken(good: Evidence, template: string, hours: number): Evidence {
  const { isIt, notificationId } = notificationOf(good, template)
  const mails = good.history.mails.filter(({ messageId }) => !messageId.includes(notificationId))
  return edited(told(good, { mails }), isIt, ({ recordedAt, metadata }) => ({
    type: 'NotificationWithdrawn',
    data: JSON.stringify({ notificationId, template, reason: 'overtaken' }),
    position: positionAt(BigInt(good.log.length) + 1n),
    metadata: { ...metadata, occurredAt: new Date(recordedAt.getTime() + hours * 3_600_000).toISOString() },
  }))
}

/** A mail was not sent: the log gives a reason that there is none for. */
const withdrawn = (bug: string, template: string, reason: string): Planted => ({
  bug,
  violates: MAILS,
  says: new RegExp(`^${template} for .* was not sent: ${reason}$`),
  plant: (good) => {
    const { isIt, notificationId } = notificationOf(good, template)
    const unsent = told(good, {
      mails: good.history.mails.filter(({ messageId }) => !messageId.includes(notificationId)),
    })
    const data = JSON.stringify({ notificationId, template, reason })
    return edited(unsent, isIt, () => ({ type: 'NotificationWithdrawn', data }))
  },
})

/** A contract that was made anew, as if it were the first one that the approval calls for. */
function asFirstIssue(good: Evidence): Evidence {
  const requested = lastOf(good.log, isOf('ContractIssueRequested'))
  const { bookingId, issueId: anew } = OfIssue.parse(JSON.parse(requested.data))
  const isMade = (event: Recorded) => event.type === 'ContractGenerated' && event.data.includes(anew)
  const issueId = firstIssueOf(bookingId)
  return rewritten(
    rewritten(good, (event) => event === requested, { issueId }),
    isMade,
    { issueId },
  )
}

const OfIssue = z.object({ bookingId: BookingId, issueId: z.string() })

export const PLANTED_IN_MAILS: readonly Planted[] = [
  {
    bug: 'nobody is asked to sign a contract that was made anew',
    violates: MAILS,
    says: /^ContractGenerated at \d+ calls for contract-to-sign, and none is due$/,
    plant: asFirstIssue,
  },
  withdrawn('a business is not told that a renter asks to cancel', 'cancellation-asked', 'told-already'),
  withdrawn('a business is not told that a request was taken back', 'request-withdrawn-notice', 'overtaken'),
  withdrawn('a contract that nobody has signed is not to be signed any more', 'contract-to-sign', 'overtaken'),
  {
    bug: 'a mail is never sent',
    violates: MAILS,
    says: /the log says that it was sent, and it never came/,
    plant: (good) => told(good, { mails: good.history.mails.filter((mail) => mail !== lastMail(good)) }),
  },
  {
    bug: 'a receipt is kept from somebody who has not asked often',
    violates: MAILS,
    says: /^request-received .* was not sent: too-many-in-a-day/,
    plant: (good) => {
      // Everybody but one has another address then.
      const { tenants, requests } = good.history
      const others = requests.map((request) =>
        request.call === 'requestBooking' && request.businessId === tenants[0]?.businessId
          ? { ...request, asked: { ...request.asked, email: `${request.asked.reference}@renters.example` } }
          : request,
      )
      return told(good, { requests: others })
    },
  },
  {
    bug: 'a receipt is kept from somebody who has got none',
    violates: MAILS,
    says: /^request-received .* was not sent: too-many-in-a-day/,
    plant: (good) => {
      const none = good.log.map((event) => {
        if (!tellsOf('request-received')(event)) return event
        const data = JSON.stringify({ ...Settled.parse(JSON.parse(event.data)), reason: 'too-many-in-a-day' })
        return { ...event, type: 'NotificationWithdrawn', data }
      })
      return { ...good, log: none }
    },
  },
  withdrawn('a receipt is said to be overtaken, within the hour', 'request-received', 'overtaken'),
  withdrawn('a business is not told of a request, as if it were long ago', 'new-request', 'overtaken'),
  withdrawn('a receipt is said to be told already', 'request-received', 'told-already'),
  withdrawn('a rejection is said to be overtaken by nothing', 'booking-rejected', 'overtaken'),
  withdrawn('a signed contract is said to be overtaken by nothing', 'contract-signed', 'overtaken'),
  withdrawn('a cancellation is said to be told already', 'booking-cancelled', 'told-already'),
  withdrawn('a renter whose address is known is said to have none', 'booking-approved', 'no-address'),
  withdrawn('a renter is said to be erased whom nobody has erased', 'booking-completed', 'customer-erased'),
  withdrawn('news of a licence are said to be overtaken by nothing', 'licence-refused', 'overtaken'),
  withdrawn('news of a licence are said to be about no booking', 'licence-refused', 'no-address'),
  {
    bug: 'a refused licence’s customer is told nothing',
    violates: MAILS,
    says: /^licence-refused for CustomerLicenceRefused .* never came/,
    plant: (good) => told(good, { mails: good.history.mails.filter(({ subject }) => !/licence/i.test(subject)) }),
  },
  {
    bug: 'a fact that calls for mails is taken for one that calls for none',
    violates: MAILS,
    says: /^BookingRequested at \d+ calls for new-request, and none is due$/,
    plant: (good) =>
      edited(good, isOf('BookingRequested'), ({ metadata }) => ({ metadata: { ...metadata, actorKind: 'import' } })),
  },
  {
    bug: 'a mail goes to an address that nobody has given',
    violates: MAILS,
    says: /^new-request for BookingRequested at \d+ went to \S+ instead of somebody of the run$/,
    plant: (good) => told(good, { tenants: good.history.tenants.slice(1) }),
  },
  {
    bug: 'somebody gets a receipt for each of many requests of a day',
    violates: MAILS,
    says: /^[4-9] receipts were sent to renter@\S+ of \S+ on [\d-]{10}$/,
    plant: eachHasReceipt,
  },
  {
    bug: 'somebody gets a receipt for each of many requests of a day on which a clock has jumped, far from midnight',
    violates: MAILS,
    says: /^[4-9] receipts were sent to renter@\S+ of \S+ on [\d-]{10}$/,
    plant: (good) =>
      broken(eachHasReceipt(good), {
        name: 'clock-jump',
        target: 'workers',
        startedAt: good.history.requests[0]?.startedAt ?? 0,
        endedAt: good.history.endedAt ?? 0,
      }),
  },
  {
    bug: 'a mail goes out of which the log says that it was overtaken',
    violates: MAILS,
    says: /^<\S+> came, and the log says that it was not sent \(overtaken\); no fault cut the sender short$/,
    plant: (good) => {
      const { mails } = good.history
      return told(overtaken(good, 'new-request', 2), { mails })
    },
  },
  {
    bug: 'a mail tells of another booking',
    violates: MAILS,
    says: /^\S+ for \S+ at \d+, of BR-\w+, was called “.*#BR-OTHERS/,
    plant: (good) => calledOtherwise(good, (subject) => subject.replace(/#BR-\w+/, '#BR-OTHERS')),
  },
  {
    bug: 'a mail tells of something else that has happened to the booking',
    violates: MAILS,
    says: /^\S+ for \S+ at \d+, of BR-\w+, was called “Your booking #BR-\w+ was never heard of”$/,
    plant: (good) =>
      calledOtherwise(good, (subject) => `Your booking ${/#BR-\w+/.exec(subject)?.[0]} was never heard of`),
  },
  {
    bug: 'a mail goes to somebody else',
    violates: MAILS,
    says: /went to eve@renters\.example instead of/,
    plant: (good) =>
      told(good, {
        mails: good.history.mails.map((mail) =>
          mail === lastMail(good) ? { ...mail, to: 'eve@renters.example' } : mail,
        ),
      }),
  },
]
