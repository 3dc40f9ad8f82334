import { randomFillSync } from 'node:crypto'

/** Fetched from the source of chance at a time; a call there costs as much for ten bytes as for a thousand. */
const AHEAD = 4 * 1024
const ahead = Buffer.alloc(AHEAD)
let used = AHEAD

/**
 * Random bytes for keys, seals and ids, as good as `crypto.randomBytes`, whose every call was a hundredth of what a booking
 * costs. Nothing is given out twice, and nothing of what was given out stays here.
 * @param size up to a few hundred
 */
export function randomBytes(size: number): Buffer {
  if (!Number.isInteger(size) || size < 1 || size > AHEAD) {
    throw new RangeError(`1 to ${AHEAD} random bytes at a time, not ${size}`)
  }
  if (used + size > AHEAD) {
    randomFillSync(ahead)
    used = 0
  }
  const bytes = Buffer.from(ahead.subarray(used, used + size))
  ahead.fill(0, used, used + size)
  used += size
  return bytes
}
