import { PASSWORD_LINK_MINUTES } from '@forecourt/contracts/password.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import type { PasswordLink } from '@forecourt/domain/user/decider.ts'
import { type Call, instantOfCall } from '../log/call.ts'

/** A link that is asked for now. @param passwordVersion of the account; 0 for one that is new */
export function passwordLink(call: Call, passwordVersion: number): PasswordLink {
  const asked = Date.parse(instantOfCall(call))
  return { passwordVersion, goodUntil: instantOf(asked + PASSWORD_LINK_MINUTES * 60_000) }
}
