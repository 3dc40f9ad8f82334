/** A store on the device that is silent for longer will not answer any more: another tab holds it up, or it is broken. */
const PATIENCE = 3_000
/** Nobody waits that long a second time. */
const PATIENCE_AFTER_SILENCE = 100

let patience = PATIENCE

/**
 * What the device's store answers, unless it is silent for too long.
 * @param ask may throw at once, as a browser does that has its store switched off
 * @throws what it throws or rejects with, or an Error when it is silent
 */
export async function within<Value>(ask: () => Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      patience = PATIENCE_AFTER_SILENCE
      reject(new Error('The store on this device does not answer'))
    }, patience)
  })
  try {
    const value = await Promise.race([ask(), silence])
    patience = PATIENCE
    return value
  } finally {
    clearTimeout(timer)
  }
}
