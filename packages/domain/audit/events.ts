import { z } from 'zod'
import { defineEvent, type EventOf } from '../event.ts'

/** An operator saw what is sealed of these people. Who, when and why is in the event's metadata and in the command line. */
export const PersonalDataRevealed = defineEvent(
  'PersonalDataRevealed',
  1,
  z.object({ subjectIds: z.array(z.string()), command: z.string() }),
)

export type AuditEvent = EventOf<typeof PersonalDataRevealed>
