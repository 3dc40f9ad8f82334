import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOutbox } from '../../../offline/outbox/outbox-context.tsx'
import type { Screen } from '../tabs.ts'
import { isPictured } from './last-seen.ts'

/** The screen has the device for itself for so many milliseconds. */
const SCREEN_FIRST = 3_000

/** Has pictures kept of the screen, for the next start of the app. @param copy the key of the member's copy */
export function Pictures({ copy, screen }: { readonly copy: string; readonly screen: Screen }) {
  const queries = useQueryClient()
  const outbox = useOutbox()
  useEffect(() => {
    let isOver = !isPictured(screen)
    let stop: (() => void) | undefined
    const begin = async () => {
      const { keepLastSeen } = await import('./keep-last-seen.ts')
      if (!isOver) stop = keepLastSeen({ copy, screen, queries, outbox })
    }
    const timer = setTimeout(() => {
      if (!isOver) void begin().catch(() => undefined)
    }, SCREEN_FIRST)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop?.()
    }
  }, [copy, screen, queries, outbox])
  return null
}
