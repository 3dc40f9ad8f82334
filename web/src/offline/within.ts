/** A store on the device that is silent for longer will not answer any more: another tab holds it up, or it is broken. */
const PATIENCE = 3_000
/** Nobody waits that long a second time. */
const PATIENCE_AFTER_SILENCE = 100
/** A page that stood still, as a phone's does that sleeps, finds its timer over before the answer: that costs it one piece of them. */
const PIECES = 5

let patience = PATIENCE

/**
 * What the device's store answers, unless it is silent for too long.
 * @param ask may throw at once, as a browser does that has its store switched off
 * @throws what it throws or rejects with, or an Error when it is silent
 */
export async function within<Value>(ask: () => Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    const piece = patience / PIECES
    const wait = (left: number) => {
      timer = setTimeout(() => {
        if (left > 1) wait(left - 1)
        else {
          patience = PATIENCE_AFTER_SILENCE
          reject(new Error('The store on this device does not answer'))
        }
      }, piece)
    }
    wait(PIECES)
  })
  try {
    const value = await Promise.race([ask(), silence])
    patience = PATIENCE
    return value
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves when it has come, or after so many milliseconds, in pieces likewise. @throws what it rejects with before that */
export async function atMost(milliseconds: number, coming: Promise<unknown>): Promise<void> {
  for (let left = PIECES; left > 0; left -= 1) {
    const isOver = new Promise<'over'>((resolve) => setTimeout(resolve, milliseconds / PIECES, 'over'))
    if ((await Promise.race([coming, isOver])) !== 'over') return
  }
}
