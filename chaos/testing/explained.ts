import { randomUUID } from 'node:crypto'
import { DEFAULT_RENTAL_RULES } from '@forecourt/domain/business/business.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { isRead as isReadOfRows } from '../checker/commands.ts'
import { dueIn } from '../checker/due-mails.ts'
import type { Evidence, View } from '../checker/evidence.ts'
import type { Invariant } from '../checker/verdict.ts'
import type { Request } from '../history.ts'
import { answered } from '../witness.ts'
import {
  appended,
  asked,
  broken,
  edited,
  isOf,
  lastOf,
  otherwise,
  positionAt,
  rewritten,
  told,
  without,
} from './forging.ts'
import { DOCUMENTS, isRead, isWithheld } from './planted-in-documents.ts'
import { beside, booked, ERRORS, isTurnedAway, LICENCES, moved, tooLate, VIEWS } from './planted-in-licences.ts'
import { LATE, muchLater } from './planted-in-lists.ts'
import { LET, neverPutBack, ONCE } from './planted-in-log.ts'
import { MAILS, notificationOf } from './planted-in-mails.ts'
import { isOfCall, OfBooking, REASONS } from './planted-in-refusals.ts'

const isList = (request: Request): boolean => isReadOfRows(request) && request.call === 'listBookings'

/** The signature of a booking's contract. */
const isOfContract = (bookingId: string) => (event: Recorded) =>
  event.type === 'ContractSigned' && event.data.includes(bookingId)

/** Something that looks bad, and that there was a reason for. */
interface Explained {
  readonly what: string
  readonly keeps: Invariant
  readonly plant: (good: Evidence) => Evidence
}

/** What called for the last mail of this template. */
function causeOf(good: Evidence, template: string): Recorded {
  const { notificationId } = notificationOf(good, template)
  return lastOf(dueIn(good.log), (due) => due.notificationId === notificationId).cause
}

/** As if a contract on paper had been put to the booking of an event, last of all. */
function onPaper(good: Evidence, { stream, data }: Recorded): Evidence {
  const paper = lastOf(good.log, isOf('ContractUploaded'))
  const { bookingId } = OfBooking.parse(JSON.parse(data))
  const said = { ...JSON.parse(paper.data), bookingId }
  return appended(good, { ...paper, id: randomUUID(), stream, data: JSON.stringify(said) })
}

/** A contract on paper that another business has uploaded. */
function fileOfAnother({ history }: Evidence, businessId: string): string {
  const isTheirs = (request: Request) => isOfCall('attachContract', 200)(request) && request.businessId !== businessId
  return String(lastOf(history.requests, isTheirs).asked.file)
}

/** The last mail of this template was not sent but withdrawn, last of all and so many hours later. */
function overtaken(good: Evidence, template: string, hours: number): Evidence {
  const { isIt, notificationId } = notificationOf(good, template)
  const mails = good.history.mails.filter(({ messageId }) => !messageId.includes(notificationId))
  return edited(told(good, { mails }), isIt, ({ recordedAt, metadata }) => ({
    type: 'NotificationWithdrawn',
    data: JSON.stringify({ notificationId, template, reason: 'overtaken' }),
    position: positionAt(BigInt(good.log.length) + 1n),
    metadata: { ...metadata, occurredAt: new Date(recordedAt.getTime() + hours * 3_600_000).toISOString() },
  }))
}

/** All looks at one licence were otherwise, and so is what is written down of them. */
function looked(
  good: Evidence,
  looks: (view: View) => Partial<Request>,
  line: (view: View) => Partial<View>,
): Evidence {
  const [view] = good.tables.views
  if (view === undefined) throw new Error('nobody has looked at a licence')
  const isTheirs = ({ call, actor, businessId, asked: { file } }: Request) =>
    call === 'licence' && actor === 'member' && businessId === view.businessId && file === view.file
  const requests = good.history.requests.map((one) => (isTheirs(one) ? { ...one, ...looks(view) } : one))
  return booked(told(good, { requests }), ([first, ...others]) => [moved(first, line(view)), ...others])
}

const LATER = 60_000
const HOUR = 3_600_000

export const EXPLAINED: readonly Explained[] = [
  {
    what: 'a look whose answer was lost is written down later',
    keeps: VIEWS,
    plant: (good) =>
      looked(
        good,
        () => ({ answer: { kind: 'none', why: 'timeout' } }),
        ({ at }) => ({ at: at + LATER }),
      ),
  },
  {
    what: 'a look is written down after whoever looked was told that the database is away',
    keeps: VIEWS,
    plant: (good) =>
      looked(
        good,
        () => ({ answer: answered(503) }),
        ({ at }) => ({ at: at + LATER }),
      ),
  },
  {
    what: 'a look is asked for in one hour and written down in the next',
    keeps: VIEWS,
    plant: (good) =>
      looked(
        good,
        ({ hour }) => ({ startedAt: hour + HOUR - 100, endedAt: hour + HOUR + 100 }),
        ({ hour }) => ({ hour: hour + HOUR, at: hour + HOUR + 50 }),
      ),
  },
  {
    what: 'a licence is not there before its booking was acknowledged',
    keeps: LICENCES,
    plant: (good) => {
      const theirs = lastOf(good.history.requests, isTurnedAway)
      const holder = lastOf(good.history.requests, ({ asked: { licence } }) => licence === theirs.asked.file)
      const { businessId, startedAt } = holder
      return asked(good, isTurnedAway, () => ({ businessId, startedAt: startedAt - 1, endedAt: startedAt }))
    },
  },
  {
    what: 'a contract is not there before it was made',
    keeps: DOCUMENTS,
    plant: (good) => {
      const made = lastOf(good.log, isOf('ContractGenerated'))
      const file: unknown = JSON.parse(made.data).contractPath
      const { businessId } = lastOf(good.history.requests, (one) => isRead(one) && one.asked.file === file)
      const madeAt = made.recordedAt.getTime()
      return asked(good, isWithheld, () => ({
        businessId,
        asked: { file: String(file) },
        startedAt: madeAt - 1,
        endedAt: madeAt,
      }))
    },
  },
  {
    what: 'an upload is too late for a process whose clock has jumped',
    keeps: REASONS,
    plant: (good) => {
      const late = tooLate(good)
      const { startedAt, endedAt } = lastOf(late.history.requests, ({ call }) => call === 'finishLicenceUpload')
      return broken(late, { name: 'clock-jump', target: 'command', startedAt: startedAt - 1_000, endedAt })
    },
  },
  {
    what: 'rows are old while those who make them stand still',
    keeps: LATE,
    plant: (good) => {
      const { startedAt, endedAt } = muchLater(lastOf(good.history.requests, isList))
      const still = broken(good, { name: 'freeze', target: 'projector', startedAt, endedAt })
      return asked(still, isList, (one) => ({ ...otherwise(one, { stale: true }), startedAt, endedAt }))
    },
  },
  {
    what: 'a contract is not signed of which another one is to be made',
    keeps: REASONS,
    plant: (good) => {
      const issued = lastOf(good.log, isOf('ContractIssueRequested'))
      const { bookingId } = OfBooking.parse(JSON.parse(issued.data))
      const isTheirs = ({ call, asked: { id } }: Request) => call === 'signContract' && id === bookingId
      const after = issued.recordedAt.getTime() + 60_000
      // Nor was one on paper refused because of it.
      const requests = good.history.requests.filter((one) => !isOfCall('attachContract', 409)(one))
      const others = without(told(good, { requests }), isOfContract(bookingId))
      return asked(others, isTheirs, (one) => ({
        ...otherwise(one, { status: 409, code: 'contract-changed', position: null, id: null }),
        startedAt: after,
        endedAt: after + 10,
      }))
    },
  },
  {
    what: 'a storage whose disk is full takes nothing',
    keeps: ERRORS,
    plant: (good) => beside(good, 'full-disk', 'object-storage', answered(500)),
  },
  {
    what: 'a contract is not shown while the storage of files is away',
    keeps: ERRORS,
    plant: (good) => {
      const { startedAt, endedAt } = lastOf(good.history.requests, isRead)
      const hit = broken(good, { name: 'stall', target: 'object-storage', startedAt, endedAt })
      return asked(hit, isRead, () => ({ answer: answered(503, 'unavailable') }))
    },
  },
  {
    what: 'a file does not arrive while the gateway is away',
    keeps: ERRORS,
    plant: (good) => beside(good, 'kill', 'gateway', { kind: 'none', why: 'reset' }),
  },
  {
    what: 'an address is over by a clock that has jumped',
    keeps: REASONS,
    plant: (good) => beside(good, 'clock-jump', 'command', answered(403)),
  },
  {
    what: 'a completion is not told of that was taken back meanwhile',
    keeps: MAILS,
    plant: (good) => overtaken(good, 'booking-completed', 0),
  },
  {
    what: 'a copy is not mailed of a contract whose booking was cancelled before it was made',
    keeps: MAILS,
    plant: (good) => {
      const cause = causeOf(good, 'contract-signed')
      const { bookingId } = OfBooking.parse(JSON.parse(lastOf(good.log, isOf('BookingCancelled')).data))
      return overtaken(
        rewritten(good, (event) => event === cause, { bookingId }),
        'contract-signed',
        0,
      )
    },
  },
  {
    what: 'nobody is asked to sign a contract of which another one was asked for meanwhile',
    keeps: MAILS,
    plant: (good) => {
      const { stream, data } = causeOf(good, 'contract-to-sign')
      // Mails of two businesses go out in either order: the one that is withdrawn is not always of the contract asked for last.
      const again = { ...lastOf(good.log, isOf('ContractIssueRequested')), id: randomUUID(), stream }
      const issue = { ...JSON.parse(again.data), bookingId: OfBooking.parse(JSON.parse(data)).bookingId }
      return overtaken(appended(good, { ...again, data: JSON.stringify(issue) }), 'contract-to-sign', 0)
    },
  },
  {
    what: 'nobody is asked to sign a contract of which one on paper came meanwhile',
    keeps: MAILS,
    plant: (good) => overtaken(onPaper(good, causeOf(good, 'contract-to-sign')), 'contract-to-sign', 0),
  },
  {
    what: 'no contract is made where one on paper came before it',
    keeps: 'each approval has its contract, each signature its copy',
    plant: (good) => {
      const made = lastOf(good.log, isOf('ContractGenerated'))
      return without(onPaper(good, made), (event) => event.id === made.id)
    },
  },
  {
    what: 'a contract is not signed of which one on paper came meanwhile',
    keeps: REASONS,
    plant: (good) => {
      const isSigned = isOfCall('signContract', 200)
      const { bookingId } = OfBooking.parse(JSON.parse(lastOf(good.log, isOf('ContractUploaded')).data))
      return asked(good, isSigned, (request) => ({
        ...otherwise(request, { status: 409, code: 'contract-signed', position: null, id: null }),
        asked: { ...request.asked, id: bookingId },
        startedAt: request.startedAt + 600_000,
        endedAt: request.endedAt + 600_000,
      }))
    },
  },
  {
    what: 'what another business has uploaded is unknown',
    keeps: REASONS,
    plant: (good) =>
      asked(good, isOfCall('attachContract', 200), (request) => ({
        ...otherwise(request, { status: 422, code: 'contract-unknown', position: null, id: null }),
        asked: { ...request.asked, file: fileOfAnother(good, request.businessId) },
      })),
  },
  {
    what: 'a business is not told hours later of a request that it has decided',
    keeps: MAILS,
    plant: (good) => overtaken(good, 'new-request', 2),
  },
  {
    what: 'a vehicle is let that was taken out of service a moment before at another process',
    keeps: LET,
    plant: (good) => neverPutBack(good, 1_000),
  },
  {
    what: 'settings are refused that somebody else has changed',
    keeps: REASONS,
    plant: (good) =>
      asked(without(good, isOf('BusinessRentalRulesChanged')), isOfCall('saveSettings', 200), (request) => ({
        ...otherwise(request, { status: 409, code: 'settings-changed', position: null }),
        asked: { ...request.asked, version: Number(request.asked.version) - 1 },
      })),
  },
  {
    what: 'nothing is written when days are to be kept free as they are from the beginning',
    keeps: ONCE,
    plant: (good) => {
      const first = good.history.requests.find(isOfCall('saveSettings', 200))
      if (first === undefined) throw new Error('nobody has saved settings')
      const { turnaroundDays: value } = DEFAULT_RENTAL_RULES
      const before: Request = {
        ...first,
        ...otherwise(first, { position: null }),
        id: 'before',
        key: randomUUID(),
        asked: { ...first.asked, setting: 'turnaroundDays', value },
        startedAt: first.startedAt - 2,
        endedAt: first.startedAt - 1,
      }
      return told(good, { requests: [...good.history.requests, before] })
    },
  },
  {
    what: 'whoever signs in anew has no session meanwhile',
    keeps: REASONS,
    plant: (good) => {
      const turnedAway = asked(good, isOfCall('changeBooking', 200), (request) =>
        otherwise(request, { status: 401, code: 'not-signed-in', position: null, id: null }),
      )
      const { requests } = turnedAway.history
      const away = requests.find(
        ({ call, answer }) => call === 'changeBooking' && answer.kind === 'answer' && answer.status === 401,
      )
      const signIn = requests.find(({ call, client }) => call === 'signIn' && client === away?.client)
      if (away === undefined || signIn === undefined) throw new Error('nobody has signed in')
      const { startedAt, endedAt } = away
      return told(turnedAway, { requests: [...requests, { ...signIn, id: 'anew', startedAt, endedAt }] })
    },
  },
]
