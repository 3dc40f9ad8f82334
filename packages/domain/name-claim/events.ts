import { z } from 'zod'
import { defineEvent, type EventOf } from '../event.ts'

/** A name that is unique on the platform. The stream is created with `noStream`: that is what makes it unique. */
const claim = z.object({ kind: z.enum(['slug', 'login']), ownerId: z.string() })

export const NameClaimed = defineEvent('NameClaimed', 1, claim)
export const NameReleased = defineEvent('NameReleased', 1, claim)

export type NameClaimEvent = EventOf<typeof NameClaimed | typeof NameReleased>
