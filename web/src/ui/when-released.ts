import { pressesOn } from '../lib/presses.ts'

/** Acts at once, or, while something on the page is being pressed, when that press can no longer be lost (lib/presses.ts). */
export const { whenReleased } = pressesOn(window)
