/** Remembers the values used last: at most `size` of them, each for at most `lifetime` milliseconds. */
export interface Recent<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
  /** Deletes all values of which this is true; looks at every one. */
  deleteWhere(test: (value: Value) => boolean): void
}

/** @param now clock in milliseconds */
export function createRecent<Value>(
  size: number,
  lifetime: number,
  now: () => number = () => performance.now(),
): Recent<Value> {
  // A map keeps the order of insertion, so its first entry is the one that was not used for longest.
  const entries = new Map<string, { readonly value: Value; readonly until: number }>()
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      if (entry.until <= now()) return undefined
      entries.set(key, entry)
      return entry.value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, { value, until: now() + lifetime })
      if (entries.size <= size) return
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    },
    delete(key) {
      entries.delete(key)
    },
    deleteWhere(test) {
      for (const [key, { value }] of entries) if (test(value)) entries.delete(key)
    },
  }
}
