import { CurrentUser, SignedIn, SignedOut } from '@forecourt/contracts/account.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, get, send } from '../../lib/api.ts'
import {
  lastMember,
  memberExpired,
  owesSignOut,
  rememberedMember,
  rememberMember,
  signOutPaid,
} from '../../offline/remembered-member.ts'
import { SESSION_KEY } from './session-key.ts'

/**
 * Who is signed in; null when nobody is. Only 401 and 403 say so: while the server cannot be reached, whoever was signed
 * in on this device stays so.
 */
export const currentUser = () =>
  queryOptions({
    queryKey: SESSION_KEY,
    queryFn: async ({ client, signal }): Promise<CurrentUser | null> => {
      if (await owesSignOut()) {
        await signOut()
        return null
      }
      try {
        const member = await get(CurrentUser, '/api/auth/user', signal)
        const isBack = (await lastMember())?.id === member.id
        await rememberMember(member)
        // What another member has seen on this device is not shown to this one. Who is back finds what they have typed.
        if (client.getQueryData<CurrentUser | null>(SESSION_KEY)?.id !== member.id) {
          client.removeQueries({ queryKey: ['admin'], predicate: ({ meta }) => !isBack || meta?.keptIn !== 'member' })
        }
        return member
      } catch (error) {
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
          await memberExpired()
          return null
        }
        const member = signal.aborted ? undefined : await rememberedMember()
        if (member === undefined) throw error
        return member
      }
    },
  })

export const signIn = async (credentials: { email: string; password: string; businessSlug: string }) => {
  const signedIn = await send(SignedIn, 'POST', '/api/auth/login', credentials)
  await signOutPaid()
  return signedIn
}

/** @throws {ApiError | NoAnswer} when the session may still be there */
export async function signOut(): Promise<void> {
  try {
    await send(SignedOut, 'POST', '/api/auth/logout')
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
  await signOutPaid()
}
