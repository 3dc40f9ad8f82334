import type { BookingId } from '../ids.ts'
import { uuidV5 } from '../uuid-v5.ts'
import type { ScheduleFact } from './events.ts'

/** What the rules need to know of a booking's contract. */
export interface Contract {
  /** The issue that is to be made. One that is asked for later takes the place of one that is not made yet. */
  readonly due: string | null
  /** What holds now; older versions are kept, and hold no longer. Null until the first one is made. */
  readonly standing: StandingContract | null
  /** Signatures whose signed copy is to be made. */
  readonly unfiled: readonly string[]
}

type StandingContract =
  /** To be signed. Without a hash nobody can say which document they saw. */
  | { readonly kind: 'issued'; readonly sha256: string | null }
  | { readonly kind: 'signed'; readonly sha256: string }
  | { readonly kind: 'uploaded'; readonly path: string }

type ContractFact = Extract<
  ScheduleFact,
  {
    readonly type:
      | 'ContractIssueRequested'
      | 'ContractGenerated'
      | 'ContractSigned'
      | 'SignedContractFiled'
      | 'ContractUploaded'
  }
>

/** A booking nobody has approved yet has none. */
export const NO_CONTRACT: Contract = { due: null, standing: null, unfiled: [] }

/** Every first issue is named in this name space: never change it, or contracts are made once more. */
const FIRST_ISSUES = 'a4b9f7d2-5f0c-4c55-9a35-2f2a51f6c9b7'

/** The issue that an approval calls for. A booking is approved once; reinstated, it keeps its contract. */
export const firstIssueOf = (bookingId: BookingId): string => uuidV5(FIRST_ISSUES, bookingId)

/** The booking was approved: its contract is due. */
export function contractAfterApproval(contract: Contract, bookingId: BookingId): Contract {
  return { ...contract, due: firstIssueOf(bookingId) }
}

/** Folds what has happened to a contract. */
export function contractAfter(contract: Contract, fact: ContractFact): Contract {
  switch (fact.type) {
    case 'ContractIssueRequested':
      return { ...contract, due: fact.data.issueId }
    case 'ContractGenerated':
      return {
        ...contract,
        due: contract.due === fact.data.issueId ? null : contract.due,
        standing: { kind: 'issued', sha256: fact.data.sha256 },
      }
    case 'ContractSigned':
      return {
        ...contract,
        standing: { kind: 'signed', sha256: fact.data.sha256 },
        unfiled: [...contract.unfiled, fact.data.signatureId],
      }
    case 'SignedContractFiled':
      return { ...contract, unfiled: contract.unfiled.filter((id) => id !== fact.data.signatureId) }
    case 'ContractUploaded':
      // Whoever signs on paper needs no other one: what was to be made is not.
      return { ...contract, due: null, standing: { kind: 'uploaded', path: fact.data.contractPath } }
    default:
      return fact satisfies never
  }
}
