import { BookingReceipt, type BookingRequest } from '@forecourt/contracts/booking.ts'
import { LicenceUpload, StoredFile, UploadTarget } from '@forecourt/contracts/upload.ts'
import * as z from 'zod/mini'
import { send } from '../../lib/api.ts'
import { putFile, tellOf } from '../../lib/put-file.ts'

/** A request; `key` makes it safe to ask again. */
export interface Asked {
  readonly request: BookingRequest
  readonly key: string
  /** The member at whose desk it is made; a visitor asks without. */
  readonly memberId?: string | undefined
}

/**
 * Asks for a booking. Anybody may, so a desk says whose it is: once that session is over, it is not taken for a visitor.
 * @throws {ApiError | NoAnswer} 401 when the member's session is over
 */
export const requestBooking = ({ request, key, memberId }: Asked) =>
  send(BookingReceipt, 'POST', '/api/bookings', request, key, memberId)

/**
 * Uploads a driving licence: a target is asked for, the file is PUT there as a single request, and the server is told
 * (specification section 7). Gives the path under which the licence is known from then on.
 * @param onProgress is told how much of the file is sent, 0 to 1
 */
export async function uploadLicence(
  file: { readonly content: Blob; readonly contentType: string },
  {
    onProgress = () => undefined,
    signal = new AbortController().signal,
  }: { readonly onProgress?: (share: number) => void; readonly signal?: AbortSignal } = {},
): Promise<string> {
  const { content, contentType } = file
  const { uploadURL } = await send(UploadTarget, 'POST', '/api/objects/upload', {
    purpose: 'license',
    contentType,
    size: content.size,
  })
  await putFile(uploadURL, content, { contentType, onProgress, signal })
  const taken = z.parse(LicenceUpload, { licenseImageURL: uploadURL })
  const { objectPath } = await tellOf(send(StoredFile, 'PUT', '/api/license-upload', taken))
  return objectPath
}
