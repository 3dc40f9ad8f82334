/**
 * Whether this process hears of what others write. Who writes about a booking goes by its vehicle, business, customer and
 * whoever of the staff asks as they were heard of, and no expected revision says that they are old: while following the log
 * is interrupted, they have to be read.
 */
export interface Hearing {
  readonly isInterrupted: boolean
  /** Following the log was interrupted: from now on nothing is heard of. */
  interrupt(): void
  /** All that was written meanwhile has been heard of. */
  resume(): void
}

export function createHearing(): Hearing {
  let isInterrupted = false
  return {
    get isInterrupted() {
      return isInterrupted
    },
    interrupt() {
      isInterrupted = true
    },
    resume() {
      isInterrupted = false
    },
  }
}
