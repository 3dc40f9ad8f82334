/**
 * All orders of three, so that nobody follows themselves from one round to the next, and everybody follows each of the others
 * equally often, within rounds and from one to the next. The first one is that of the warm-up.
 */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
] as const

/** A round is not begun with room for fewer requests than this: the first ones of a case tell nothing of how many it makes. */
const LEAST_ROOM = 20_000

/** Whether so much room is too little for a round after this: twice as many requests as the fastest would make in its time. */
export const isShortOfRoom = (room: number, requestsInRound: number): boolean =>
  room < Math.max(LEAST_ROOM, 2 * requestsInRound)

/**
 * The order in which the three sides have their turn in a round: whoever comes first after a pause, or after a side that has left
 * the disk or the caches in some state, would be measured by that. In six rounds each side is first, second and last twice, and
 * as often behind each of the others. In five it is as even as five can be: one side is first only once, and so for each place.
 */
export function orderOf<Side>(sides: readonly Side[], round: number): readonly Side[] {
  return (ORDERS[round % ORDERS.length] ?? []).flatMap((index) => sides[index] ?? [])
}
