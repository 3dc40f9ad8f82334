import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto'
import { randomBytes } from '../random.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Reads a 32-byte key from the environment.
 * @param base64 e.g. the value of `MASTER_KEY`
 * @throws {Error} it is not 32 bytes long
 */
export function keyFromBase64(base64: string): KeyObject {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length !== KEY_BYTES) throw new Error(`a key of ${KEY_BYTES} bytes in base64 is needed`)
  return createSecretKey(bytes)
}

/** A new key for one person's data. */
export function newDataKey(): KeyObject {
  return createSecretKey(randomBytes(KEY_BYTES))
}

/**
 * Wraps a person's key for storage (AES-256-GCM). It unwraps for that person only.
 * @returns iv, ciphertext and tag
 */
export function wrap(masterKey: KeyObject, subjectId: string, dataKey: KeyObject): Uint8Array {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, masterKey, iv).setAAD(Buffer.from(subjectId))
  return Buffer.concat([iv, cipher.update(dataKey.export()), cipher.final(), cipher.getAuthTag()])
}

/**
 * Undoes {@link wrap}.
 * @throws {Error} the master key is another one, or the row was altered
 */
export function unwrap(masterKey: KeyObject, subjectId: string, wrapped: Uint8Array): KeyObject {
  try {
    const decipher = createDecipheriv(CIPHER, masterKey, wrapped.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(subjectId))
      .setAuthTag(wrapped.subarray(-TAG_BYTES))
    return createSecretKey(Buffer.concat([decipher.update(wrapped.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]))
  } catch (cause) {
    throw new Error(`the key of ${subjectId} does not unwrap: another master key, or an altered row`, { cause })
  }
}

/**
 * Undoes {@link wrap} with whichever of the keys it was done with.
 * @throws {Error} none of them has wrapped it
 */
export function unwrapWithAny(masterKeys: readonly KeyObject[], subjectId: string, wrapped: Uint8Array): KeyObject {
  const failures: unknown[] = []
  for (const masterKey of masterKeys) {
    try {
      return unwrap(masterKey, subjectId, wrapped)
    } catch (error) {
      failures.push(error)
    }
  }
  throw failures[0]
}
