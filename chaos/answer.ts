import { z } from 'zod'

/** A place in the log, as the log prints it. */
export const Position = z.string().regex(/^\d{1,19}$/)

/** What came back of a request. */
export const Answer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('answer'),
    status: z.int(),
    /** Code of the problem; empty for a success. */
    code: z.string(),
    /** `X-Log-Position`; null: nothing was written. */
    position: Position.nullable(),
    /** `X-Stale`. */
    stale: z.boolean(),
    /** Of the part of the rows that a read shows, from its `ETag` ({@link versionIn}); null when it has none. */
    version: z.string().nullable(),
    /** Whose rows a read shows, from its `ETag` ({@link businessIn}): what has no word of its own in it, such as figures, has that. */
    rowsOf: z.string().nullable(),
    /** `id` of what a command was about. */
    id: z.string().nullable(),
    /** Status by id of the bookings that a read shows; one that its renter is told was cancelled is rejected. */
    bookings: z.record(z.string(), z.string()),
    /** The vehicles that a portal shows, by id: their status, and when each cannot be had (as below) from one day until another. */
    vehicles: z
      .record(
        z.string(),
        z.strictObject({ status: z.string(), from: z.string(), until: z.string(), soon: z.array(z.string()) }),
      )
      .default({}),
    /** When a vehicle cannot be had, as `2026-12-24/2026-12-27`: from the first day to the first that is free; null for other reads. */
    periods: z.array(z.string()).nullable().default(null),
    /** Path of the stored file that it names; null when it names none. */
    file: z.string().nullable().default(null),
    /** Size and colour of the picture that it is (`picture.ts`), a licence or a contract on paper; null when it is none. */
    picture: z.string().nullable().default(null),
    /** SHA-256 of the contract that it is, in hexadecimal digits; null when it is none. */
    document: z.string().nullable().default(null),
    /** Of the booking that its renter is shown, of `myBooking`; null of everything else. */
    reference: z.string().nullable().default(null),
    /**
     * What a renter was told has become of the booking that they do not want any more, of `cancelMyBooking`, or the status of a
     * colleague, of `changeStaffStatus`; null of everything else.
     */
    outcome: z.string().nullable().default(null),
    /** Who was let in, of `signIn`; null of everything else. */
    user: z.string().nullable(),
    /** {@link digestOf} the whole body, of a screen that is looked at in the end; null of everything else. */
    body: z.string().nullable().default(null),
    /** Every canary in the whole body, whoever's it is: {@link canariesIn}. */
    canaries: z.array(z.string()),
    /** Every renter's mark in the whole body: {@link marksIn}. */
    marks: z.array(z.string()).default([]),
  }),
  z.strictObject({
    kind: z.literal('none'),
    /**
     * The connection broke before an answer was there, as it does where nobody is: whoever is asked is behind a way that listens
     * always. Or the client lost its patience.
     */
    why: z.enum(['reset', 'timeout']),
  }),
])
