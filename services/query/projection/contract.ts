import { BookingContract, type ContractVersion } from '@forecourt/contracts/contract.ts'
import type { ToldOf } from './facts.ts'
import type { BookingRow } from './rows.ts'

/**
 * What staff see of a booking's contract, kept in the booking's row as the text of the answer's own member: it is read and
 * written whole, and no query looks into it.
 */

type Columns = Pick<BookingRow, 'contractPath' | 'contract'>

/** Of a booking that nobody has approved, and of somebody who was erased. */
const NONE: BookingContract = {
  state: 'none',
  beingMade: false,
  sha256: null,
  signedBy: null,
  signedAt: null,
  versions: [],
}

const UNMADE = JSON.stringify(NONE)
const BEING_MADE = JSON.stringify({ ...NONE, beingMade: true })

export const withoutContract: Columns = { contractPath: null, contract: UNMADE }

/** The contract as a row holds it. */
export function readContract(text: string): BookingContract {
  return BookingContract.parse(JSON.parse(text))
}

/** With the approval a contract is due, unless it came from elsewhere: it has one there. A cancelled booking gets none. */
export function contractAfterDecision(
  { contractPath, contract }: BookingRow,
  fact: ToldOf<
    | 'BookingApproved'
    | 'BookingRejected'
    | 'BookingCancelled'
    | 'BookingWithdrawn'
    | 'BookingCompleted'
    | 'BookingReinstated'
  >,
): Columns {
  if (fact.type !== 'BookingApproved' && fact.type !== 'BookingCancelled') return { contractPath, contract }
  const beingMade = fact.type === 'BookingApproved' && !fact.imported
  // Of nearly every booking: a log has too many of them to read each text for one word of it.
  if (contract === UNMADE || contract === BEING_MADE) return { contractPath, contract: beingMade ? BEING_MADE : UNMADE }
  return { contractPath, contract: JSON.stringify({ ...readContract(contract), beingMade }) }
}

export function issueRequested(booking: BookingRow, { at }: ToldOf<'ContractIssueRequested'>): BookingRow {
  return changed(booking, at, { beingMade: true })
}

/** The rules write down no issue but the one that is due: nothing is to be made any more. */
export function generated(booking: BookingRow, { data, at }: ToldOf<'ContractGenerated'>): BookingRow {
  const { contractPath: path, sha256, termsVersion } = data
  return added(booking, { kind: 'issued', path, sha256, termsVersion, at }, UNSIGNED(sha256))
}

export function signed(booking: BookingRow, { data, at }: ToldOf<'ContractSigned'>): BookingRow {
  const { signedBy, signedAt, sha256 } = data
  return changed(booking, at, { state: 'signed', sha256, signedBy, signedAt })
}

/** The copy of what was signed; a contract that was made anew since holds all the same. */
export function signedCopyFiled(booking: BookingRow, { data, at }: ToldOf<'SignedContractFiled'>): BookingRow {
  const { state, sha256: signedSha256, versions } = readContract(booking.contract)
  const { contractPath: path, sha256 } = data
  const original = versions.findLast((version) => version.kind === 'issued' && version.sha256 === signedSha256)
  const termsVersion = state === 'signed' ? (original?.termsVersion ?? null) : null
  const filed = added(booking, { kind: 'signed', path, sha256, termsVersion, at }, {})
  return state === 'signed' ? filed : { ...filed, contractPath: booking.contractPath }
}

export function uploaded(booking: BookingRow, { data, at }: ToldOf<'ContractUploaded'>): BookingRow {
  const version = { kind: 'uploaded', path: data.contractPath, sha256: null, termsVersion: null, at } as const
  return added(booking, version, { ...UNSIGNED(null), state: 'uploaded' })
}

const UNSIGNED = (sha256: string | null) =>
  ({ state: 'unsigned', beingMade: false, sha256, signedBy: null, signedAt: null }) as const

function changed(booking: BookingRow, at: BookingRow['updatedAt'], change: Partial<BookingContract>): BookingRow {
  const contract = JSON.stringify({ ...readContract(booking.contract), ...change })
  return { ...booking, contract, updatedAt: at }
}

function added(
  booking: BookingRow,
  version: ContractVersion & { readonly at: BookingRow['updatedAt'] },
  change: Partial<BookingContract>,
): BookingRow {
  const { at } = version
  const versions = [...readContract(booking.contract).versions, version]
  return { ...changed(booking, at, { ...change, versions }), contractPath: version.path }
}
