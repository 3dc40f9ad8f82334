/**
 * Whether single keys do something on this device: whoever speaks to their computer, or rests a hand on the keys, can turn
 * them off (WCAG 2.1.4). Stored where: localStorage `forecourt-shortcuts`.
 */
const KEY = 'forecourt-shortcuts'

/** Whether single keys are shortcuts on this device; they are until somebody turns them off. */
export function areOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

/** Turns single keys on or off, on this device. */
export function turn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // A browser that keeps nothing has them on.
  }
}
