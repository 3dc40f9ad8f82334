/** A finger's click comes after the finger has left the screen; when none has come after so many milliseconds, none will. */
const CLICK_COMES = 100

/**
 * Knows whether something on the page is being pressed. What moves or covers a button meanwhile takes it from under the
 * pointer: the press ends on something else, the browser makes no click of it, and nothing happens.
 * @param page where pointers go down and up: the window
 */
export function pressesOn(page: EventTarget): {
  /** Acts at once; while something is being pressed, just before the click that comes of it, or when it is over without one. */
  readonly whenReleased: (act: () => void) => void
} {
  let isPressed = false
  let end: ReturnType<typeof setTimeout> | undefined
  let waiting: readonly (() => void)[] = []

  const press = () => {
    clearTimeout(end)
    isPressed = true
  }
  const release = () => {
    clearTimeout(end)
    isPressed = false
    const acts = waiting
    waiting = []
    for (const act of acts) act()
  }
  const lift = () => {
    clearTimeout(end)
    end = setTimeout(release, CLICK_COMES)
  }
  // Before anybody else hears of them. A finger's mousedown comes after its pointerup. A list of choices swallows the
  // pointerup of what opened it; whoever types then is pressing nothing.
  const first = { capture: true }
  for (const type of ['pointerdown', 'mousedown']) page.addEventListener(type, press, first)
  for (const type of ['pointerup', 'mouseup']) page.addEventListener(type, lift, first)
  for (const type of ['click', 'pointercancel', 'keydown']) page.addEventListener(type, release, first)

  return {
    whenReleased: (act) => {
      if (isPressed) waiting = [...waiting, act]
      else act()
    },
  }
}
