import { z } from 'zod'
import { defineEvent, type EventOf } from '../event.ts'

const POSITION = z.string().regex(/^\d{1,19}$/)

/** An operator saw what is sealed of these people. Who, when and why is in the event's metadata and in the command line. */
export const PersonalDataRevealed = defineEvent(
  'PersonalDataRevealed',
  1,
  z.object({ subjectIds: z.array(z.string()), command: z.string() }),
)

/** The log was replayed up to a position and every row compared with it (`forecourt diff --nightly`). */
export const ReadModelCompared = defineEvent(
  'ReadModelCompared',
  1,
  z.object({ throughPosition: POSITION, differences: z.int().min(0) }),
)

const HASH = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * The events up to a position are sealed: whoever changes them afterwards is found out (`forecourt verify`). What each
 * member is made of: packages/event-log/seals.
 */
export const LogSealed = defineEvent(
  'LogSealed',
  1,
  z.object({
    /** 1, 2, 3 … */
    number: z.int().min(1),
    throughPosition: POSITION,
    /** How many events this seal covers, and all seals up to it. */
    count: z.int().min(1),
    total: z.int().min(1),
    /** The events' hashes end to end, in base64. */
    leaves: z.base64(),
    previousRoot: HASH,
    root: HASH,
    keyId: z.string().regex(/^[0-9a-f]{16}$/),
    signature: z.base64(),
  }),
)

export type AuditEvent = EventOf<typeof PersonalDataRevealed | typeof ReadModelCompared | typeof LogSealed>
