/** Chance that can be repeated: the same seed gives the same choices. */
export interface Chance {
  readonly seed: number
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number
  /** One of them; undefined when there is none. */
  oneOf<T>(choices: readonly T[]): T | undefined
  /** All of them, in another order. */
  shuffle<T>(items: readonly T[]): T[]
  /** True with this probability. */
  happens(probability: number): boolean
}

/** A new seed, printed so that a failure can be run again: `SEED=… npm test -- <file>`. */
export function printedSeed(name: string): number {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`${name}: seed ${seed}`)
  return seed
}

/** Chance after mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    seed,
    below: (limit) => Math.floor(next() * limit),
    oneOf: (choices) => choices[Math.floor(next() * choices.length)],
    shuffle: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item),
    happens: (probability) => next() < probability,
  }
}
