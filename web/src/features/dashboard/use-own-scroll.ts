import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Screen, screenOf } from './tabs.ts'

/** How far down a screen is scrolled. */
interface Place {
  readonly scrollY: number
  /** The topmost row in sight: rows above it are as high as before only when they have been looked at again. */
  readonly row: string | undefined
  /** From the top of the window to that row. */
  readonly top: number
}

/** How an address changes: the first is the way back or forth, the others are the router's. */
const TURNS = ['popstate', 'pushState', 'replaceState'] as const

/**
 * A screen opens at its top, and at its own earlier place when the way back, or forth, leads to it: to the browser all of them
 * are one page, and it would leave each as far down as the one before was. What changes within a screen scrolls nothing.
 * @param shown the screen that is shown; the address may name the next one already
 */
export function useOwnScroll(shown: Screen): void {
  const places = useRef(new Map<Screen, Place>())
  const before = useRef(shown)
  const isReturn = useRef(false)

  useLayoutEffect(() => {
    if (before.current !== shown) {
      before.current = shown
      scrollTo(isReturn.current ? places.current.get(shown) : undefined)
    }
  }, [shown])

  useEffect(() => {
    const ended = new AbortController()
    let isLeft = false
    const turn = ({ type }: Event) => {
      const wasLeft = isLeft
      isReturn.current = type === 'popstate'
      isLeft = screenOf(location.search) !== shown
      // Once: on the way back the browser then scrolls what is about to go, and that is nobody's place.
      if (isLeft && !wasLeft) places.current.set(shown, placeNow())
    }
    for (const type of TURNS) window.addEventListener(type, turn, { capture: true, signal: ended.signal })
    return () => ended.abort()
  }, [shown])
}

const rows = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')]

function placeNow(): Place {
  const inSight = rows().find((row) => row.getBoundingClientRect().bottom > 0)
  const top = inSight?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
  return { scrollY: window.scrollY, row: top < window.innerHeight ? inSight?.dataset.row : undefined, top }
}

/** Undefined: to the top. */
function scrollTo(place: Place | undefined): void {
  window.scrollTo({ top: place?.scrollY ?? 0, behavior: 'instant' })
  if (place === undefined) return
  align(place)
  // Rows that have come into sight are as high as they are from the next picture on.
  requestAnimationFrame(() => requestAnimationFrame(() => align(place)))
}

function align({ row, top }: Place): void {
  const there = row === undefined ? undefined : rows().find(({ dataset }) => dataset.row === row)
  if (there !== undefined) window.scrollBy({ top: there.getBoundingClientRect().top - top, behavior: 'instant' })
}
