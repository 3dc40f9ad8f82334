/** What has one key, together, in the order in which it comes: `Map.groupBy`, which phones that end with iOS 16 do not have. */
export function groupBy<Key, Of>(all: Iterable<Of>, keyOf: (one: Of) => Key): ReadonlyMap<Key, readonly Of[]> {
  const groups = new Map<Key, Of[]>()
  for (const one of all) {
    const key = keyOf(one)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [one])
    else known.push(one)
  }
  return groups
}
