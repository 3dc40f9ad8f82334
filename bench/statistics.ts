/** The middle one of the values, or the mean of the two in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return lower === undefined || upper === undefined ? Number.NaN : (lower + upper) / 2
}

/**
 * The smallest of the values that so large a part of them does not exceed (nearest rank); NaN of none.
 * @param part 0.5 for the median, 0.99 for the 99th percentile
 */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

/** The list from so far in, and then from its beginning: whoever always came last would be measured by what others leave. */
export const rotated = <T>(list: readonly T[], by: number): T[] => [
  ...list.slice(by % list.length),
  ...list.slice(0, by % list.length),
]
