import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { queryClient } from './query-client.ts'

/** Where toasts appear is fetched beside the screen, not before it. */
const Toasts = lazy(async () => ({ default: (await import('../ui/toasts.tsx')).Toasts }))

/** What every screen of a business needs around it. The landing page needs none of it and does not load it. */
export function App({ children }: { readonly children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <ErrorBoundary instead={null}>
        <Suspense>
          <Toasts />
        </Suspense>
      </ErrorBoundary>
    </QueryClientProvider>
  )
}
