import type { PublicBusiness } from '@forecourt/contracts/business.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '../../ui/loading.tsx'
import { publicBusiness } from './api.ts'
import { BusinessTheme } from './business-theme.tsx'

/**
 * What stands before every screen of a business: the spinner, then the page in its colours, or 'Business Not Found' when
 * it is absent or cannot be loaded (specification section 2).
 */
export function BusinessGate({
  slug,
  children,
}: {
  readonly slug: string
  readonly children: (business: PublicBusiness) => ReactNode
}) {
  const { data: business, isPending, refetch, isFetching } = useQuery(publicBusiness(slug))
  if (isPending) return <Loading />
  if (business === undefined) {
    return (
      <main className="page-message">
        <p className="page-message-code">404</p>
        <h1>Business Not Found</h1>
        <p>The business you're looking for doesn't exist.</p>
        <p className="page-message-ways">
          <a href="/">Go to Homepage</a>
          <button type="button" onClick={() => void refetch()} disabled={isFetching}>
            Try again
          </button>
        </p>
      </main>
    )
  }
  return <BusinessTheme colour={business.primaryColor}>{children(business)}</BusinessTheme>
}
