/** For so long after rows have moved a press at the same place was meant for the row that was there; in milliseconds. */
const SETTLING = 700
/** A press so far from the last one has a target of its own: no target is smaller; in pixels. */
const ELSEWHERE = 44

interface Place {
  readonly x: number
  readonly y: number
  /** Which row is there; undefined: none. */
  readonly row?: string | undefined
}

/**
 * Knows which presses in a list are meant for what is under them. A row that goes takes the rows below it up, under the
 * finger that has just pressed: the second tap of two would approve the next renter's request.
 * @param now the time in milliseconds
 */
export function pressesOnMovingRows(now: () => number): {
  /** Rows have moved. */
  readonly moved: () => void
  /** The row that was pressed is about to go, and others with it. */
  readonly going: () => void
  /**
   * Whether a press there counts: rows have not just moved, or the pointer has gone elsewhere since the last press that counted,
   * or is still above the same row, which stays.
   */
  readonly counts: (place: Place) => boolean
} {
  let movedAt = Number.NEGATIVE_INFINITY
  let last: Place | undefined
  let isGoing = false
  return {
    moved: () => {
      movedAt = now()
    },
    going: () => {
      movedAt = now()
      isGoing = true
    },
    counts: (place) => {
      const isThere = last !== undefined && Math.hypot(place.x - last.x, place.y - last.y) < ELSEWHERE
      const isSame = !isGoing && place.row !== undefined && place.row === last?.row
      if (isThere && !isSame && now() - movedAt < SETTLING) return false
      last = place
      isGoing = false
      return true
    },
  }
}
