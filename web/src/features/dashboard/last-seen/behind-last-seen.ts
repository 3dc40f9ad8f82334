/** The app takes the place of the screen last seen after so many milliseconds, whatever it shows by then. */
const PATIENCE = 5_000

/** The screen last seen stands in this place: what is in it was not made by the app. */
export const isLastSeen = (place: HTMLElement): boolean => place.querySelector(':scope > [data-last-seen]') !== null

/**
 * Where the app is made: in the page, or, while the screen last seen stands there, outside of it until there is more to show
 * than a spinner. Both are never there together, and nothing moves when the one takes the other's place.
 */
export function behindLastSeen(place: HTMLElement): HTMLElement {
  if (!isLastSeen(place)) {
    // From here on it comes too late.
    place.dataset.taken = ''
    return place
  }
  const made = document.createElement('div')
  made.id = place.id
  const takePlace = () => {
    watch.disconnect()
    clearTimeout(timer)
    place.replaceWith(made)
  }
  const watch = new MutationObserver(() => {
    if (made.hasChildNodes() && made.querySelector('[data-loading]') === null) takePlace()
  })
  const timer = setTimeout(takePlace, PATIENCE)
  watch.observe(made, { childList: true, subtree: true })
  return made
}
