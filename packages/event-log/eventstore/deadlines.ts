import { LOOK } from '../port.ts'

/** How long the adapter waits, in milliseconds. Tests shorten these; the product uses the defaults. */
export interface Deadlines {
  /** One call, or the wait for the next item of a read: no answer by then is no answer. */
  readonly call: number
  /** One append or read with all its retries; then it ends as `Unavailable`. */
  readonly total: number
  /** Longest wait between tries. */
  readonly backoff: number
  /** A follower that heard nothing for so long looks at the end of the log by itself; doubles up to `look`. */
  readonly silence: number
  /** Longest time between two looks at the end, whatever is heard meanwhile. */
  readonly look: number
}

export const DEADLINES: Deadlines = { call: 5_000, total: 20_000, backoff: 10_000, silence: 250, look: LOOK }

/** The server said nothing in time: whether it did what was asked is unknown. */
export class NoAnswer extends Error {
  constructor(what: string, milliseconds: number) {
    super(`no answer to ${what} within ${milliseconds} ms`)
    this.name = 'NoAnswer'
  }
}

/**
 * What the call gives, if it comes in time. The client's own deadlines do not cover all of its paths (a read has none,
 * a channel that cannot be made has none), so every call has this one round it. A late failure is heard by nobody.
 * @throws {NoAnswer} the time is over
 */
export async function within<T>(milliseconds: number, what: string, call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(what, milliseconds)), milliseconds)
  })
  try {
    return await Promise.race([call, over])
  } finally {
    clearTimeout(timer)
  }
}
