import { createHmac, type KeyObject, randomUUID } from 'node:crypto'
import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'
import type { Call } from './call.ts'

/** What makes a command the same one when it comes again. */
export interface CommandIdentity {
  readonly commandId: string
  /** Keyed hash of what is asked for; absent when the caller gave no key, as nobody can ask again then. */
  readonly digest: string | undefined
}

/**
 * The identity of a call's command. A key counts within its resource (decisions: bookings): the same key for another
 * resource, or by another tenant's staff, is another command.
 * @param resource what is done to what, such as `booking.request {vehicleId}`
 * @param asked the parsed command, without anything that differs between two sendings
 * @param hashKey `LOOKUP_KEY`: a plain hash would let readers of the log test guesses of personal data
 */
export function commandIdentity(call: Call, resource: string, asked: unknown, hashKey: KeyObject): CommandIdentity {
  const { idempotencyKey } = call
  if (idempotencyKey === undefined) return { commandId: randomUUID(), digest: undefined }
  const digest = createHmac('sha256', hashKey)
    .update(`command ${resource}\n${JSON.stringify(asked)}`)
    .digest('base64url')
  return { commandId: commandIdOf(idempotencyKey, resource), digest: digest.slice(0, 22) }
}

/** The id of the command that was sent with this key. */
export const commandIdOf = (idempotencyKey: string, resource: string): string => uuidV5(idempotencyKey, resource)
