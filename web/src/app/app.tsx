import { QueryClientProvider } from '@tanstack/react-query'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Toasts } from '../ui/toasts.tsx'
import { queryClient } from './query-client.ts'
import { Routes } from './routes.tsx'

/** The app: what every screen needs around it. `en-GB` gives weeks that begin on Monday. */
export function App() {
  return (
    <I18nProvider locale="en-GB">
      <QueryClientProvider client={queryClient}>
        <Routes />
        <Toasts />
      </QueryClientProvider>
    </I18nProvider>
  )
}
