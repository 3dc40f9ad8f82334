import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { toastQueue } from '../ui/toast-queue.ts'
import { queryClient } from './query-client.ts'

const Toasts = lazy(async () => ({ default: (await import('../ui/toasts.tsx')).Toasts }))

/** Where toasts appear is fetched with the first of them, or when the screen has had so many milliseconds for itself. */
const SCREEN_FIRST = 3_000

/** What every screen of a business needs around it. The landing page needs none of it and does not load it. */
export function App({ children }: { readonly children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <ErrorBoundary instead={null}>
        <Suspense>
          <ToastsInTime />
        </Suspense>
      </ErrorBoundary>
    </QueryClientProvider>
  )
}

function ToastsInTime() {
  const [isTime, setTime] = useState(() => toastQueue.visibleToasts.length > 0)
  useEffect(() => {
    const begin = () => startTransition(() => setTime(true))
    const timer = setTimeout(begin, SCREEN_FIRST)
    const stopListening = toastQueue.subscribe(begin)
    return () => {
      clearTimeout(timer)
      stopListening()
    }
  }, [])
  return isTime && <Toasts />
}
