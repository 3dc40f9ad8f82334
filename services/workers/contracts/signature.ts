import type { Instant } from '@forecourt/domain/instant.ts'
import type { SignatureEvidence, SignedBy } from '@forecourt/domain/schedule/signature.ts'

/** A signature as the signed copy carries it. */
export interface Signature extends SignatureEvidence {
  readonly signatureId: string
  readonly signedBy: SignedBy
  /** By the clock of the device; the same as `receivedAt` when it was ours that counted. */
  readonly signedAt: Instant
  /** By ours. */
  readonly receivedAt: Instant
  /** Of the document that was signed, in hex. */
  readonly sha256: string
  /** The document that was signed, byte for byte. */
  readonly signed: Buffer
  readonly timeZone: string
}
