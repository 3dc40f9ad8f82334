import { findCredentials } from '@forecourt/command/account/credentials.ts'
import { loginHmacOf } from '@forecourt/command/account/sign-in.ts'
import { reactivateStaff as letInAgain } from '@forecourt/command/account/staff.ts'
import type { StaffStatusChanged } from '@forecourt/contracts/staff.ts'
import { businessStream, userStream } from '@forecourt/domain/streams.ts'
import { type Command, RefusedError, requiredEmail } from '../cli/command.ts'

/** `forecourt reactivate-staff`: somebody who was shut out can sign in again. */
export const reactivateStaff: Command = {
  name: 'reactivate-staff',
  summary: 'let somebody in again who was shut out, with the password that they had',
  example: 'forecourt reactivate-staff --email jo@harbour-hire.example',
  explained: [['--email ADDRESS', 'what they sign in with']],
  needs: ['email'],
  options: { email: { type: 'string' } },
  async run(given, { core, pool, call }) {
    const email = requiredEmail(given, 'email')
    const credentials = await findCredentials(pool, loginHmacOf(core, email))
    if (credentials === undefined) throw new RefusedError('not-found', 'nobody signs in with this address')
    const { userId, businessId } = credentials
    const wasIn = (await core.users.load(userStream(userId))).state?.active === true
    const done = await letInAgain(core, pool, call, { businessId, userId })
    if (!done.ok) throw new RefusedError(done.refusal.code, `the platform refused: ${done.refusal.code}`)
    const business = businessId === null ? undefined : (await core.businesses.load(businessStream(businessId))).state
    const once = business?.active === false ? ` once ${business.slug} is open again: it is closed` : ''
    const says = sentence(email, done.answer.status, wasIn, once)
    return { sentences: [says], facts: { userId, status: done.answer.status } }
  },
}

function sentence(email: string, status: StaffStatusChanged['status'], wasIn: boolean, once: string): string {
  if (status === 'deactivated') return `${email} was shut out once more meanwhile, and stays out.`
  const done = wasIn ? 'was not shut out' : status === 'active' ? `can sign in again${once}` : 'is let in again'
  const first = status === 'active' ? '' : ', and has to choose a password first: "forecourt set-password" gives one'
  return `${email} ${done}${first}.`
}
