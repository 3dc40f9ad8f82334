import { CurrentUser, SignedIn, SignedOut } from '@forecourt/contracts/account.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, get, send } from '../../lib/api.ts'

/** Who is signed in; null when nobody is. Only 401 and 403 say so: a failing network is no sign-out. */
export const currentUser = () =>
  queryOptions({
    queryKey: ['auth', 'user'],
    queryFn: async ({ signal }) => {
      try {
        return await get(CurrentUser, '/api/auth/user', signal)
      } catch (error) {
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return null
        throw error
      }
    },
  })

export const signIn = (credentials: { email: string; password: string; businessSlug: string }) =>
  send(SignedIn, 'POST', '/api/auth/login', credentials)

export const signOut = () => send(SignedOut, 'POST', '/api/auth/logout')
