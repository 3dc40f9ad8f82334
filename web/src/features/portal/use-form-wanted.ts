import { type RefObject, startTransition, useEffect, useState } from 'react'

/** Near is what one more swipe brings into view: a screen's height above and below. */
const NEAR = '100% 0px'

/** Milliseconds for the photographs of a fleet that has just come; then the form may have the network and the processor. */
const FLEET_FIRST = 3_000

/**
 * Whether the booking form is to be there. Its code weighs as much as all the rest of the portal, and making it keeps a cheap
 * phone busy for a good while: it comes when somebody is near it, which on a wide screen is at once, or has begun to fill
 * it in, and for everybody else when the first photographs have had their time.
 * @param section where it will be
 * @param isPossible there is something to put into it, and what stands above it has its height
 * @param begin fetches its code
 */
export function useFormWanted(
  section: RefObject<HTMLElement | null>,
  {
    isPossible,
    isBegun,
    begin,
  }: { readonly isPossible: boolean; readonly isBegun: boolean; readonly begin: () => void },
): boolean {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (!isPossible || isWanted || section.current === null) return
    const want = () => {
      begin()
      // In pieces: what is tapped or scrolled meanwhile is not kept waiting.
      startTransition(() => setWanted(true))
    }
    if (isBegun) return want()
    const near = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && want(), {
      rootMargin: NEAR,
    })
    near.observe(section.current)
    const timer = setTimeout(want, FLEET_FIRST)
    return () => {
      near.disconnect()
      clearTimeout(timer)
    }
  }, [section, isPossible, isBegun, isWanted, begin])
  return isWanted
}
