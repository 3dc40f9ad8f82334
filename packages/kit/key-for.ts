import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { LookupKey } from './object-path.ts'

/**
 * A key for one purpose and one business alone, made of the look-up key: what is proven with it proves nothing elsewhere.
 * @param purpose what is proven, such as `calendar-link`
 */
export function keyFor(lookupKey: LookupKey, purpose: string, businessId: string): KeyObject {
  // As a key object: of bytes, Node first finds out by an exception that they are none.
  return createSecretKey(createHmac('sha256', lookupKey).update(`${purpose}\n${businessId}`).digest())
}
