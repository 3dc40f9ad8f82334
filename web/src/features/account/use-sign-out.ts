import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { ApiError, inWords } from '../../lib/api.ts'
import { failureToast } from '../../ui/toast-queue.ts'
import { signOut } from './api.ts'

/**
 * Signing out: posts it, clears what was fetched and goes to the portal (specification section 2). While `leaving`, the
 * dashboard must not be shown: it would ask for what was just cleared.
 */
export function useSignOut(slug: string) {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [leaving, setLeaving] = useState(false)

  async function leave(): Promise<void> {
    try {
      await signOut()
    } catch (error) {
      const wasOver = error instanceof ApiError && error.status === 401
      if (!wasOver) return failureToast('Logout failed', inWords(error, 'Please try again.'))
    }
    flushSync(() => setLeaving(true))
    await queries.cancelQueries()
    queries.clear()
    navigate(`/${slug}/portal`)
  }
  return { leaving, leave }
}
