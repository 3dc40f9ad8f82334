import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { onlineManager, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { inWords } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { failureToast } from '../../ui/toast-queue.ts'
import { currentUser } from './api.ts'
import { wanting } from './wanted.ts'

/** Milliseconds between the toast and the sign-in page (specification section 2). */
const BEFORE_REDIRECT = 500

/**
 * What stands before a business's dashboard: the spinner, then the dashboard for a member of this business, the way to
 * sign in for nobody, and Access Denied for a member of another one (specification sections 2 and 6).
 */
export function SessionGate({
  slug,
  children,
}: {
  readonly slug: string
  readonly children: (user: CurrentUser) => ReactNode
}) {
  const { data: user, error, isPending, refetch } = useQuery(currentUser())
  if (isPending) return <Loading />
  if (user === null) return <SignedOut slug={slug} />
  if (user === undefined) {
    // No answer is no sign-out: whoever is signed in stays so.
    return <NoAnswer error={error} refetch={refetch} />
  }
  if (user.business.slug !== slug) return <AccessDenied own={user.business} />
  return children(user)
}

/** Asked without a network, the question has failed and is not repeated: once there is one it is asked by itself. */
function NoAnswer({ error, refetch }: Pick<UseQueryResult, 'error' | 'refetch'>) {
  useEffect(
    () => onlineManager.subscribe((isBack) => (isBack ? void refetch({ cancelRefetch: false }) : undefined)),
    [refetch],
  )
  return (
    <main className="page-message">
      <h1>The dashboard could not be opened</h1>
      <p>{inWords(error, 'Something went wrong. Please try again.')}</p>
      <p>
        <Button onPress={() => void refetch()}>Try again</Button>
      </p>
    </main>
  )
}

function SignedOut({ slug }: { readonly slug: string }) {
  const [, navigate] = useLocation()
  useEffect(() => {
    failureToast('Unauthorized', 'You are logged out. Logging in again...')
    const leave = () => navigate(`/${slug}/admin/login`, { replace: true, state: wanting(window.location.search) })
    const timer = setTimeout(leave, BEFORE_REDIRECT)
    return () => clearTimeout(timer)
  }, [slug, navigate])
  return <Loading />
}

function AccessDenied({ own }: { readonly own: CurrentUser['business'] }) {
  return (
    <main className="page-message">
      <h1>Access Denied</h1>
      <p>You don't have access to this business dashboard.</p>
      <p>
        <a href={`/${own.slug}/admin`}>Go to the dashboard of {own.name}</a>
      </p>
    </main>
  )
}
