import { Unavailable } from '@forecourt/event-log/port.ts'

/**
 * Runs tasks of one name one after another, in the order in which they came; different names do not wait for each other.
 * @throws {Unavailable} the task was not begun: its turn came too late, or too many wait already
 */
export type InTurn = <T>(name: string, task: () => Promise<T>) => Promise<T>

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
  last: Promise<unknown>
  /** Tasks that are under way or wait. */
  length: number
}

/** Decisions on one stream queue up behind each other in the process: racing each other they would only conflict. */
export function createInTurn({ patience = 8_000, most = 1_000 }: Bounds = {}): InTurn {
  const lines = new Map<string, Line>()

  function join<T>(name: string, task: () => Promise<T>): Promise<T> {
    const line = lines.get(name)
    if (line === undefined) {
      const first = task()
      lines.set(name, { last: first, length: 1 })
      return first
    }
    if (line.length > most) throw new Unavailable(`more than ${most} wait for ${name}`)
    const latest = performance.now() + patience
    const inTime = () => {
      if (performance.now() > latest) throw new Unavailable(`the turn on ${name} came too late`)
      return task()
    }
    const mine = line.last.then(inTime, inTime)
    line.last = mine
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
