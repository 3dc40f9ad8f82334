import { randomUUID } from 'node:crypto'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { z } from 'zod'
import { isAcknowledged, isAnswered } from '../checker/commands.ts'
import type { Evidence } from '../checker/evidence.ts'
import { uploadsIn } from '../checker/uploads.ts'
import type { Invariant } from '../checker/verdict.ts'
import type { History, Request } from '../history.ts'
import { answered } from '../witness.ts'
import { appended, asked, edited, isOf, lastOf, otherwise, rewritten, told, without } from './forging.ts'
import { booked, VIEWS } from './planted-in-licences.ts'
import type { Planted } from './planted-in-log.ts'

export const DOCUMENTS: Invariant =
  'a contract is there for its business as it was made or uploaded, and for nobody else'

export const CONTRACTS: Invariant = 'each approval has its contract, each signature its copy'

const OfIssue = z.object({ issueId: z.string() })
const OfBooking = z.object({ bookingId: z.string() })

const isSigning = (request: Request): boolean => isAcknowledged(request) && request.call === 'signContract'
export const isRead = (request: Request): boolean => isAcknowledged(request) && request.call === 'contract'
const isOfPaper = (request: Request): boolean =>
  isRead(request) && isAnswered(request) && request.answer.picture !== null
const isPaperUpload = (request: Request): boolean => isAcknowledged(request) && request.call === 'finishContractUpload'
const isOfPdf =
  ({ history }: { readonly history: History }) =>
  (request: Request): boolean => {
    const upload = uploadsIn(history, 'finishContractUpload').get(String(request.asked.file))
    return isRead(request) && upload?.name.startsWith('file ') === true
  }
export const isWithheld = (request: Request): boolean =>
  isAnswered(request) && request.call === 'contract' && request.answer.status === 404

/** A second booking of the business of the contract on paper, as if another customer had asked for it. */
export function ofSomebodyElse(good: Evidence): { readonly bookingId: string; readonly evidence: Evidence } {
  const paper = lastOf(good.log, isOf('ContractUploaded'))
  const { data } = lastOf(
    good.log,
    ({ type, metadata }) => type === 'BookingReinstated' && metadata.tenantId === paper.metadata.tenantId,
  )
  const { bookingId } = OfBooking.parse(JSON.parse(data))
  const isItsRequest = (event: Recorded) => event.type === 'BookingRequested' && event.data.includes(bookingId)
  return { bookingId, evidence: rewritten(good, isItsRequest, { customerId: randomUUID() }) }
}

export const PLANTED_IN_DOCUMENTS: readonly Planted[] = [
  {
    bug: 'a contract is shown to a visitor of the portal',
    violates: DOCUMENTS,
    says: /was shown \/objects\/contracts\/\S+, and is no member of staff$/,
    plant: (good) =>
      asked(
        good,
        (request) => request.call === 'contract' && request.actor === 'visitor',
        () => ({ answer: answered(200) }),
      ),
  },
  {
    bug: 'a contract is shown to another tenant',
    violates: DOCUMENTS,
    says: /^contract .* of [0-9a-f-]{36} was shown \/objects\/contracts\/\S+ of [0-9a-f-]{36}$/,
    plant: (good) => asked(good, isWithheld, () => ({ answer: answered(200) })),
  },
  {
    bug: 'a contract that was never made is shown',
    violates: DOCUMENTS,
    says: /was shown \/objects\/contracts\/made-up of nobody$/,
    plant: (good) => asked(good, isRead, () => ({ asked: { file: '/objects/contracts/made-up' } })),
  },
  {
    bug: 'a contract that was made is gone',
    violates: DOCUMENTS,
    says: /: \/objects\/contracts\/\S+ is not there$/,
    // A minute later: what was made a moment before may seem not to be there yet.
    plant: (good) =>
      asked(good, isRead, ({ startedAt, endedAt }) => ({
        answer: answered(404, 'not-found'),
        startedAt: startedAt + 60_000,
        endedAt: endedAt + 60_000,
      })),
  },
  {
    bug: 'a contract is never read, so nobody knows whether it is there',
    violates: DOCUMENTS,
    says: /^\/objects\/contracts\/\S+ was shown to nobody: whether it is there is not known$/,
    plant: (good) => {
      const { file } = lastOf(good.history.requests, isRead).asked
      return told(good, { requests: good.history.requests.filter(({ asked: { file: other } }) => other !== file) })
    },
  },
  {
    bug: 'a contract is another one than was made',
    violates: DOCUMENTS,
    says: /was shown 0{64} instead of [0-9a-f]{64}, which \/objects\/contracts\/\S+ is$/,
    plant: (good) =>
      asked(
        good,
        (request) => isRead(request) && !isOfPaper(request) && !isOfPdf(good)(request),
        (request) => otherwise(request, { document: '0'.repeat(64) }),
      ),
  },
  {
    bug: 'a contract on paper is another picture than was uploaded',
    violates: DOCUMENTS,
    says: /was shown 1x1 #000000 instead of 90x\d+ #\S+, which \/objects\/contracts\/\S+ is$/,
    plant: (good) => asked(good, isOfPaper, (request) => otherwise(request, { picture: '1x1 #000000' })),
  },
  {
    bug: 'a PDF of a contract on paper is another one than was uploaded',
    violates: DOCUMENTS,
    says: /was shown file 0{64} instead of file [0-9a-f]{64}, which \/objects\/contracts\/\S+ is$/,
    plant: (good) => asked(good, isOfPdf(good), (request) => otherwise(request, { document: '0'.repeat(64) })),
  },
  {
    bug: 'a contract on paper of another business is taken',
    violates: DOCUMENTS,
    says: /^\/objects\/contracts\/\S+ is a contract of [0-9a-f-]{36}, which has not uploaded it$/,
    plant: (good) => {
      const [path, { businessId }] = lastOf([...uploadsIn(good.history, 'finishContractUpload')], () => true)
      const isOfOther = (event: Recorded) => event.type === 'ContractUploaded' && event.metadata.tenantId !== businessId
      return rewritten(good, isOfOther, { contractPath: path })
    },
  },
  {
    bug: 'a contract on paper is that of two customers',
    violates: DOCUMENTS,
    says: /^\/objects\/contracts\/\S+ is a contract of [0-9a-f-]{36} and [0-9a-f-]{36}$/,
    plant: (good) => {
      const { bookingId, evidence } = ofSomebodyElse(good)
      const paper = lastOf(good.log, isOf('ContractUploaded'))
      const data = JSON.stringify({ ...JSON.parse(paper.data), bookingId })
      return appended(evidence, { ...paper, id: randomUUID(), data })
    },
  },
  {
    bug: 'a contract on paper is not there at once for whoever has put it to a booking',
    violates: DOCUMENTS,
    says: /: \/objects\/contracts\/\S+ is not there$/,
    plant: (good) => {
      const put = lastOf(
        good.history.requests,
        (request) => isAcknowledged(request) && request.call === 'attachContract',
      )
      return asked(good, isOfPaper, ({ asked: before }) => ({
        asked: { ...before, file: String(put.asked.file) },
        businessId: put.businessId,
        answer: answered(404, 'not-found'),
        startedAt: put.endedAt,
        endedAt: put.endedAt + 5,
      }))
    },
  },
  {
    bug: 'what comes for a contract on paper is no picture',
    violates: DOCUMENTS,
    says: /was shown file [0-9a-f]{64} instead of 90x\d+ #\S+, which /,
    plant: (good) => asked(good, isOfPaper, (request) => otherwise(request, { picture: null })),
  },
  {
    bug: 'an uploaded contract that is finished again is another file',
    violates: DOCUMENTS,
    says: /was told of \/objects\/contracts\/\S+ and \/objects\/contracts\/another$/,
    plant: (good) =>
      asked(good, isPaperUpload, (request) => otherwise(request, { file: '/objects/contracts/another' })),
  },
  {
    bug: 'a contract on paper is put to a booking, and the log says that none was',
    violates: 'each acknowledged command is in the log exactly once, and was before its answer',
    says: /^lost: attachContract .* was acknowledged at \d+, and is not in the log$/,
    plant: (good) => without(good, isOf('ContractUploaded')),
  },
  {
    bug: 'the log does not say which file a contract is',
    violates: DOCUMENTS,
    says: /instead of null, which \/objects\/contracts\/\S+ is$/,
    plant: (good) => rewritten(good, isOf('ContractGenerated'), { sha256: null }),
  },
  {
    bug: 'an approval calls for no contract',
    violates: CONTRACTS,
    says: /^BookingApproved at \d+ calls for a contract, and none is due$/,
    plant: (good) =>
      edited(good, isOf('BookingApproved'), ({ metadata }) => ({ metadata: { ...metadata, actorKind: 'import' } })),
  },
  {
    bug: 'a contract that was to be made anew is not',
    violates: CONTRACTS,
    says: /^ContractIssueRequested at \d+ has no contract$/,
    plant: (good) => {
      const { data } = lastOf(good.log, isOf('ContractIssueRequested'))
      const { issueId } = OfIssue.parse(JSON.parse(data))
      return without(good, (event) => event.type === 'ContractGenerated' && event.data.includes(issueId))
    },
  },
  {
    bug: 'a signature has no copy',
    violates: CONTRACTS,
    says: /^ContractSigned at \d+ has no signed-contract$/,
    plant: (good) => without(good, isOf('SignedContractFiled')),
  },
  {
    bug: 'a contract is signed twice',
    violates: CONTRACTS,
    says: /^[0-9a-f]{64} of \S+ was signed 2 times$/,
    plant: (good) => appended(good, { ...lastOf(good.log, isOf('ContractSigned')), id: randomUUID() }),
  },
  {
    bug: 'another contract is signed than was shown',
    violates: CONTRACTS,
    says: /^[0-9a-f]{64} is signed at \d+, and 0{64} was shown$/,
    plant: (good) => asked(good, isSigning, (request) => ({ asked: { ...request.asked, sha256: '0'.repeat(64) } })),
  },
  {
    bug: 'what is signed is no contract of the booking',
    violates: CONTRACTS,
    says: /^0{64} is signed at \d+, and was not made for \S+$/,
    plant: (good) => rewritten(good, isOf('ContractSigned'), { sha256: '0'.repeat(64) }),
  },
  {
    bug: 'a look at a contract is not written down',
    violates: VIEWS,
    says: /^contract .* was shown \/objects\/contracts\/\S+, and it was not written down by then$/,
    plant: (good) => {
      const { file } = lastOf(good.history.requests, isRead).asked
      return booked(good, (views) => views.filter((view) => view.file !== file))
    },
  },
]
