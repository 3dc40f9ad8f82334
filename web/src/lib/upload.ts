import { type UploadPurpose, UploadTarget } from '@forecourt/contracts/upload.ts'
import { send } from './api.ts'
import { putFile } from './put-file.ts'

export interface Sending {
  /** Is told how much of the file is sent, 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * Uploads a file for a purpose (specification section 7, upload flow) and gives the address that it was PUT to: with it the
 * server is told that the file is there.
 * @throws {ApiError | NoAnswer | DOMException} the last when `signal` was aborted
 */
export async function upload(purpose: UploadPurpose, content: Blob, sending: Sending): Promise<string> {
  const contentType = content.type
  const asked = { purpose, contentType, size: content.size }
  const { uploadURL } = await send(UploadTarget, 'POST', '/api/objects/upload', asked)
  await putFile(uploadURL, content, { contentType, ...sending })
  return uploadURL
}
