/** For so long after rows have moved a press at the same place was meant for the row that was there; in milliseconds. */
const SETTLING = 700
/** A press so far from the last one has a target of its own: no target is smaller; in pixels. */
const ELSEWHERE = 44

interface Place {
  readonly x: number
  readonly y: number
}

/**
 * Knows which presses in a list are meant for what is under them. A row that goes takes the rows below it up, under the
 * finger that has just pressed: the second tap of two would approve the next renter's request.
 * @param now the time in milliseconds
 */
export function pressesOnMovingRows(now: () => number): {
  /** Rows have moved, or are about to. */
  readonly moved: () => void
  /** Whether a press there counts: rows have not just moved, or the pointer has gone elsewhere since the last press that counted. */
  readonly counts: (place: Place) => boolean
} {
  let movedAt = Number.NEGATIVE_INFINITY
  let last: Place | undefined
  return {
    moved: () => {
      movedAt = now()
    },
    counts: (place) => {
      const isThere = last !== undefined && Math.hypot(place.x - last.x, place.y - last.y) < ELSEWHERE
      if (isThere && now() - movedAt < SETTLING) return false
      last = place
      return true
    },
  }
}
