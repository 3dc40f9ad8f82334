/** So many are waiting that one more would only wait in vain. */
export class Busy extends Error {
  override readonly name = 'Busy'
}

interface Bounds {
  readonly atOnce: number
  readonly waiting: number
  /** How long a task may wait for its turn, in milliseconds; as long as it takes when absent. */
  readonly patience?: number
}

/** Runs a task when it is its turn. @throws {Busy} it was not begun: too many wait, or its turn did not come in time */
export type Semaphore = <T>(task: () => Promise<T>) => Promise<T>

/** Lets so many tasks run at once and so many more wait, first come, first served. */
export function createSemaphore({ atOnce, waiting: most, patience }: Bounds): Semaphore {
  const waiting = new Set<() => void>()
  let running = 0

  async function turn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.add(resolve)
    const giveUp = () => {
      waiting.delete(resolve)
      reject(new Busy('the turn did not come in time'))
    }
    const timer = patience === undefined ? undefined : setTimeout(giveUp, patience)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
  }

  return async (task) => {
    if (running >= atOnce) {
      if (waiting.size >= most) throw new Busy('too many are waiting')
      // Whoever ends hands its place over, so that nobody who comes later slips in between.
      await turn()
    } else {
      running += 1
    }
    try {
      return await task()
    } finally {
      const [next] = waiting
      if (next === undefined) {
        running -= 1
      } else {
        waiting.delete(next)
        next()
      }
    }
  }
}
