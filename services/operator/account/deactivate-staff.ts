import { findCredentials } from '@forecourt/command/account/credentials.ts'
import { deactivateUser } from '@forecourt/command/account/deactivate.ts'
import { loginHmacOf } from '@forecourt/command/account/sign-in.ts'
import { membersOf } from '@forecourt/command/account/staff.ts'
import { userStream } from '@forecourt/domain/streams.ts'
import { type Command, RefusedError, required, requiredEmail } from '../cli/command.ts'

/** `forecourt deactivate-staff`: somebody cannot sign in any more. */
export const deactivateStaff: Command = {
  name: 'deactivate-staff',
  summary: 'shut somebody out: they cannot sign in any more, and their sessions end',
  example: "forecourt deactivate-staff --email jo@harbour-hire.example --reason 'left the company'",
  explained: [
    ['--email ADDRESS', 'what they sign in with'],
    ['--reason TEXT', 'why, for the history; nothing personal: it is kept for ever'],
  ],
  needs: ['email', 'reason'],
  options: { email: { type: 'string' }, reason: { type: 'string' } },
  async run(given, { core, pool, call }) {
    const email = requiredEmail(given, 'email')
    const reason = required(given, 'reason', { line: 500 })
    const credentials = await findCredentials(pool, loginHmacOf(core, email))
    if (credentials === undefined) throw new RefusedError('not-found', 'nobody signs in with this address')
    const { userId, businessId } = credentials
    const wasIn = (await core.users.load(userStream(userId))).state?.active === true
    // Also of whom their business has shut out: it may be about to let them in.
    const done = await deactivateUser(core, pool, call, userId, { reason, evenIfOut: true })
    if (!done.ok) throw new RefusedError(done.refusal.code, `the platform refused: ${done.refusal.code}`)
    const says = wasIn
      ? `${email} cannot sign in any more; all their sessions have ended.`
      : `${email} was shut out already. That is written down once more, with your reason.`
    const isLast = (await membersOf(core, pool, businessId)).length === 0
    const warning =
      'Nobody of this business can sign in now: "forecourt add-staff" or "reactivate-staff" lets somebody in.'
    return { sentences: isLast ? [says, warning] : [says], facts: { userId, wasIn, isLast } }
  },
}
