/**
 * What `idb-keyval` does, in memory: Node has no IndexedDB. Values are copied as a browser copies them, keys that cannot
 * be given away included. For `vi.mock('idb-keyval', () => import('…/in-memory.ts'))`.
 */
type Rows = Map<string, unknown>

const databases = new Map<string, Rows>()
let isBroken = false
let isSilent = false

/** From now on the device refuses everything, as a private window may do. */
export const refuseAll = (refuses: boolean): void => {
  isBroken = refuses
}

/** From now on the device answers nothing of what is asked one by one, as a store that hangs. */
export const silenceAll = (isTo: boolean): void => {
  isSilent = isTo
}

const SILENCE = new Promise<never>(() => {})
const answer = <Value>(value: Value): Promise<Value> => (isSilent ? SILENCE : Promise.resolve(value))

/** Everything that is stored in a database. */
export function stored(database: string): Rows {
  const rows = databases.get(database) ?? new Map<string, unknown>()
  databases.set(database, rows)
  return rows
}

export const createStore = (database: string): (() => Rows) => {
  const rows = stored(database)
  return () => {
    if (isBroken) throw new DOMException('The operation is insecure.', 'SecurityError')
    return rows
  }
}

const standard = createStore('keyval-store')

// A browser whose store is switched off throws at once, before there is a promise: so do these.
export const get = (key: string, store = standard): Promise<unknown> => answer(structuredClone(store().get(key)))
export const getMany = (keysOf: readonly string[], store = standard): Promise<unknown[]> =>
  Promise.resolve(structuredClone(keysOf.map((key) => store().get(key))))
export const set = (key: string, value: unknown, store = standard): Promise<void> => {
  store().set(key, structuredClone(value))
  return answer(undefined)
}
export const update = (key: string, make: (old: unknown) => unknown, store = standard): Promise<void> => {
  store().set(key, structuredClone(make(store().get(key))))
  return answer(undefined)
}
export const del = (key: string, store = standard): Promise<void> => {
  store().delete(key)
  return Promise.resolve()
}
export const delMany = (keys: readonly string[], store = standard): Promise<void> => {
  for (const key of keys) store().delete(key)
  return Promise.resolve()
}
export const keys = (store = standard): Promise<string[]> => Promise.resolve([...store().keys()])
export const entries = (store = standard): Promise<[string, unknown][]> =>
  Promise.resolve(structuredClone([...store()]))
export const values = (store = standard): Promise<unknown[]> => Promise.resolve(structuredClone([...store().values()]))
