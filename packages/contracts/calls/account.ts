import { CurrentUser, SignedIn, SignedOut, SignIn } from '../account.ts'
import { type Call, json, rows, type Section } from './call.ts'
import { BUSINESS } from './examples.ts'
import { Nothing } from './nothing.ts'

const section: Section = {
  name: 'Signing in',
  about:
    'Staff sign in to their business. The session is a cookie; it ends after two hours without a call, and twelve hours after the sign-in in any case.',
}

export const accountCalls: readonly Call[] = [
  {
    id: 'signIn',
    section,
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    about:
      'Ten tries an account and a hundred an address in a quarter of an hour; those that succeed do not count, and for an account none does any more once a password was chosen by a mailed link, or a colleague has let its owner in again. An unknown address, a wrong password, another business and a closed account are answered alike.',
    service: 'command',
    access: 'anyone',
    body: SignIn,
    answers: {
      200: json('Signed in: the answer sets the session cookie.', SignedIn, ['X-Log-Position', 'Set-Cookie']),
    },
    refusals: { 401: ['invalid-credentials'], 429: ['too-many-requests'] },
    example: {
      body: { email: 'staff@harbour-hire.example', password: 'harbour-demo-2026', businessSlug: BUSINESS },
    },
  },
  {
    id: 'signOut',
    section,
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Sign out',
    about: 'The session is over. Whoever is not signed in is answered the same.',
    service: 'command',
    access: 'anyone',
    body: Nothing,
    mayBeBare: true,
    answers: { 200: json('Nobody is signed in any more.', SignedOut, ['Set-Cookie']) },
    example: {},
  },
  {
    id: 'currentUser',
    section,
    method: 'GET',
    path: '/api/auth/user',
    summary: 'Who is signed in',
    service: 'query',
    access: 'member',
    answers: rows('The user and their business.', CurrentUser),
    example: {},
  },
]
