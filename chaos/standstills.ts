import type { HistoryWriter } from './history-file.ts'

/** Between two looks at the clock, in milliseconds. */
const LOOK = 100
/** A look that comes so much too late was held up by more than a busy machine; in milliseconds. */
const HELD_UP = 1_000

/**
 * The same history, which from now on says when this process stood still, as it does where its machine does. Its timers are over then
 * before it has read the answers that lie there, and those whom it asks stood still as well: neither is a fault of theirs.
 * @returns it ends noting when it is closed, or told to
 */
export function notingStandstills(history: HistoryWriter): HistoryWriter & { readonly endNoting: () => void } {
  let before = performance.now()
  const looks = setInterval(() => {
    const now = performance.now()
    const late = now - before - LOOK
    before = now
    if (late < HELD_UP) return
    const endedAt = Date.now()
    history.write({ kind: 'standstill', startedAt: endedAt - Math.round(late), endedAt })
  }, LOOK)
  const endNoting = () => clearInterval(looks)
  return {
    ...history,
    endNoting,
    async close() {
      endNoting()
      await history.close()
    },
  }
}
