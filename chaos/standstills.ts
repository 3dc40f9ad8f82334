import type { HistoryWriter } from './history-file.ts'

/** Between two looks at the clock, in milliseconds. */
const LOOK = 100
/** A look that comes so much too late was held up by more than a busy machine; in milliseconds. */
const HELD_UP = 1_000

/**
 * Writes down when this process stood still, as it does where its machine does. Its timers are over then before it has read the answers
 * that lie there, and those whom it asks stood still as well: neither is a fault of theirs.
 * @returns ends it, however often it is called
 */
export function noteStandstills(history: Pick<HistoryWriter, 'write'>): { readonly end: () => void } {
  let before = performance.now()
  const looks = setInterval(() => {
    const now = performance.now()
    const late = now - before - LOOK
    before = now
    if (late < HELD_UP) return
    const endedAt = Date.now()
    history.write({ kind: 'standstill', startedAt: endedAt - Math.round(late), endedAt })
  }, LOOK)
  return { end: () => clearInterval(looks) }
}
