import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { keyFor } from './key-for.ts'

/** A kind of token that says something of a business, in so many bytes, and proves by an HMAC that it was made here. */
export interface TokenKind {
  /** What its key is for: no token of another kind, or of another business, is one of this. */
  readonly purpose: string
  readonly headBytes: number
  /** Where in the head the business's id is. */
  readonly businessAt: number
  /** Together with the head a multiple of three, so that a token has one spelling. */
  readonly proofBytes: number
}

/** What an id takes up in a head. */
export const UUID_BYTES = 16
const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/
const BASE64URL = /^[A-Za-z0-9_-]+$/

/** The token: characters that need no escaping in an address. The same head gives the same token. */
export const mintToken = (lookupKey: KeyObject, kind: TokenKind, head: Buffer): string =>
  Buffer.concat([head, proofOf(lookupKey, kind, head)]).toString('base64url')

/** The head of a token, if it is one that `mintToken` made. */
export function readToken(lookupKey: KeyObject, kind: TokenKind, token: string): Buffer | undefined {
  const { headBytes, proofBytes } = kind
  if (token.length * 3 !== (headBytes + proofBytes) * 4 || !BASE64URL.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const head = bytes.subarray(0, headBytes)
  return timingSafeEqual(bytes.subarray(headBytes), proofOf(lookupKey, kind, head)) ? head : undefined
}

/** The id whose 16 bytes begin there. */
export const uuidAt = (bytes: Buffer, from: number): string =>
  bytes.toString('hex', from, from + UUID_BYTES).replace(UUID, '$1-$2-$3-$4-$5')

function proofOf(lookupKey: KeyObject, { purpose, businessAt, proofBytes }: TokenKind, head: Buffer): Buffer {
  return createHmac('sha256', keyFor(lookupKey, purpose, uuidAt(head, businessAt)))
    .update(head)
    .digest()
    .subarray(0, proofBytes)
}
