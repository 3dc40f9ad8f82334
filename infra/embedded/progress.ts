const QUICK_MS = 300

/** Says what goes on while the product starts. */
export interface Progress {
  /** Runs a step and says how long it took; a quick one is not worth a line. */
  readonly step: <T>(what: string, work: () => Promise<T>) => Promise<T>
  readonly say: (line: string) => void
}

/** Progress as lines on a terminal: one when a step turns out to be slow, one when it is done. */
export function createProgress(print: (line: string) => void): Progress {
  return {
    say: print,
    async step(what, work) {
      const start = performance.now()
      const seconds = () => ((performance.now() - start) / 1000).toFixed(1)
      const slow = setTimeout(() => print(`… ${what}`), QUICK_MS)
      const alive = setInterval(() => print(`… ${what}: ${seconds()} s so far`), 15_000)
      try {
        const result = await work()
        if (performance.now() - start >= QUICK_MS) print(`✓ ${what} (${seconds()} s)`)
        return result
      } finally {
        clearTimeout(slow)
        clearInterval(alive)
      }
    },
  }
}
