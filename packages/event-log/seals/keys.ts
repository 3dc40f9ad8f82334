import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import { type Seal, signedText } from './chain.ts'

/** Ed25519 keys of seals, as configuration gives them: 32 bytes in base64. */

/** What DER puts in front of the 32 bytes of a private and of a public key (RFC 8410). */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

/** Who may seal. */
export interface SealKey {
  readonly privateKey: KeyObject
  readonly keyId: string
}

/** @param base64 the 32 bytes of the key's seed (`SEAL_KEY`) */
export function sealKey(base64: string): SealKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PRIVATE_HEAD, Buffer.from(base64, 'base64')]),
    format: 'der',
    type: 'pkcs8',
  })
  return { privateKey, keyId: keyIdOf(publicText(privateKey)) }
}

/** The public key that belongs to a seed, as `SEAL_PUBLIC_KEYS` takes it. @param base64 as for {@link sealKey} */
export const publicKeyOf = (base64: string): string => publicText(sealKey(base64).privateKey)

const publicText = (privateKey: KeyObject) =>
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_HEAD.length).toString('base64')

/** The beginning of the public key's SHA-256: enough to name it. */
const keyIdOf = (publicKey: string) => hash('sha256', Buffer.from(publicKey, 'base64'), 'hex').slice(0, 16)

/** Public keys by their ids. @param keys each 32 bytes in base64; one that was replaced stays among them */
export function publicKeys(keys: readonly string[]): ReadonlyMap<string, KeyObject> {
  return new Map(
    keys.map((key) => {
      const der = Buffer.concat([PUBLIC_HEAD, Buffer.from(key, 'base64')])
      return [keyIdOf(key), createPublicKey({ key: der, format: 'der', type: 'spki' })]
    }),
  )
}

/** The seal with its signature. */
export const signed = (seal: Omit<Seal, 'signature' | 'keyId'>, { privateKey, keyId }: SealKey): Seal => ({
  ...seal,
  keyId,
  signature: sign(null, Buffer.from(signedText({ ...seal, keyId })), privateKey).toString('base64'),
})

/** Whether one of the keys has signed this very seal. */
export function isSignedBy(seal: Seal, keys: ReadonlyMap<string, KeyObject>): boolean {
  const key = keys.get(seal.keyId)
  return key !== undefined && verify(null, Buffer.from(signedText(seal)), key, Buffer.from(seal.signature, 'base64'))
}
