import {
  ContractIssued,
  type ContractSignature,
  ContractSigned,
  PaperContractAttached,
} from '@forecourt/contracts/contract.ts'
import { ContractUpload, StoredFile, UploadTarget } from '@forecourt/contracts/upload.ts'
import * as z from 'zod/mini'
import { send } from '../../lib/api.ts'
import { putFile } from '../../lib/put-file.ts'

const pathOf = (id: string) => `/api/admin/bookings/${encodeURIComponent(id)}/contract`

/** Has a contract made, or made anew. The same key again counts once. @throws {ApiError | NoAnswer} */
export const issueContract = (id: string, key: string) => send(ContractIssued, 'POST', pathOf(id), undefined, key)

/** What the renter signed at the desk. @throws {ApiError | NoAnswer} */
export const signContract = (id: string, signature: ContractSignature, key: string) =>
  send(ContractSigned, 'POST', `${pathOf(id)}/signature`, signature, key)

/** Makes an uploaded paper the booking's contract. @throws {ApiError | NoAnswer} */
export const attachContract = (id: string, contractPath: string, key: string) =>
  send(PaperContractAttached, 'PUT', pathOf(id), { contractPath }, key)

/** Uploads a contract that was signed on paper, as a licence is uploaded. Gives its path. @throws {ApiError | NoAnswer} */
export async function uploadContract(content: Blob): Promise<string> {
  const { uploadURL } = await send(UploadTarget, 'POST', '/api/objects/upload', {
    purpose: 'contract',
    contentType: content.type,
    size: content.size,
  })
  await putFile(uploadURL, content, {
    contentType: content.type,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })
  const { objectPath } = await send(
    StoredFile,
    'PUT',
    '/api/contract-upload',
    z.parse(ContractUpload, { contractURL: uploadURL }),
  )
  return objectPath
}
