import { appOf, isRenters } from './app-of.ts'

/** Every change of the address tells: the browser's own, and those that the router makes and announces. */
const MOVES = ['popstate', 'pushState', 'replaceState'] as const

const LINKS = [
  { rel: 'manifest', file: 'manifest.webmanifest' },
  { rel: 'apple-touch-icon', file: 'icon.png?w=180&purpose=maskable' },
] as const

/**
 * One shell serves every screen: whose app a screen belongs to, and in which colour, is written into its head whenever
 * another one is shown. A business that is shown has its colour over the document (`BusinessTheme`); without one there
 * is nothing to install.
 */
export function followScreen(): void {
  const theme = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  const paper = theme?.content ?? ''
  const show = () => {
    const colour = document.documentElement.style.getPropertyValue('--brand')
    const home = colour === '' ? undefined : appOf(window.location.pathname)
    if (theme !== null) theme.content = colour === '' ? paper : colour
    // A renter's own page makes its manifest itself: its address is for nobody else.
    if (isRenters(window.location.pathname)) return
    for (const { rel, file } of LINKS) link(rel, home && `${home}/${file}`)
  }
  for (const move of MOVES) window.addEventListener(move, show)
  new MutationObserver(show).observe(document.documentElement, { attributeFilter: ['style'] })
  show()
}

/** Writes the link, or takes it away; one that is right already is left alone, because a browser fetches it at each change. */
function link(rel: string, href: string | undefined): void {
  const present = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)
  if (href === undefined) {
    present?.remove()
    return
  }
  if (present?.getAttribute('href') === href) return
  const element = present ?? document.createElement('link')
  element.rel = rel
  element.href = href
  document.head.append(element)
}
