import { SignedOut } from '@forecourt/contracts/account.ts'
import {
  ForgottenAccepted,
  type ForgottenPassword,
  type PasswordChange,
  PasswordChanged,
  type PasswordReset,
} from '@forecourt/contracts/password.ts'
import { send } from '../../lib/api.ts'
import { inTurn } from '../../lib/in-turn.ts'

/** Changes the password of whoever is signed in, who has to be this member; their other sessions end. */
export const changePassword = (change: PasswordChange, memberId: string) =>
  inTurn(() => send(PasswordChanged, 'PUT', '/api/auth/password', change, undefined, memberId))

/** Ends all sessions of this member, this one too. */
export const signOutEverywhere = (memberId: string) =>
  send(SignedOut, 'POST', '/api/auth/logout/everywhere', {}, undefined, memberId)

/** Has a link mailed; the answer is the same whether there is such an account or not. */
export const forgotPassword = (asked: ForgottenPassword) =>
  send(ForgottenAccepted, 'POST', '/api/auth/password/forgotten', asked)

/** Chooses a password with what stood in a mailed link. Nobody is signed in by it. */
export const resetPassword = (reset: PasswordReset) => send(PasswordChanged, 'POST', '/api/auth/password/reset', reset)
