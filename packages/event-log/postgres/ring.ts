/**
 * Rings come so far apart at least, in milliseconds. Readers gather for as long anyway (who has heard otherwise that there is
 * more looks by itself: `EventLog.lookNow`), and each ring wakes whoever listens: one process at the server and one here for
 * each reader. Rung for each append, that was half of an append's work.
 */
const APART = 50

/** Tells readers that the log has grown (their side is `bell.ts`). */
export interface Ring {
  /**
   * The log has come to this position. The first one after a pause is told at once.
   * @param gap least time since the last ring, in milliseconds; some fifty without it
   */
  grown(head: bigint, gap?: number): void
  /** Tells what is still to be told. */
  close(): Promise<void>
}

/**
 * @param tell sends one notification; when it fails nobody is told, and readers find out by themselves within a second
 * @param apart in milliseconds
 */
export function createRing(tell: (head: bigint) => Promise<unknown>, apart = APART): Ring {
  let latest: bigint | undefined
  let told = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  /** When the timer rings. */
  let due = Number.POSITIVE_INFINITY
  let telling: Promise<unknown> = Promise.resolve()

  function ring(): void {
    clearTimeout(timer)
    due = Number.POSITIVE_INFINITY
    if (latest === undefined) return
    const head = latest
    latest = undefined
    told = performance.now()
    telling = Promise.allSettled([telling, tell(head)])
  }

  return {
    grown(head, gap = apart) {
      latest = latest === undefined || head > latest ? head : latest
      const at = told + gap
      if (at >= due) return
      const wait = at - performance.now()
      if (wait <= 0) {
        ring()
        return
      }
      clearTimeout(timer)
      due = at
      timer = setTimeout(ring, wait)
    },
    async close() {
      ring()
      await telling
    },
  }
}
