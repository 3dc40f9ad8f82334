import { Unavailable } from '@forecourt/event-log/port.ts'

/**
 * Runs tasks of one name one after another, in the order in which they came; different names do not wait for each other.
 * @throws {Unavailable} the task was not begun: its turn came too late, or too many wait already
 */
export type InTurn = <T>(name: string, task: (turn: Turn) => Promise<T>) => Promise<T>

/** The turn of a task that is under way. */
export interface Turn {
  /** Whether another task waits for it to end. */
  isAwaited(): boolean
  /** Ends the turn before the task does: the next one begins. */
  pass(): void
  /** Whether it was passed on. */
  isOver(): boolean
}

interface Bounds {
  /**
   * How long a task may wait for its turn, in milliseconds: as long as the log tries one append. Without it, each task in
   * a line would wait out an outage of its own, and the tenth caller would hear of it after a minute and a half.
   */
  readonly patience?: number
  /** Tasks of one name that may wait. */
  readonly most?: number
}

interface Line {
  /** Resolves when the last turn that was given out has ended. */
  last: Promise<void>
  /** Tasks that are under way or wait. */
  length: number
}

/** Decisions on one stream queue up behind each other in the process: racing each other they would only conflict. */
export function createInTurn({ patience = 8_000, most = 1_000 }: Bounds = {}): InTurn {
  const lines = new Map<string, Line>()

  function join<T>(name: string, task: (turn: Turn) => Promise<T>): Promise<T> {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    let isOver = false
    const pass = () => {
      isOver = true
      resolve()
    }
    const run = async () => {
      try {
        return await task({ pass, isOver: () => isOver, isAwaited: () => lines.get(name)?.last !== over })
      } finally {
        pass()
      }
    }
    const line = lines.get(name)
    if (line === undefined) {
      lines.set(name, { last: over, length: 1 })
      return run()
    }
    if (line.length > most) throw new Unavailable(`more than ${most} wait for ${name}`)
    const latest = performance.now() + patience
    const mine = line.last.then(() => {
      if (performance.now() <= latest) return run()
      pass()
      throw new Unavailable(`the turn on ${name} came too late`)
    })
    line.last = over
    line.length += 1
    return mine
  }

  return async (name, task) => {
    const mine = join(name, task)
    try {
      return await mine
    } finally {
      const line = lines.get(name)
      if (line !== undefined) line.length -= 1
      if (line?.length === 0) lines.delete(name)
    }
  }
}
