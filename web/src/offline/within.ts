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
 * @param longest waits for so many milliseconds, whatever was silent before: for what must not be taken for missing
 * @throws what it throws or rejects with, or an Error when it is silent
 */
export async function within<Value>(ask: () => Promise<Value>, longest?: number): Promise<Value> {
  const asked = ask()
  if (!(await comesWithin(longest ?? patience, asked))) {
    patience = PATIENCE_AFTER_SILENCE
    throw new Error('The store on this device does not answer')
  }
  patience = PATIENCE
  return await asked
}

/** Whether it comes within so many milliseconds; waits no longer than that. @throws what it rejects with before */
export async function comesWithin(milliseconds: number, coming: Promise<unknown>): Promise<boolean> {
  const comes = coming.then(() => true)
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    for (let left = PIECES; left > 0; left -= 1) {
      const isOver = new Promise<false>((resolve) => {
        timer = setTimeout(resolve, milliseconds / PIECES, false)
      })
      if (await Promise.race([comes, isOver])) return true
    }
    return false
  } finally {
    clearTimeout(timer)
  }
}
