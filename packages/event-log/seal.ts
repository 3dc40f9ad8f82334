import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { randomBytes } from './random.ts'

/** Where a sealed text belongs: it opens nowhere else. */
export interface Binding {
  readonly stream: string
  readonly type: string
  readonly field: string
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** The text was altered, moved to another place, or sealed with another key. */
export class SealBroken extends Error {
  constructor({ stream, type }: Binding, cause: unknown) {
    super(`the sealed part of ${type} in ${stream} does not open`, { cause })
    this.name = 'SealBroken'
  }
}

/**
 * Seals a text with AES-256-GCM.
 * @param key 32 bytes, as a secret key object (four times as fast as raw bytes)
 * @returns base64 of iv, ciphertext and tag
 */
export function seal(key: KeyObject, binding: Binding, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(additionalData(binding))
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/**
 * Opens what {@link seal} has sealed.
 * @throws {SealBroken}
 */
export function unseal(key: KeyObject, binding: Binding, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(additionalData(binding))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new SealBroken(binding, cause)
  }
}

/** None of the parts can hold a line feed, so no two bindings look alike. */
const additionalData = ({ stream, type, field }: Binding): Buffer => Buffer.from(`${stream}\n${type}\n${field}`)
