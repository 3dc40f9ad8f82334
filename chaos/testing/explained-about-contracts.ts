import { randomUUID } from 'node:crypto'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { dueIn } from '../checker/due-mails.ts'
import type { Evidence } from '../checker/evidence.ts'
import { requestsIn } from '../checker/facts.ts'
import type { Request } from '../history.ts'
import { answered } from '../witness.ts'
import type { Explained } from './explained.ts'
import { appended, asked, broken, changed, isOf, lastOf, otherwise, rewritten, told, without } from './forging.ts'
import { CONTRACTS, DOCUMENTS, isRead, isWithheld, ofSomebodyElse } from './planted-in-documents.ts'
import { ERRORS } from './planted-in-licences.ts'
import { causeOf, MAILS, overtaken } from './planted-in-mails.ts'
import { isOfCall, OfBooking, REASONS } from './planted-in-refusals.ts'

/** The signature of a booking's contract. */
const isOfContract = (bookingId: string) => (event: Recorded) =>
  event.type === 'ContractSigned' && event.data.includes(bookingId)

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

export const EXPLAINED_ABOUT_CONTRACTS: readonly Explained[] = [
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
    what: 'a contract is not shown while the storage of files is away',
    keeps: ERRORS,
    plant: (good) => {
      const { startedAt, endedAt } = lastOf(good.history.requests, isRead)
      const hit = broken(good, { name: 'stall', target: 'object-storage', startedAt, endedAt })
      return asked(hit, isRead, () => ({ answer: answered(503, 'unavailable') }))
    },
  },
  {
    what: 'a copy is not mailed of a contract whose booking was cancelled before it was made',
    keeps: MAILS,
    plant: (good) => {
      const cause = causeOf(good, 'contract-signed')
      const { bookingId } = OfBooking.parse(JSON.parse(lastOf(good.log, isOf('BookingCancelled')).data))
      const cancelled = rewritten(good, (event) => event === cause, { bookingId })
      // The business has its copy, under the name of the booking that is cancelled now.
      const copy = lastOf(dueIn(good.log), (due) => due.cause === cause && due.template === 'contract-signed-copy')
      const mails = changed(
        good.history.mails,
        ({ messageId }) => messageId.includes(copy.notificationId),
        (mail) => ({
          ...mail,
          subject: mail.subject.replace(/#\S+/, `#${requestsIn(good.log).get(bookingId)?.reference}`),
        }),
      )
      return overtaken(told(cancelled, { mails }), 'contract-signed', 0)
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
    keeps: CONTRACTS,
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
    what: 'a contract on paper of another customer of the business is unknown',
    keeps: REASONS,
    plant: (good) => {
      const { bookingId, evidence } = ofSomebodyElse(good)
      const { tenantId } = lastOf(good.log, isOf('ContractUploaded')).metadata
      const isTheirs = (request: Request) => isOfCall('attachContract', 200)(request) && request.businessId === tenantId
      return asked(evidence, isTheirs, (request) => ({
        ...otherwise(request, { status: 422, code: 'contract-unknown', position: null, id: null }),
        asked: { ...request.asked, id: bookingId },
      }))
    },
  },
  {
    what: 'one contract on paper is of two bookings of one customer',
    keeps: DOCUMENTS,
    plant: (good) => {
      const paper = lastOf(good.log, isOf('ContractUploaded'))
      // A business has one customer on that day.
      const isOfSameCustomer = (event: Recorded) =>
        event.type === 'BookingReinstated' && event.metadata.tenantId === paper.metadata.tenantId
      return onPaper(good, lastOf(good.log, isOfSameCustomer))
    },
  },
]
