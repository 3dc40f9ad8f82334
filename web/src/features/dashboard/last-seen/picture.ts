/** Names of one element for another, which the app's own elements will have: and what only the moment has made of it. */
const LEFT_OUT = new Set(
  `id for aria-labelledby aria-describedby aria-controls popovertarget
   value autofocus data-hovered data-pressed data-focused data-focus-visible`.split(/\s+/),
)

/** A licence is kept nowhere. */
const LICENCES = '/objects/licences/'

/**
 * A copy of what of an element can be seen without scrolling; undefined when nothing can. Nothing that was typed is in it, and
 * no licence. Styles are kept as `data-style`.
 * @param scrolled how far the element has moved up with the page; what sticks to the screen has not
 */
export function pictureOf(element: Element, scrolled = window.scrollY): Element | undefined {
  const moved = getComputedStyle(element).position === 'sticky' ? 0 : scrolled
  if (isOutOfSight(element, moved)) return undefined
  const copy = element.cloneNode(false)
  if (!(copy instanceof Element)) return undefined
  for (const { name, value } of element.attributes) {
    if (name === 'style') copy.setAttribute('data-style', value)
    if (name === 'style' || LEFT_OUT.has(name) || value.startsWith(LICENCES)) copy.removeAttribute(name)
  }
  for (const child of element.childNodes) {
    const part = child instanceof Element ? pictureOf(child, moved) : child.cloneNode()
    if (part !== undefined) copy.append(part)
  }
  return copy
}

function isOutOfSight(element: Element, scrolled: number): boolean {
  if (element.getClientRects().length === 0) return getComputedStyle(element).display === 'none'
  return element.getBoundingClientRect().top + scrolled > window.innerHeight
}
