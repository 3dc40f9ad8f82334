/**
 * Keeps what is pressed on a page that can be seen before its script has come to life: else the first press is lost on whoever
 * is quicker than the network.
 * @returns lets go of the page and presses again, in their order, what was pressed meanwhile
 */
export function keepEarlyPresses(page: HTMLElement): () => void {
  const pressed: HTMLButtonElement[] = []
  const keep = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button !== null) pressed.push(button)
  }
  page.addEventListener('click', keep, true)
  return () => {
    page.removeEventListener('click', keep, true)
    for (const button of pressed) button.click()
  }
}
