import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Month } from './model.ts'
import { DAY, HEAD, isSame, type Seen, seenIn } from './seen.ts'

const NOTHING: Seen = { firstRow: 0, lastRow: 0, firstDay: 0, lastDay: 0, sight: { from: 0, to: 0 } }

interface Ground {
  readonly box: RefObject<HTMLElement | null>
  readonly offsets: readonly number[]
  readonly months: readonly Month[]
  readonly days: number
  /** Width of the names, in CSS pixels. */
  readonly names: number
}

/**
 * Which part of the timeline is to be made, as it is scrolled, and which of the months stands first beside the names.
 * `onSeen` is told when another part is.
 */
export function useSeen({ box, offsets, months, days, names }: Ground, onSeen: (seen: Seen) => void) {
  const [seen, setSeen] = useState(NOTHING)
  const [month, setMonth] = useState(0)
  const latest = useRef(NOTHING)

  const look = useCallback(() => {
    const element = box.current
    if (element === null) return
    const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight } = element
    const view = { left, top, width: clientWidth - names, height: clientHeight - HEAD }
    const next = seenIn(view, offsets, days)
    const leading = Math.round(left / DAY)
    setMonth(
      Math.max(
        0,
        months.findIndex(({ from, to }) => from <= leading && leading < to),
      ),
    )
    if (isSame(latest.current, next)) return
    latest.current = next
    setSeen(next)
    onSeen(next)
  }, [box, offsets, months, days, names, onSeen])

  useLayoutEffect(look, [look])
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    // One look a frame, however often the browser tells of it.
    let frame = 0
    const follow = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    element.addEventListener('scroll', follow, { passive: true })
    const size = new ResizeObserver(follow)
    size.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', follow)
      size.disconnect()
    }
  }, [box, look])
  return { seen, month }
}
