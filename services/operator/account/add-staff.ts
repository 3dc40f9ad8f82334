import { addStaff as addStaffMember } from '@forecourt/command/account/add-staff.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import { businessOfSlug } from '../business/find.ts'
import { type Command, optional, RefusedError, required, requiredEmail } from '../cli/command.ts'
import { passwordFrom } from './password.ts'

const SENTENCES: Readonly<Record<string, string>> = {
  'email-taken': 'somebody signs in with this address already',
  'business-not-found': 'there is no such business',
  'user-inactive': 'the account was deactivated',
}

/** `forecourt add-staff`: gives somebody an account with which they sign in to a business. */
export const addStaff: Command = {
  name: 'add-staff',
  summary: 'give somebody an account for a business',
  example: 'forecourt add-staff --business harbour-hire --email jo@harbour-hire.example --first-name Jo',
  explained: [
    ['--business SLUG', 'whose dashboard they open'],
    ['--email ADDRESS', 'what they sign in with'],
    ['--first-name TEXT', 'as colleagues see them'],
    ['--last-name TEXT', 'as colleagues see them'],
    ['--password-stdin', 'read the password from standard input; without it one is made and printed once'],
  ],
  needs: ['business', 'email'],
  options: {
    business: { type: 'string' },
    email: { type: 'string' },
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
    'password-stdin': { type: 'boolean' },
  },
  async run(given, { core, pool, call, publicUrl }) {
    const slug = required(given, 'business', { line: 63 })
    const email = requiredEmail(given, 'email')
    const firstName = optional(given, 'first-name', { line: 100 })
    const lastName = optional(given, 'last-name', { line: 100 })
    const { password, made } = await passwordFrom(given)
    const businessId = await businessOfSlug(core, slug)
    const business = (await core.businesses.load(businessStream(businessId))).state
    if (business?.active === false) {
      throw new RefusedError(
        'business-closed',
        `${slug} is closed, so nobody could sign in: "forecourt reactivate --business ${slug}" opens it again`,
      )
    }
    const added = await addStaffMember(core, pool, call, {
      businessId,
      email,
      password,
      firstName,
      lastName,
    })
    if (!added.ok) {
      const { code } = added.refusal
      throw new RefusedError(code, SENTENCES[code] ?? `the platform refused: ${code}`)
    }
    const signIn = `${publicUrl}/${slug}/admin/login`
    return {
      sentences: [`${email} can sign in at ${signIn}`, ...(made ? [`  Password  ${password}`] : [])],
      facts: { userId: added.answer.userId, businessId, signIn, ...(made ? { password } : {}) },
    }
  },
}
