import {
  type ContractIssue,
  ContractIssued,
  type ContractSignature,
  ContractSigned,
  PaperContractAttached,
} from '@forecourt/contracts/contract.ts'
import { ContractUpload, StoredFile } from '@forecourt/contracts/upload.ts'
import * as z from 'zod/mini'
import { type Sender, send } from '../../lib/api.ts'
import { tellOf } from '../../lib/put-file.ts'
import { upload } from '../../lib/upload.ts'
import type { SentBy } from '../../offline/outbox/action.ts'

const pathOf = (id: string) => `/api/admin/bookings/${encodeURIComponent(id)}/contract`

/** Has a contract made, or made anew in place of the one that was seen. The same key again counts once. @throws {ApiError | NoAnswer} */
export const issueContract = (id: string, seen: ContractIssue, { key, member }: Sender) =>
  send(ContractIssued, 'POST', pathOf(id), seen, key, member)

/** What the renter signed at the desk. @throws {ApiError | NoAnswer} */
export const signContract = (id: string, signature: ContractSignature, { key, member }: Sender) =>
  send(ContractSigned, 'POST', `${pathOf(id)}/signature`, signature, key, member)

/** Makes an uploaded paper the booking's contract. @throws {ApiError | NoAnswer} */
export const attachContract = (id: string, contractPath: string, { key, member }: Sender) =>
  send(PaperContractAttached, 'PUT', pathOf(id), { contractPath }, key, member)

/**
 * Uploads a contract that was signed on paper, as a licence is uploaded. Gives its path.
 * @throws {ApiError | NoAnswer | DOMException} the last when the outbox was closed meanwhile
 */
export async function uploadContract(
  content: Blob,
  { member, signal }: Pick<SentBy, 'member' | 'signal'>,
): Promise<string> {
  const contractURL = await upload('contract', content, { onProgress: () => undefined, signal })
  const taken = z.parse(ContractUpload, { contractURL })
  const stored = send(StoredFile, 'PUT', '/api/contract-upload', taken, undefined, member)
  return (await tellOf(stored)).objectPath
}
