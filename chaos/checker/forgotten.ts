import { BookingRejected } from '@forecourt/domain/schedule/events.ts'
import { storagePrefix } from '@forecourt/kit/object-path.ts'
import { documentsIn } from './documents.ts'
import { departuresIn, erasedIn, goneMarksIn, isRejectedByErasure, rentersIn } from './erasures.ts'
import type { Evidence } from './evidence.ts'
import { customersIn, dataOf, requestsIn } from './facts.ts'
import { rentersOfLicences } from './licences.ts'

/**
 * At the end nothing is left of whoever is erased: no key, no file, no word in any table, no hash of their address. Who is not has
 * their key still; and of an erasure that was refused, or stopped half-way, nothing shows (ARCHITECTURE: personal data).
 */
export const faultsOfTheForgotten = (evidence: Evidence): string[] => [
  ...faultsOfKeys(evidence),
  ...faultsOfHalves(evidence),
  ...faultsOfTraces(evidence),
  ...faultsOfObjects(evidence),
]

function faultsOfKeys(evidence: Evidence): string[] {
  const erased = erasedIn(evidence)
  const kept = new Set(evidence.tables.vault.map(({ customerId }) => customerId))
  const customers = new Set([...requestsIn(evidence.log).values()].map(({ customerId }) => String(customerId)))
  return [
    ...[...erased.keys()].filter((id) => kept.has(id)).map((id) => `${id} is erased, and has a key`),
    ...[...customers]
      .filter((id) => !kept.has(id) && !erased.has(id))
      .map((id) => `${id} has no key, and is not erased`),
  ]
}

/** Who leaves is erased, or stays with all that they had. */
function faultsOfHalves(evidence: Evidence): string[] {
  const { log, tables } = evidence
  const erased = erasedIn(evidence)
  const customerOf = customersIn(log)
  const departures = Map.groupBy(departuresIn(log), ({ stream, customerId }) => `${stream} ${customerId}`)
  const closed = [...departures.values()].flatMap((its) => its.at(-1) ?? []).filter(({ isLeaving }) => isLeaving)
  const rejected = log
    .filter(isRejectedByErasure)
    .map((event) => ({ ...dataOf(BookingRejected, event), position: event.position }))
  return [
    ...tables.departing.map((id) => `${id} is half erased`),
    ...closed
      .filter(({ customerId }) => !erased.has(customerId))
      .map(({ customerId, stream }) => `${stream} takes nothing more for ${customerId}, who is not erased`),
    ...rejected
      .filter(({ bookingId }) => !erased.has(customerOf(bookingId) ?? ''))
      .map(
        ({ bookingId, position }) => `${bookingId} was rejected at ${position} as its renter was erased, who is not`,
      ),
  ]
}

function faultsOfTraces(evidence: Evidence): string[] {
  const { tables } = evidence
  const erased = erasedIn(evidence)
  const gone = goneMarksIn(evidence)
  const renters = Map.groupBy(rentersIn(evidence), ({ email, businessId }) => `${email} of ${businessId}`)
  const isGone = (address: string) => (renters.get(address) ?? []).every(({ customerId }) => erased.has(customerId))
  return [
    ...tables.marks.filter(({ mark }) => gone.has(mark)).map(({ mark, where }) => `${mark} is erased, and in ${where}`),
    ...tables.counted
      .map(({ email, businessId }) => `${email} of ${businessId}`)
      .filter((address) => renters.has(address) && isGone(address))
      .map((address) => `the mails to ${address} are still counted, and they are erased`),
  ]
}

const prefixOf = (key: string) => key.slice(0, key.lastIndexOf('/') + 1)

function faultsOfObjects(evidence: Evidence): string[] {
  const { log, tables } = evidence
  const erased = erasedIn(evidence)
  const customerOf = customersIn(log)
  const paths = [
    ...[...rentersOfLicences(evidence)].flatMap(([path, customerId]) => (erased.has(customerId) ? [path] : [])),
    ...documentsIn(log).flatMap(({ path, bookingId }) => (erased.has(customerOf(bookingId) ?? '') ? [path] : [])),
  ]
  const prefixes = new Set(paths.map(storagePrefix))
  return [
    ...tables.objects
      .filter((key) => prefixes.has(prefixOf(key)))
      .map((key) => `${key} is stored, and its owner erased`),
    ...tables.held
      .filter(({ customerId }) => erased.has(customerId))
      .map(({ file, customerId }) => `${file} is ${customerId}’s, who is erased`),
  ]
}
