import type { StoredFact } from '@forecourt/event-log/codec.ts'

const ENDS_IT: ReadonlySet<string> = new Set([
  'ContractIssueRequested',
  'ContractGenerated',
  'ContractSigned',
  'ContractUploaded',
])

/**
 * Whether a contract that a mail asks to sign is not to be signed any more: it is signed, here or on paper, or another one
 * is made.
 * @param ofBooking facts of the booking that has the contract
 */
export const isContractOver = (fact: StoredFact, ofBooking: readonly StoredFact[]): boolean =>
  fact.type === 'ContractGenerated' &&
  ofBooking.some(({ type, revision }) => revision > fact.revision && ENDS_IT.has(type))
