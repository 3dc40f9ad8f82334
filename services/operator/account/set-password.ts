import { setPassword as setUserPassword } from '@forecourt/command/account/set-password.ts'
import { type Command, RefusedError, requiredEmail } from '../cli/command.ts'
import { passwordFrom } from './password.ts'

const SENTENCES: Readonly<Record<string, string>> = {
  'not-found': 'nobody signs in with this address',
  'user-inactive': 'the account was deactivated',
}

/** `forecourt set-password`: gives an account another password and ends its sessions. */
export const setPassword: Command = {
  name: 'set-password',
  summary: 'give an account another password and end its sessions',
  example: 'echo "correct horse battery" | forecourt set-password --email jo@harbour-hire.example --password-stdin',
  explained: [
    ['--email ADDRESS', 'what they sign in with'],
    ['--password-stdin', 'read the password from standard input; without it one is made and printed once'],
  ],
  needs: ['email'],
  options: { email: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
  async run(given, { core, pool, call }) {
    const email = requiredEmail(given, 'email')
    const { password, made } = await passwordFrom(given)
    const changed = await setUserPassword(core, pool, call, { email, password })
    if (!changed.ok) {
      const { code } = changed.refusal
      throw new RefusedError(code, SENTENCES[code] ?? `the platform refused: ${code}`)
    }
    return {
      sentences: [
        `${email} has another password; all sessions have ended.`,
        ...(made ? [`  Password  ${password}`] : []),
      ],
      facts: { userId: changed.answer.userId, ...(made ? { password } : {}) },
    }
  },
}
