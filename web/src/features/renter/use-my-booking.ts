import type { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, comeBy, isNotFound } from '../../lib/api.ts'
import { forgetRenterCopy, keepCopy, readCopy } from '../../offline/renter-copy.ts'
import { myBooking } from './api.ts'
import { isContractComing } from './model.ts'

/** What the page knows of the booking. `at`: when the server gave it, in milliseconds. */
export type Known =
  | { readonly state: 'loading' }
  /** `isServer`: there is a network, and the server is in trouble. */
  | { readonly state: 'unreachable'; readonly isServer: boolean }
  /** The link lets nobody in; the service has said so that many times in a row. */
  | { readonly state: 'gone'; readonly times: number }
  | { readonly state: 'there'; readonly booking: RenterBooking; readonly at: number; readonly isCopy: boolean }

/**
 * How often a page that waits for its contract asks again, one that waits for the business's answer, one that the server had no
 * answer for, whatever it shows meanwhile, and one whose link leads nowhere, in milliseconds.
 */
const ASK_EVERY = { contract: 5_000, answer: 30_000, server: 15_000, gone: 15_000 }

/** A link that was just mailed may lead nowhere while the service's rows are behind. Whoever has none is not asked about for ever. */
const ASKED_ABOUT_GONE = 8

/**
 * The booking of a link: what this device has kept of it at once, then what the server says. It asks again when the page is
 * looked at again, when the network is back, and while the contract is being made, the business is to answer, the server is in
 * trouble, or a link that leads nowhere may be too new. A link that the server no longer knows leaves nothing on the device.
 * @param slug the business that the address names: a link to another one's booking is none
 */
export function useMyBooking(
  slug: string,
  token: string,
): { readonly known: Known; readonly refresh: () => Promise<void>; readonly isAsking: boolean } {
  const [known, setKnown] = useState<Known>({ state: 'loading' })
  const [isAsking, setAsking] = useState(true)
  const running = useRef<AbortController>(undefined)
  useLayoutEffect(() => comeBy(token), [token])

  const refresh = useCallback(async () => {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    setAsking(true)
    try {
      const booking = await myBooking(control.signal)
      if (control.signal.aborted) return
      if (booking.business.slug !== slug) return setKnown({ state: 'gone', times: ASKED_ABOUT_GONE })
      const at = Date.now()
      setKnown({ state: 'there', booking, at, isCopy: false })
      void keepCopy(token, { booking, at })
    } catch (error) {
      if (control.signal.aborted) return
      if (isNotFound(error)) {
        setKnown((before) => ({ state: 'gone', times: before.state === 'gone' ? before.times + 1 : 1 }))
        void forgetRenterCopy(token)
      } else {
        const isServer = error instanceof ApiError && error.status >= 500
        setKnown((before) =>
          before.state === 'there' ? { ...before, isCopy: true } : { state: 'unreachable', isServer },
        )
      }
    } finally {
      if (running.current === control) setAsking(false)
    }
  }, [slug, token])

  useEffect(() => {
    let isOver = false
    void (async () => {
      const copy = await readCopy(token)
      const mayShow = !isOver && copy !== undefined && copy.booking.business.slug === slug
      // The server may have been quicker.
      if (mayShow) setKnown((before) => (isNewer(before) ? before : { state: 'there', ...copy, isCopy: true }))
    })()
    void refresh()
    const look = () => document.visibilityState === 'visible' && void refresh()
    window.addEventListener('online', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      isOver = true
      running.current?.abort()
      window.removeEventListener('online', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [slug, token, refresh])

  const wait = waitOf(known)
  useEffect(() => {
    // On a slow network none would ever be answered, were each given up for the next.
    if (wait === undefined || isAsking) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), ASK_EVERY[wait])
    return () => clearInterval(timer)
  }, [wait, isAsking, refresh])

  return { known, refresh, isAsking }
}

/** Whether a link that leads nowhere may be too new yet. */
export const mayBeNew = ({ times }: Known & { readonly state: 'gone' }): boolean => times < ASKED_ABOUT_GONE

/** What a page waits for that somebody looks at. */
function waitOf(known: Known): keyof typeof ASK_EVERY | undefined {
  if (known.state === 'unreachable') return 'server'
  if (known.state === 'gone' && mayBeNew(known)) return 'gone'
  if (known.state !== 'there') return undefined
  const { booking } = known
  if (isContractComing(booking)) return 'contract'
  const { status, cancellation } = booking
  if (status === 'pending' || (status === 'approved' && cancellation.askedAt !== null)) return 'answer'
  return known.isCopy ? 'server' : undefined
}

/** Said by the server, and so newer than any copy. */
const isNewer = (known: Known) => known.state === 'gone' || (known.state === 'there' && !known.isCopy)
