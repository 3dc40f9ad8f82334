import { Unavailable } from '../port.ts'

/** Runs the tasks of one stream in the order in which they are handed in; those of different streams side by side. */
export type InOrder = <T>(stream: string, giveUp: number, task: () => Promise<T>) => Promise<T>

/**
 * Two writers who expect anything see the same end of the stream, and the second to arrive wins its place. That the later
 * one of a single process does not overtake, nobody but the process can see to.
 * @throws {Unavailable} the turn came after `giveUp` (by `performance.now()`): nothing was sent
 */
export function createInOrder(): InOrder {
  const last = new Map<string, Promise<unknown>>()
  return async (stream, giveUp, task) => {
    const before = last.get(stream)
    const inTime = () => {
      // Each waits within its own time: with a patience each, an outage would keep the tenth waiting for ten.
      if (performance.now() >= giveUp) throw new Unavailable(`an append to ${stream}, the turn came too late`)
      return task()
    }
    const mine = before === undefined ? task() : before.then(inTime, inTime)
    last.set(stream, mine)
    try {
      return await mine
    } finally {
      if (last.get(stream) === mine) last.delete(stream)
    }
  }
}
