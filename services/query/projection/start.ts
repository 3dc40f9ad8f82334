import { type Position, parsePosition } from '@forecourt/event-log/port.ts'

/** The position before every event. */
export const START = startOfLog()

function startOfLog(): Position {
  const position = parsePosition('0')
  if (position === undefined) throw new Error('0 is the position before every other')
  return position
}
