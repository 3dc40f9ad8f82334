import { useQueryClient } from '@tanstack/react-query'
import { delMany } from 'idb-keyval'
import { useEffect } from 'react'
import { onCommand } from '../../../lib/api.ts'
import { useOutbox } from '../../../offline/outbox/outbox-context.tsx'
import { within } from '../../../offline/within.ts'
import type { Screen } from '../tabs.ts'
import { isPictured, keysOfSeen } from './last-seen.ts'

/** The screen has the device for itself for so many milliseconds. */
const SCREEN_FIRST = 3_000

/**
 * Has pictures kept of the screen, for the next start of the app. A change that is made on any screen, and be it the moment
 * the desk is there, forgets them all: none of them has it. @param copy the key of the member's copy
 */
export function Pictures({ copy, screen }: { readonly copy: string; readonly screen: Screen }) {
  const queries = useQueryClient()
  const outbox = useOutbox()
  useEffect(() => {
    const forget = () => void within(() => delMany(keysOfSeen(copy))).catch(() => undefined)
    // What waits in the outbox, and what is sent without it.
    const stopOutbox = outbox.subscribe(forget)
    const stopCommands = onCommand(forget)
    return () => {
      stopOutbox()
      stopCommands()
    }
  }, [copy, outbox])
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
