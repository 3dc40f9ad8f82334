import { z } from 'zod'

/** SHA-256 of a file's bytes, in lower-case hex. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** On their own page, or on the business's device with staff beside them. */
export const SignedBy = z.enum(['renter', 'desk'])
export type SignedBy = z.infer<typeof SignedBy>

/**
 * A signature drawn with a finger or a pen: lines from point to point, each point on a field of `SIGNATURE_WIDTH` by
 * `SIGNATURE_HEIGHT`. Points instead of a picture: nothing in them can be anything but lines.
 */
export const Strokes = z.array(z.array(z.tuple([z.int(), z.int()])))
export type Strokes = z.infer<typeof Strokes>

export const SIGNATURE_WIDTH = 1_000
export const SIGNATURE_HEIGHT = 400

/** What shows that a person signed: all of it is theirs. */
export const SignatureEvidence = z.object({
  /** As the person who signed wrote it. */
  name: z.string(),
  /** Null for somebody who typed their name and drew nothing. */
  strokes: Strokes.nullable(),
  /** The sentence that they agreed to. */
  consent: z.string(),
  /** Network address of the device; null when it is not known. */
  address: z.string().nullable(),
  /** How the device's browser names itself. */
  device: z.string().nullable(),
})
export type SignatureEvidence = z.infer<typeof SignatureEvidence>
