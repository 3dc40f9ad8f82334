/** Style sheets that the page names and that did not come: no browser says so of them afterwards. */
const missing = new Set<HTMLLinkElement>()
const note = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
}
window.addEventListener('error', note, true)

/**
 * Asks anew for the style sheets that did not come. A part of the app whose style sheet is missing did not come either; asked
 * for again, it would come without it: the page names the sheet by then.
 * @param failure of the part: it says which style sheet it was for
 * @throws when that one does not come this time either; without those of others a part looks as it should
 */
export async function mendStyleSheets(failure: unknown): Promise<void> {
  await Promise.all([...missing].map(askAgain))
  const own = [...missing].find(({ href }) => String(failure).includes(href))
  if (own !== undefined) throw new Error(own.href)
}

/** Resolves when it is there, or missing again. */
function askAgain(link: HTMLLinkElement): Promise<unknown> {
  const again = link.cloneNode()
  missing.delete(link)
  return new Promise((resolve) => {
    again.addEventListener('load', resolve)
    again.addEventListener('error', resolve)
    link.replaceWith(again)
  })
}
