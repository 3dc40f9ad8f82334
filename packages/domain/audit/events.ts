import { z } from 'zod'
import { defineEvent, type EventOf } from '../event.ts'

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
  z.object({ throughPosition: z.string().regex(/^\d{1,19}$/), differences: z.int().min(0) }),
)

export type AuditEvent = EventOf<typeof PersonalDataRevealed | typeof ReadModelCompared>
