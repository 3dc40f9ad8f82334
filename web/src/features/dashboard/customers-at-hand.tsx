import { onlineManager, type QueryClient, useIsRestoring, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** What is shown comes first: so long after it was opened the desk asks for what nobody has opened yet, in milliseconds. */
const LATER = 3_000

/**
 * Has the customers brought onto the device, whoever opens their page or not: of everything that the tabs show they alone would
 * not be there without a network.
 */
export function CustomersAtHand() {
  const queries = useQueryClient()
  const isRestoring = useIsRestoring()
  useEffect(() => {
    if (isRestoring) return undefined
    const timer = setTimeout(() => {
      if (onlineManager.isOnline()) fetchCustomers(queries).catch(() => undefined)
    }, LATER)
    return () => clearTimeout(timer)
  }, [queries, isRestoring])
  return null
}

async function fetchCustomers(queries: QueryClient): Promise<void> {
  const { customers } = await import('../customers/api.ts')
  await queries.prefetchQuery(customers())
}
