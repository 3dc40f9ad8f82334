/**
 * The order in which the sides have their turn in a round: each begins as often as the others, so that nobody always comes
 * first after a pause or last before one.
 */
export function orderOf<Side>(sides: readonly Side[], round: number): readonly Side[] {
  const first = round % sides.length
  return [...sides.slice(first), ...sides.slice(0, first)]
}
