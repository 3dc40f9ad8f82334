import { SignedOut } from '../account.ts'
import { ForgottenAccepted, ForgottenPassword, PasswordChange, PasswordChanged, PasswordReset } from '../password.ts'
import { type Call, json, type Section } from './call.ts'
import { BUSINESS, PASSWORD_TOKEN } from './examples.ts'
import { Nothing } from './nothing.ts'

const section: Section = {
  name: 'Passwords',
  about:
    'Whoever has forgotten their password, or never had one, is mailed a link. It is good for an hour and once, and for nothing when another password was chosen meanwhile or the account was closed.',
}
const WROTE = ['X-Log-Position', 'Set-Cookie'] as const

export const passwordCalls: readonly Call[] = [
  {
    id: 'changePassword',
    section,
    method: 'PUT',
    path: '/api/auth/password',
    summary: 'Change your own password',
    about:
      'All other sessions of yours end; this one goes on under another cookie. Whoever does not hear the answer signs in with the new password, or with the old one if that is refused: sent again the call is 401. Wrong tries count as failed sign-ins do.',
    service: 'command',
    access: 'member',
    body: PasswordChange,
    answers: { 200: json('It holds from now on.', PasswordChanged, WROTE) },
    refusals: { 422: ['password-wrong'], 429: ['too-many-requests'] },
    example: { body: { currentPassword: 'harbour-demo-2026', newPassword: 'gulls over the quay' } },
  },
  {
    id: 'forgottenPassword',
    section,
    method: 'POST',
    path: '/api/auth/password/forgotten',
    summary: 'Mail a link to choose another password',
    about:
      'One answer, after the same time, whether there is such an account or not. Twenty an hour for an address; more than five an hour for one account are answered alike and not mailed.',
    service: 'command',
    access: 'anyone',
    body: ForgottenPassword,
    answers: { 200: json('If there is such an account, the mail is on its way.', ForgottenAccepted) },
    refusals: { 429: ['too-many-requests'] },
    example: { body: { email: 'staff@harbour-hire.example', businessSlug: BUSINESS } },
  },
  {
    id: 'resetPassword',
    section,
    method: 'POST',
    path: '/api/auth/password/reset',
    summary: 'Choose a password with a mailed link',
    about:
      'The mail leads to `/{slug}/admin/reset#{token}`: a page that takes the token out of its address and sends it here. All sessions of the account end; nobody is signed in. Sent again with the same password it is answered as the first time and changes nothing; whatever else is wrong with a link is answered alike. Of a used link, wrong tries count as failed sign-ins do.',
    service: 'command',
    access: 'anyone',
    body: PasswordReset,
    answers: { 200: json('It holds from now on: sign in with it.', PasswordChanged, WROTE) },
    refusals: { 422: ['link-over'], 429: ['too-many-requests'] },
    example: { body: { token: PASSWORD_TOKEN, password: 'gulls over the quay' } },
  },
  {
    id: 'signOutEverywhere',
    section,
    method: 'POST',
    path: '/api/auth/logout/everywhere',
    summary: 'Sign out everywhere',
    about: 'All sessions of yours are over, on every device, this one too.',
    service: 'command',
    access: 'member',
    body: Nothing,
    mayBeBare: true,
    answers: { 200: json('You are signed in nowhere any more.', SignedOut, ['Set-Cookie']) },
    example: {},
  },
]
