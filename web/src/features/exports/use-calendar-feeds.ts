import type { CalendarFeed } from '@forecourt/contracts/calendar-feed.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inWords } from '../../lib/api.ts'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { calendarFeeds, openCalendarFeed, revokeCalendarFeed } from './calendars-api.ts'

/** Makes, copies and revokes calendars' links, one at a time. */
export function useCalendarFeeds() {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function change(send: () => Promise<unknown>, done: string, failed: string): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      await send()
      toast(done)
    } catch (error) {
      failureToast(failed, inWords(error, 'Please try again.'))
    } finally {
      await queries.invalidateQueries({ queryKey: calendarFeeds().queryKey })
      setBusy(false)
    }
  }

  return {
    isBusy,
    make: (carId: string | null) =>
      change(
        () => openCalendarFeed(carId, crypto.randomUUID()),
        'The calendar link is ready to copy',
        'No calendar link was made',
      ),
    revoke: ({ id }: CalendarFeed) =>
      change(
        () => revokeCalendarFeed(id, crypto.randomUUID()),
        'The calendar link works no more',
        'The calendar link was not revoked',
      ),
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
