/** The middle one of the values; NaN of none. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/**
 * The value that so large a part of the values does not exceed; NaN of none.
 * @param part 0.5 for the median, 0.99 for the 99th percentile
 */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
