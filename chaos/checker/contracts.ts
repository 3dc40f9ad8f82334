import { CustomerErased } from '@forecourt/domain/customer/events.ts'
import {
  BookingApproved,
  ContractIssueRequested,
  ContractSigned,
  ContractUploaded,
} from '@forecourt/domain/schedule/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { type ContractTask, contractMade, contractsFor } from '@forecourt/workers/contracts/contracts-for.ts'
import { bookingOf } from '../../tests/system/support/invariants.ts'
import { type Command, commandsOf } from './commands.ts'
import { type Evidence, repeated } from './evidence.ts'
import { customersIn, dataOf, livesIn, scheduleFacts } from './facts.ts'

/**
 * Each approval has its contract, and each signature its copy. What is signed is what was shown, a contract of that very booking,
 * and it is signed once.
 */
export const faultsOfContracts = ({ history, log }: Evidence): string[] => [
  ...forgottenIn(log),
  ...missingIn(log).map(({ task, cause }) => `${cause.type} at ${cause.position} has no ${task}`),
  ...faultsOfSignatures(log, commandsOf(history)),
]

/**
 * What calls for which document, told without the product: a checker that asked it alone would miss none of those that it has
 * forgotten. Nothing is imported in a run.
 */
const WANTED: Readonly<Record<string, ContractTask>> = {
  [BookingApproved.type]: 'contract',
  [ContractIssueRequested.type]: 'contract',
  [ContractSigned.type]: 'signed-contract',
}

function forgottenIn(log: readonly Recorded[]): string[] {
  return log.flatMap((event) => {
    const wanted = WANTED[event.type]
    if (wanted === undefined || contractsFor(event).some(({ task }) => task === wanted)) return []
    return [`${event.type} at ${event.position} calls for a ${wanted}, and none is due`]
  })
}

function faultsOfSignatures(log: readonly Recorded[], commands: ReadonlyMap<string, Command>): string[] {
  const facts = scheduleFacts(log)
  const signatures = facts.filter((fact) => fact.type === 'ContractSigned')
  const madeFor = new Set(
    facts.flatMap((fact) => (fact.type === 'ContractGenerated' ? [`${fact.data.sha256} ${fact.data.bookingId}`] : [])),
  )
  const wrong = signatures.flatMap(({ data: { bookingId, sha256 }, position, metadata }) => {
    const shown = new Set(commands.get(metadata.commandId)?.sendings.map(({ asked }) => String(asked.sha256)))
    return [
      ...[...shown]
        .filter((one) => one !== sha256)
        .map((one) => `${sha256} is signed at ${position}, and ${one} was shown`),
      ...(madeFor.has(`${sha256} ${bookingId}`)
        ? []
        : [`${sha256} is signed at ${position}, and was not made for ${bookingId}`]),
    ]
  })
  const often = repeated(signatures.map(({ data: { bookingId, sha256 } }) => `${sha256} of ${bookingId}`))
  return [...wrong, ...often.map(([what, times]) => `${what} was signed ${times} times`)]
}

/**
 * The documents that the log calls for and that it does not say were made. For a booking that was rejected or cancelled since
 * there need be none, nor for somebody who was erased since, nor a contract where another one was asked for since, or one on paper was put in its place.
 */
export function missingIn(log: readonly Recorded[]): { readonly task: string; readonly cause: Recorded }[] {
  const made = new Set(log.flatMap((event) => contractMade(event) ?? []))
  const lives = livesIn(log)
  const isReplaced = replacedIn(log)
  const customerOf = customersIn(log)
  const erased = new Set<string>(
    log.filter(({ type }) => type === CustomerErased.type).map((event) => dataOf(CustomerErased, event).customerId),
  )
  const isOfErased = (cause: Recorded) => erased.has(customerOf(bookingOf(cause) ?? '') ?? '')
  const isMoot = (cause: Recorded): boolean =>
    (lives.get(bookingOf(cause) ?? '')?.turns ?? []).some(
      ({ status, position }) => status === 'rejected' && position > cause.position,
    ) ||
    isReplaced(cause) ||
    isOfErased(cause)
  return log.flatMap((cause) =>
    contractsFor(cause)
      .filter(({ id }) => !made.has(id) && !isMoot(cause))
      .map(({ task }) => ({ task, cause })),
  )
}

/** Whether an event called for a contract, and a later one for another of the same booking, or brought one on paper. */
function replacedIn(log: readonly Recorded[]): (cause: Recorded) => boolean {
  const latest = new Map(
    log
      .filter(({ type }) => type === ContractIssueRequested.type || type === ContractUploaded.type)
      .map((event) => [bookingOf(event) ?? '', event.position] as const),
  )
  return (cause) => cause.type !== ContractSigned.type && (latest.get(bookingOf(cause) ?? '') ?? 0n) > cause.position
}
