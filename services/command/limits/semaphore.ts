/** So many are waiting that one more would only wait in vain. */
export class Busy extends Error {
  override readonly name = 'Busy'
}

/**
 * Lets so many tasks run at once and so many more wait, first come, first served.
 * @returns runs a task when it is its turn; throws `Busy` when too many wait already
 */
export function createSemaphore({ atOnce, waiting: most }: { readonly atOnce: number; readonly waiting: number }) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= most) throw new Busy('too many are waiting')
      // Whoever ends hands its place over, so that nobody who comes later slips in between.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
