import type { LiveList } from '@forecourt/contracts/live.ts'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentUser } from '../account/api.ts'
import { tellPortals } from '../business/tell-portals.ts'
import { noteAsked, noteHeard } from './heard.ts'
import { listenForChanges, type Place } from './listen.ts'

/** A vehicle's days at the desk. */
const BOOKED_DATES = ['admin', 'bookings', 'booked-dates']

/** The queries that each list is shown from. */
const QUERIES_OF: Readonly<Record<LiveList, readonly QueryKey[]>> = {
  bookings: [['admin', 'bookings']],
  cars: [['admin', 'cars']],
  customers: [['admin', 'customers']],
  figures: [['admin', 'figures']],
  // Its settings say how many days are kept free after each hire.
  business: [['admin', 'business'], BOOKED_DATES],
  user: [currentUser().queryKey],
  staff: [['admin', 'staff']],
  maintenance: [['admin', 'maintenance'], BOOKED_DATES],
}

/**
 * Keeps what the dashboard shows up to date with what others do, for as long as somebody can see it: a page in the
 * background lets go of its stream (a browser has few connections to one server) and catches up when it is looked at.
 */
export function useLive(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const place: Place = {}
    let listening: AbortController | undefined
    const stop = (): void => {
      listening?.abort()
      listening = undefined
      noteAsked(undefined)
    }
    const start = (): void => {
      listening = new AbortController()
      noteAsked(Date.now())
      void listenForChanges(
        {
          onChange: (lists) => {
            const queryKeys = lists === undefined ? Object.values(QUERIES_OF) : lists.map((list) => QUERIES_OF[list])
            for (const queryKey of queryKeys.flat()) void queries.invalidateQueries({ queryKey })
            if (lists?.includes('business') === true) tellPortals()
          },
          onHeard: () => noteHeard(Date.now()),
          isStillHere: async () => {
            const { queryKey } = currentUser()
            await queries.invalidateQueries({ queryKey })
            return queries.getQueryData(queryKey) != null
          },
        },
        place,
        listening.signal,
      )
    }
    const follow = (): void => {
      if (document.visibilityState === 'hidden') stop()
      else if (listening === undefined) start()
    }
    // What was not said without a network is not missed.
    const backOnline = () => listening !== undefined && noteAsked(Date.now())
    follow()
    document.addEventListener('visibilitychange', follow)
    window.addEventListener('online', backOnline)
    return () => {
      window.removeEventListener('online', backOnline)
      document.removeEventListener('visibilitychange', follow)
      stop()
      // Whoever signs in next has heard nothing yet.
      noteHeard(undefined)
    }
  }, [queries])
}
