/** Without a touch, a key or a move of the pointer for so long nobody is there, in milliseconds. */
const GONE_AFTER = 5 * 60_000

let last = Date.now()
const here = () => {
  last = Date.now()
}
for (const sign of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
  globalThis.addEventListener?.(sign, here, { passive: true, capture: true })
}

/**
 * Whether the screen brings itself up to date while nobody is there: the server does not count that as use of the session,
 * so that a dashboard that was left open is signed out like any other (SECURITY rule 13).
 */
export const isUnattended = () => Date.now() - last > GONE_AFTER
