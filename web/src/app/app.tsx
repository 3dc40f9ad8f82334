import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { late } from '../ui/late.tsx'
import { toastQueue } from '../ui/toast-queue.ts'
import { queryClient } from './query-client.ts'

const Toasts = late(async () => (await import('../ui/toasts.tsx')).Toasts)

/**
 * Where toasts appear is fetched when the screen has had so many milliseconds for itself, or with the first of them; should it
 * not arrive, with the next.
 */
const SCREEN_FIRST = 3_000

/** What every screen of a business needs around it. The landing page needs none of it and does not load it. */
export function App({ children }: { readonly children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <ErrorBoundary instead={null}>
        <ToastsInTime />
      </ErrorBoundary>
    </QueryClientProvider>
  )
}

function ToastsInTime() {
  const [areThere, setThere] = useState(false)
  useEffect(() => {
    const begin = () => void Toasts.begin().then((arrived) => startTransition(() => setThere(arrived)))
    if (toastQueue.visibleToasts.length > 0) begin()
    const timer = setTimeout(begin, SCREEN_FIRST)
    const stopListening = toastQueue.subscribe(begin)
    return () => {
      clearTimeout(timer)
      stopListening()
    }
  }, [])
  return areThere && <Toasts />
}
