/**
 * Answers questions together: those that come while one statement is under way wait for the next, which asks them all. So a
 * busy service sends one statement where it would send hundreds, and no question is ever answered by a statement that
 * was sent before it was put.
 * @param ask gives the values that were found, by key
 */
export function gathered<Value>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let waiting: Set<string> | undefined
  let next: Promise<ReadonlyMap<string, Value>> | undefined
  let underWay: Promise<unknown> = Promise.resolve()

  return async (key) => {
    if (waiting === undefined || next === undefined) {
      const keys = new Set<string>()
      waiting = keys
      next = underWay.then(() => {
        waiting = undefined
        next = undefined
        return ask([...keys])
      })
      // Its failure is told to those who wait for it.
      underWay = next.catch(() => {})
    }
    waiting.add(key)
    const answers = await next
    return answers.get(key)
  }
}
