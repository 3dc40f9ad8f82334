import type { Decision } from '@forecourt/domain/decision.ts'
import { isDefinition } from '@forecourt/domain/event.ts'
import { Instant } from '@forecourt/domain/instant.ts'
import { firstIssueOf } from '@forecourt/domain/schedule/contract-state.ts'
import { scheduleDecider } from '@forecourt/domain/schedule/decider.ts'
import * as scheduleEvents from '@forecourt/domain/schedule/events.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import type { ScheduleState } from '@forecourt/domain/schedule/state.ts'
import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'
import { decode, encodeAll, open, type StoredFact } from '@forecourt/event-log/codec.ts'
import { ERASED } from '@forecourt/event-log/erased.ts'
import { type EventLog, WrongRevision } from '@forecourt/event-log/port.ts'
import type { Vault } from '@forecourt/event-log/vault/vault.ts'
import {
  type ContractPath,
  isContractPath,
  type LookupKey,
  mintContractPath,
  storageKey,
} from '@forecourt/kit/object-path.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { markedAsOwn } from '@forecourt/kit/own-document.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import { logoAt } from '../files/logo.ts'
import { isCondemned } from '../files/register.ts'
import { type BookingHistory, factAt, historyOfBooking, type Request } from '../mail/booking-history.ts'
import { assertCalledFor } from '../reactor/due-for.ts'
import type { ContractTask } from './contracts-for.ts'
import { type ContractDocument, contractOf, termsVersionOf } from './document.ts'
import { businessAt, vehicleAt } from './facts.ts'
import { sha256Of, writeContract } from './pdf/write-contract.ts'

export interface Making {
  readonly eventLog: EventLog
  readonly vault: Vault
  readonly database: Queries
  readonly storage: Pick<ObjectStorage, 'put' | 'read' | 'delete'>
  readonly lookupKey: LookupKey
  readonly appVersion: string
  readonly now: () => Date
}

interface Job {
  readonly stream: string
  /** Of the fact that calls for the document. */
  readonly revision: string
}

type Event = scheduleEvents.ScheduleEvent
type Signed = Extract<StoredFact, { readonly type: 'ContractSigned' }>

/** Longer than any contract: its terms have at most 18,000 characters. */
const LONGEST = 8 * 1024 * 1024

/**
 * Makes a document that is due, stores it and writes it down, once: the schedule's stream is the record of what was made.
 * Whatever dies between storing and writing down, the next try finds the file and says of it what it is. A document that
 * nobody wants any more is not made, and what was stored of it is deleted.
 * @param id of the issue or of the signature
 * @throws {Groundless} nothing calls for it
 */
export async function makeContract(making: Making, id: string, task: ContractTask, job: Job): Promise<void> {
  const cause = await factAt(making.eventLog, job)
  assertCalledFor(cause, task, id)
  const history = await historyOfBooking(making, cause)
  const { businessId, customerId } = history.request.data
  if (isOnRecord(history, id)) return
  const path = await pathFor(making, businessId, id)

  // Asked anew each time: a key that this process remembers would still open what was erased a moment ago.
  making.vault.drop(customerId)
  const made = await (task === 'contract'
    ? contract(making, cause, history, path)
    : signedCopy(making, cause, history, path))
  const isWritten = made !== undefined && (await writeDown(making, cause, history.request, path, made.decide(id)))
  // Whoever was faster has written down the same file. If theirs has another path, the sweep finds this one to be nobody's.
  if (!isWritten && !isOnRecord(await historyOfBooking(making, cause), id)) {
    await making.storage.delete(storageKey(path))
  }
}

/**
 * Where the document goes: every try's path is the same, so that the next one finds what is stored. Where the log is elsewhere and
 * takes nothing down for longer than a file is kept that nothing speaks of, the sweep has condemned the path's row, and nobody can
 * use it again (infra/migrations/007-file-sweep.sql). Then it is made anew under another one, and the sweep deletes what was there.
 */
async function pathFor(making: Making, businessId: string, id: string): Promise<ContractPath> {
  for (let time = 1; ; time += 1) {
    const path = mintContractPath(
      making.lookupKey,
      businessId,
      time === 1 ? `made-for:${id}` : `made-for:${id}/${time}`,
    )
    if (!(await isCondemned(making.database, path))) return path
  }
}

const isOnRecord = ({ facts }: BookingHistory, id: string): boolean =>
  facts.some(
    ({ type, data }) =>
      (type === 'ContractGenerated' && data.issueId === id) ||
      (type === 'SignedContractFiled' && data.signatureId === id),
  )

/** A document that is stored, and the rule that says whether it is wanted. */
interface Made {
  decide(id: string): (schedule: ScheduleState) => Decision<Event, ScheduleRefusal>
}

async function contract(
  making: Making,
  cause: StoredFact,
  history: BookingHistory,
  path: ContractPath,
): Promise<Made | undefined> {
  // Only the schedule knows whether it is wanted; this spares the work for what is not.
  if (history.status !== 'approved' && history.status !== 'completed') return undefined
  const drawn = await drawUp(making, history.request, cause)
  if (drawn === undefined) return undefined
  const { document, logo, termsVersion } = drawn
  const sha256 = await store(making, path, await writeContract(document, { logo }))
  const { bookingId, businessId } = history.request.data
  return {
    decide: (issueId) => (schedule) =>
      scheduleDecider.decide(
        { type: 'recordContract', bookingId, businessId, issueId, contractPath: path, sha256, termsVersion },
        schedule,
      ),
  }
}

async function signedCopy(
  making: Making,
  cause: StoredFact,
  { request, facts }: BookingHistory,
  path: ContractPath,
): Promise<Made | undefined> {
  if (cause.type !== 'ContractSigned') throw new Error(`${cause.type} is no signature`)
  const { bookingId, businessId, customerId, sha256: signedSha256, ...signature } = cause.data
  const evidence = open(cause, await making.vault.keysOf([customerId]))
  const drawn = await drawUp(making, request, issueSigned(cause, facts))
  const signed = await read(making, originalOf(cause, facts))
  if (evidence === ERASED || drawn === undefined) return undefined
  if (signed === undefined) throw new Error('the contract that was signed is not stored')
  if (sha256Of(signed) !== signedSha256) throw new Error('the stored contract is not the one that was signed')
  const { document, logo, timeZone } = drawn
  const bytes = await writeContract(document, {
    logo,
    signature: {
      ...evidence,
      ...signature,
      sha256: signedSha256,
      receivedAt: Instant.parse(cause.metadata.occurredAt),
      signed,
      timeZone,
    },
  })
  // It has a file in it, for which PDFs from elsewhere are refused: by its mark it is known when it comes back as a paper.
  const sha256 = await store(making, path, markedAsOwn(making.lookupKey, businessId, bytes))
  return {
    decide: (signatureId) => (schedule) =>
      scheduleDecider.decide(
        { type: 'recordSignedContract', bookingId, businessId, signatureId, contractPath: path, sha256 },
        schedule,
      ),
  }
}

interface Drawn {
  readonly document: ContractDocument
  readonly logo: Buffer | undefined
  readonly termsVersion: number
  readonly timeZone: string
}

/** The contract with what was so when it was called for; undefined when its customer is erased. */
async function drawUp(making: Making, request: Request, cause: StoredFact): Promise<Drawn | undefined> {
  const { eventLog, vault } = making
  const { businessId, customerId, vehicleId } = request.data
  const [keys, business, { details }] = await Promise.all([
    vault.keysOf([customerId]),
    businessAt(eventLog, businessId, cause.position),
    vehicleAt(eventLog, vehicleId, cause.position),
  ])
  const personal = open(request, keys)
  if (personal === ERASED) return undefined
  const at = Instant.parse(cause.metadata.occurredAt)
  return {
    document: contractOf({ business, customer: personal.customer, vehicle: details, booking: request.data, at }),
    logo: await logoAt(making, business.logoPath),
    termsVersion: termsVersionOf(business),
    timeZone: business.timeZone,
  }
}

/** What called for the contract that was signed. */
function issueSigned(signature: Signed, facts: readonly StoredFact[]): StoredFact {
  const issue = generated(signature, facts)?.data.issueId
  const cause = facts.find(
    ({ type, data }) =>
      (type === 'BookingApproved' && firstIssueOf(data.bookingId) === issue) ||
      (type === 'ContractIssueRequested' && data.issueId === issue),
  )
  if (cause === undefined) throw new Error('nothing called for the contract that was signed')
  return cause
}

function originalOf(signature: Signed, facts: readonly StoredFact[]): string {
  const original = generated(signature, facts)
  if (original === undefined) throw new Error('the contract that was signed was never made')
  return original.data.contractPath
}

const generated = ({ data: { sha256 } }: Signed, facts: readonly StoredFact[]) =>
  facts.filter((fact) => fact.type === 'ContractGenerated').find((fact) => fact.data.sha256 === sha256)

/**
 * Puts the document under its path, once: what an earlier try has put there stays, and is what counts.
 * @returns SHA-256 of what is stored
 */
async function store(making: Making, path: ContractPath, bytes: Buffer): Promise<string> {
  const options = { contentType: 'application/pdf', onlyIfAbsent: true }
  if (await making.storage.put(storageKey(path), bytes, options)) return sha256Of(bytes)
  const earlier = await read(making, path)
  if (earlier === undefined) throw new Error('a document was stored and is gone')
  return sha256Of(earlier)
}

async function read({ storage, lookupKey }: Making, path: string): Promise<Buffer | undefined> {
  if (!isContractPath(lookupKey, path)) throw new Error('a contract is not where contracts are')
  return (await storage.read(storageKey(path), LONGEST))?.bytes
}

/**
 * Writes down what was made, decided on the schedule as it is in that moment.
 * @returns false when it is not wanted, or was written down already
 */
async function writeDown(
  making: Making,
  cause: StoredFact,
  request: Request,
  path: ContractPath,
  decide: (schedule: ScheduleState) => Decision<Event, ScheduleRefusal>,
): Promise<boolean> {
  const { eventLog, appVersion, now } = making
  const { stream } = request
  const { businessId, customerId } = request.data
  const metadata = {
    tenantId: cause.metadata.tenantId,
    actorKind: 'system' as const,
    actorId: 'contracts',
    // The same document written down again, after a crash, is the same event.
    commandId: uuidV5(cause.id, 'contract'),
    commandDigest: '',
    $correlationId: cause.metadata.$correlationId,
    $causationId: cause.id,
    occurredAt: now().toISOString(),
    appVersion,
  }
  for (;;) {
    const { state, revision } = await scheduleSince(making, request)
    const decision = decide(state)
    if (!decision.ok || decision.events.length === 0) return false
    try {
      const events = encodeAll(stream, decision.events, undefined, metadata)
      await eventLog.append(stream, revision, events, { file: { objectPath: path, businessId, customerId } })
      return true
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error
    }
  }
}

/**
 * The schedule from this request on, as far as rules about its contract ask for it: the booking, and whether its customer is
 * leaving. Other bookings of a popular vehicle are passed over before they cost anything.
 */
async function scheduleSince({ eventLog }: Making, { stream, revision: first, data }: Request) {
  const { bookingId, customerId } = data
  let state = scheduleDecider.initial()
  let revision = first
  for await (const recorded of eventLog.read(stream, first)) {
    revision = recorded.revision
    if (!recorded.data.includes(bookingId) && !recorded.data.includes(customerId)) continue
    const fact = decode(recorded)
    if (fact.kind === 'fact' && isOfSchedule(fact)) state = scheduleDecider.evolve(state, fact)
  }
  return { state, revision }
}

const TYPES: ReadonlySet<string> = new Set(
  Object.values<unknown>(scheduleEvents)
    .filter(isDefinition)
    .map(({ type }) => type),
)

const isOfSchedule = (
  fact: StoredFact,
): fact is Extract<StoredFact, { readonly type: scheduleEvents.ScheduleFact['type'] }> => TYPES.has(fact.type)
