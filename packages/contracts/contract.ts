import * as z from 'zod/mini'
import { Instant } from './date.ts'
import { line } from './text.ts'

/**
 * How a version of a contract came about: made by the platform (`issued`), the copy that carries the signature (`signed`), or
 * signed on paper (`uploaded`).
 */
export const ContractKind = z.enum(['issued', 'signed', 'uploaded'])
export type ContractKind = z.infer<typeof ContractKind>

export const ContractSignedBy = z.enum(['renter', 'desk'])
export type ContractSignedBy = z.infer<typeof ContractSignedBy>

/** One version of a booking's contract. All that there ever were are kept, until the customer is erased. */
export const ContractVersion = z.strictObject({
  kind: ContractKind,
  path: z.string(),
  /** SHA-256 of the file, in hex. Null for a version on paper. */
  sha256: z.nullable(z.string()),
  /** The version of the business's terms that are in it, 0 for the platform's own words. Null for a version on paper. */
  termsVersion: z.nullable(z.int()),
  at: Instant,
})
export type ContractVersion = z.infer<typeof ContractVersion>

export const ContractState = z.enum(['none', 'unsigned', 'signed', 'uploaded'])
export type ContractState = z.infer<typeof ContractState>

/** A booking's contract as staff see it. */
export const BookingContract = z.strictObject({
  state: ContractState,
  /** One is being made: the first, or one that takes the place of that which there is. */
  beingMade: z.boolean(),
  /** Of the document that can be signed, or was; whoever signs sends it back. */
  sha256: z.nullable(z.string()),
  signedBy: z.nullable(ContractSignedBy),
  signedAt: z.nullable(Instant),
  /** The oldest first. */
  versions: z.array(ContractVersion),
})
export type BookingContract = z.infer<typeof BookingContract>

/** The field that a signature is drawn on. Points are whole numbers on it, from the upper left. */
export const SIGNATURE_WIDTH = 1000
export const SIGNATURE_HEIGHT = 400
export const MOST_STROKES = 200
/** In all strokes together. */
export const MOST_POINTS = 4000

/** What whoever signs agrees to; it stands beside the box that they tick, and in the evidence. */
export const CONSENT = 'I have read this rental agreement and I agree to be bound by it.'

const DRAWN = 'A signature of lines on a field of 1000 by 400 is expected'
const coordinate = (most: number) => z.int(DRAWN).check(z.minimum(0, DRAWN), z.maximum(most, DRAWN))

/** A signature as lines from point to point. */
export const Strokes = z
  .array(
    z
      .array(z.tuple([coordinate(SIGNATURE_WIDTH), coordinate(SIGNATURE_HEIGHT)], DRAWN), DRAWN)
      .check(z.minLength(1, DRAWN), z.maxLength(MOST_POINTS, DRAWN)),
    DRAWN,
  )
  .check(
    z.minLength(1, DRAWN),
    z.maxLength(MOST_STROKES, 'The signature has too many lines'),
    z.refine((strokes) => pointsOf(strokes) <= MOST_POINTS, 'The signature has too many points'),
    z.refine((strokes) => pointsOf(strokes) > 1, 'Please sign in the field'),
  )
export type Strokes = z.infer<typeof Strokes>

const pointsOf = (strokes: readonly (readonly unknown[])[]) => strokes.reduce((sum, { length }) => sum + length, 0)

const Hash = z
  .string('Which document was signed is expected')
  .check(
    z.regex(/^[0-9a-f]{64}$/, 'The SHA-256 of the document that was shown is expected, as 64 lower-case hex digits'),
  )

/** Body of `POST /api/admin/bookings/{id}/contract/signature`: a name is always given; the signature is typed by it, or drawn. */
export const ContractSignature = z.strictObject({
  /** Of the document that the person who signs was shown. */
  sha256: Hash,
  name: line(2, 100, 'Please give the name of the person who signs'),
  strokes: z.optional(z.nullable(Strokes)),
  /** They agreed to `CONSENT`. */
  consent: z.literal(true, 'Please agree to the rental agreement'),
  /** When they signed, by the clock of the device: a device without a network sends it later. */
  signedAt: z.optional(Instant),
})
export type ContractSignature = z.infer<typeof ContractSignature>

/** Answer of `POST /api/admin/bookings/{id}/contract/signature`. */
export const ContractSigned = z.strictObject({
  id: z.string(),
  sha256: z.string(),
  signedBy: ContractSignedBy,
  signedAt: Instant,
})
export type ContractSigned = z.infer<typeof ContractSigned>

/**
 * Body of `POST /api/admin/bookings/{id}/contract`. `from` is what the sender saw of the booking's contract: one that was signed,
 * or made anew, meanwhile is left alone. Marked as pure: no page carries it for nothing.
 */
export const ContractIssue = /* @__PURE__ */ z.strictObject({
  from: z.optional(z.strictObject({ state: ContractState, sha256: z.nullable(Hash) })),
})
export type ContractIssue = z.infer<typeof ContractIssue>

/** Answer of `POST /api/admin/bookings/{id}/contract`: it is being made. */
export const ContractIssued = z.strictObject({ id: z.string(), beingMade: z.literal(true) })
export type ContractIssued = z.infer<typeof ContractIssued>

const UPLOAD_FIRST = 'Please upload the signed contract first'

/** Body of `PUT /api/admin/bookings/{id}/contract`: the path that `PUT /api/contract-upload` answered. */
export const PaperContract = z.strictObject({
  contractPath: z.string(UPLOAD_FIRST).check(z.regex(/^\/objects\/contracts\/[A-Za-z0-9_.-]{1,160}$/, UPLOAD_FIRST)),
})
export type PaperContract = z.infer<typeof PaperContract>

/** Answer of `PUT /api/admin/bookings/{id}/contract`. */
export const PaperContractAttached = z.strictObject({ id: z.string(), contractPath: z.string() })
export type PaperContractAttached = z.infer<typeof PaperContractAttached>
