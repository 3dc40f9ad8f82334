import { BookingId } from '@forecourt/domain/ids.ts'
import { firstIssueOf } from '@forecourt/domain/schedule/contract-state.ts'
import { z } from 'zod'

/** What there is to make: a contract, or the copy of one that carries its signature. */
export const ContractTask = z.enum(['contract', 'signed-contract'])
export type ContractTask = z.infer<typeof ContractTask>

/** A document that is due. */
export interface DueContract {
  /** Of the issue or of the signature: the document is known by it everywhere. */
  readonly id: string
  readonly task: ContractTask
}

const Approved = z.object({ bookingId: BookingId })
const Issue = z.object({ issueId: z.uuid() })
const Signature = z.object({ signatureId: z.uuid() })

/**
 * Which documents a fact calls for: the one rule, for the reactor and for the sweep alike. A booking that was brought in from
 * elsewhere (actor `import`) has its contract there. What has become moot since is found out when the document is to be made.
 */
export function contractsFor(event: {
  readonly type: string
  /** JSON text, or what that says. */
  readonly data: unknown
  readonly metadata: { readonly actorKind?: string | undefined }
}): readonly DueContract[] {
  const said = () => (typeof event.data === 'string' ? JSON.parse(event.data) : event.data)
  switch (event.type) {
    case 'BookingApproved':
      if (event.metadata.actorKind === 'import') return []
      return [{ id: firstIssueOf(Approved.parse(said()).bookingId), task: 'contract' }]
    case 'ContractIssueRequested':
      return [{ id: Issue.parse(said()).issueId, task: 'contract' }]
    case 'ContractSigned':
      return [{ id: Signature.parse(said()).signatureId, task: 'signed-contract' }]
    default:
      return []
  }
}

/** The document that a fact says is made, if it says so of one. */
export function contractMade(event: { readonly type: string; readonly data: string }): string | undefined {
  if (event.type === 'ContractGenerated') return Issue.safeParse(JSON.parse(event.data)).data?.issueId
  if (event.type === 'SignedContractFiled') return Signature.parse(JSON.parse(event.data)).signatureId
  return undefined
}
