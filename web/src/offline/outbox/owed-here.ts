import { behindSince, noteWritten, onBehind, owedPosition } from '../../lib/behind.ts'

/**
 * The position that answers are to hold, and since when, for a page that is loaded anew while rows stand still: the cookie that
 * says the same is over after a minute. Stored where: sessionStorage `forecourt-owed`, until an answer holds it or its member has gone. A
 * browser that keeps nothing forgets it with the page.
 */
const OWED = 'forecourt-owed'

/** From now on it is kept, and what the page before has left is owed. Returns how to stop that, which forgets it. */
export function keepOwed(): () => void {
  try {
    const [position, at] = sessionStorage.getItem(OWED)?.split(' ') ?? []
    if (position !== undefined) noteWritten(position, Number(at))
  } catch {
    // Nothing is kept here.
  }
  const stop = onBehind(() => keep(owedPosition()))
  return () => {
    stop()
    keep(undefined)
  }
}

function keep(owed: string | undefined): void {
  try {
    if (owed === undefined) sessionStorage.removeItem(OWED)
    else sessionStorage.setItem(OWED, `${owed} ${behindSince() ?? Date.now()}`)
  } catch {
    // Nothing is kept here.
  }
}
