/** Runs tasks of one name one after another, in the order in which they came; different names do not wait for each other. */
export type InTurn = <T>(name: string, task: () => Promise<T>) => Promise<T>

/** Decisions on one stream queue up behind each other in the process: racing each other they would only conflict. */
export function createInTurn(): InTurn {
  const last = new Map<string, Promise<unknown>>()
  return async (name, task) => {
    const before = last.get(name)
    const mine = before === undefined ? task() : before.then(task, task)
    last.set(name, mine)
    try {
      return await mine
    } finally {
      if (last.get(name) === mine) last.delete(name)
    }
  }
}
