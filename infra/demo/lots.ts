/** Numbers drawn by lot, always the same ones for the same seed. */
export interface Lots {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** Whether something happens that happens so often (0 to 1). */
  happens(share: number): boolean
}

/** @param seed any whole number (the generator is mulberry32) */
export function drawLots(seed: number): Lots {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    happens: (share) => next() < share,
  }
}
