import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyFor } from './key-for.ts'
import type { LookupKey } from './object-path.ts'

/**
 * A document that this platform made for a business says so in a remark behind its end: an HMAC over the business and every
 * byte before it, so that nothing can be put into such a document, and nobody else can make one. Readers of PDFs pass over
 * remarks.
 */

const SIGN = '%forecourt-'
const PROOF_LETTERS = 43
const MARK_BYTES = SIGN.length + PROOF_LETTERS + 1

/** The document with its mark. The same document of the same business gives the same bytes. */
export function markedAsOwn(lookupKey: LookupKey, businessId: string, document: Buffer): Buffer {
  return Buffer.concat([document, markOf(lookupKey, businessId, document)])
}

/** Whether these bytes are, to the last one, a document that `markedAsOwn` gave for this business. */
export function isOwnDocument(lookupKey: LookupKey, businessId: string, bytes: Buffer): boolean {
  if (bytes.length <= MARK_BYTES) return false
  const mark = bytes.subarray(-MARK_BYTES)
  return timingSafeEqual(mark, markOf(lookupKey, businessId, bytes.subarray(0, -MARK_BYTES)))
}

function markOf(lookupKey: LookupKey, businessId: string, document: Buffer): Buffer {
  const proof = createHmac('sha256', keyFor(lookupKey, 'own-document', businessId))
    .update(document)
    .digest('base64url')
  return Buffer.from(`${SIGN}${proof}\n`, 'latin1')
}
