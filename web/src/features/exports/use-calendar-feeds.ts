import type { CalendarFeed } from '@forecourt/contracts/calendar-feed.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inWords, NoAnswer } from '../../lib/api.ts'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { calendarFeeds, openCalendarFeed, revokeCalendarFeed } from './calendars-api.ts'

/** Makes, copies and revokes calendars' links, one at a time. */
export function useCalendarFeeds() {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  /** @param inDoubt said in the place of `failed` when no answer came: it may have been done */
  async function change(
    send: () => Promise<unknown>,
    { done, failed, inDoubt }: Readonly<Record<'done' | 'failed' | 'inDoubt', string>>,
  ): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      await send()
      toast(done)
    } catch (error) {
      failureToast(error instanceof NoAnswer ? inDoubt : failed, inWords(error, 'Please try again.'))
    } finally {
      await queries.invalidateQueries({ queryKey: calendarFeeds().queryKey })
      setBusy(false)
    }
  }

  return {
    isBusy,
    make: (carId: string | null) =>
      change(() => openCalendarFeed(carId, crypto.randomUUID()), {
        done: 'The calendar link is ready to copy',
        failed: 'No calendar link was made',
        inDoubt: 'The calendar link may have been made',
      }),
    revoke: ({ id }: CalendarFeed) =>
      change(() => revokeCalendarFeed(id, crypto.randomUUID()), {
        done: 'The calendar link works no more',
        failed: 'The calendar link was not revoked',
        inDoubt: 'The calendar link may still work',
      }),
    copy: async ({ url }: CalendarFeed): Promise<void> => {
      try {
        await navigator.clipboard.writeText(url)
        toast('The calendar link is copied')
      } catch {
        // Not every browser lets a page write there.
        failureToast('The link could not be copied', url)
      }
    },
  }
}
