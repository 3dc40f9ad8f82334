import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { UploadPurpose } from '@forecourt/contracts/upload.ts'
import { type LookupKey, QUARANTINE } from '@forecourt/kit/object-path.ts'

/**
 * The storage key of a file that has come in and was not looked at: `incoming/{purpose}/{end}/{random}.{proof}`. It
 * says itself what it is for and until when, and proves that we said so. Nothing about it is stored, so a flood of
 * requests for upload targets writes nothing (decisions "Files").
 */

/** What an upload was announced for; `any` when the caller did not say: then it may become any of them. */
export type AnnouncedPurpose = UploadPurpose | 'any'

export interface Upload {
  /** Names the upload; never shown to anybody but its sender. */
  readonly id: string
  readonly purpose: AnnouncedPurpose
  readonly expiresAt: Date
}

const KEY =
  /^incoming\/(?<purpose>license|vehicle-image|logo|contract|any)\/(?<end>\d{10})\/(?<id>[A-Za-z0-9_-]{22})\.(?<proof>[A-Za-z0-9_-]{22})$/
const PROOF_BYTES = 16

/** A new key. @param expiresAt rounded down to whole seconds */
export function mintUploadKey(lookupKey: LookupKey, purpose: AnnouncedPurpose, expiresAt: Date): string {
  const end = String(Math.floor(expiresAt.getTime() / 1000)).padStart(10, '0')
  const id = randomBytes(16).toString('base64url')
  return `${QUARANTINE}${purpose}/${end}/${id}.${proofOf(lookupKey, purpose, end, id)}`
}

/** What a key says, if it is one that `mintUploadKey` made; undefined for all else. Whether it is over is not asked. */
export function readUploadKey(lookupKey: LookupKey, key: string): Upload | undefined {
  const { purpose, end, id, proof } = KEY.exec(key)?.groups ?? {}
  if (!isPurpose(purpose) || end === undefined || id === undefined || proof === undefined) return undefined
  if (!timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(lookupKey, purpose, end, id)))) return undefined
  return { id, purpose, expiresAt: new Date(Number(end) * 1000) }
}

function isPurpose(text: string | undefined): text is AnnouncedPurpose {
  return text === 'any' || UploadPurpose.safeParse(text).success
}

function proofOf(lookupKey: LookupKey, purpose: AnnouncedPurpose, end: string, id: string): string {
  const mac = createHmac('sha256', lookupKey).update(`upload-target:${purpose}:${end}:${id}`).digest()
  return mac.subarray(0, PROOF_BYTES).toString('base64url')
}
