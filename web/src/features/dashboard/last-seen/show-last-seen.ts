import type { LastSeen } from './last-seen.ts'

/** A picture that is older is not shown, in milliseconds: seven days, as the copy of the answers. */
const MAX_AGE = 7 * 86_400_000

/** What is read of whoever is signed in here (`offline/remembered-member.ts`). */
interface Member {
  readonly id: string
  readonly businessId: string
  readonly business: { readonly slug: string }
}

/** What stands ready to be shown. */
export interface Ready {
  /** Shows it, unless the app was quicker. */
  readonly show: () => void
  /**
   * Whether the member is signed in still: nobody sees what is another's. As everywhere, a server that cannot be reached has not
   * said otherwise. Does not reject.
   */
  readonly isTheirs: (who: Promise<Response>) => Promise<boolean>
}

/**
 * Gets the screen of the address ready as its member has last seen it: it is shown out of reach, until the app takes its place
 * (`behind-last-seen.ts`). There is none while a change waits to be sent: the picture does not have it. Runs before the app and
 * without any of its code.
 * @param app the script of this version
 */
export async function readyLastSeen(app: string | undefined): Promise<Ready | undefined> {
  const [, slug] = /^\/([a-z0-9-]+)\/admin$/.exec(location.pathname) ?? []
  const { tab = 'overview', ...more } = Object.fromEntries(new URLSearchParams(location.search))
  if (slug === undefined || Object.keys(more).length > 0) return undefined
  const member = await read<Member>('keyval-store', 'keyval', 'member')
  if (member?.business.slug !== slug) return undefined
  const own = `${member.id}:${member.businessId}`
  const [seen, waiting] = await Promise.all([
    read<LastSeen>('keyval-store', 'keyval', `adm:${own}:seen:${tab}`),
    // None is there before the first change.
    read<readonly unknown[]>('forecourt-outbox', 'actions', own).catch(() => undefined),
  ])
  const isUsable =
    seen !== undefined &&
    (waiting ?? []).length === 0 &&
    seen.width === window.innerWidth &&
    Date.now() - seen.at < MAX_AGE &&
    seen.app === app
  if (!isUsable) return undefined
  await dress(seen)
  return { show: () => show(seen), isTheirs: (who) => isStill(member, who) }
}

/** Resolves when what the picture looks like is there: nothing of it changes after it was seen. */
async function dress({ styles }: LastSeen): Promise<void> {
  await Promise.all(styles.map(styleSheet))
  await document.fonts.load(`1em ${getComputedStyle(document.documentElement).getPropertyValue('--font')}`)
}

async function isStill({ id }: Member, who: Promise<Response>): Promise<boolean> {
  const answer = await who.catch(() => undefined)
  if (answer === undefined || answer.status >= 500) return true
  const now = await answer.json().catch(() => undefined)
  return answer.ok && now?.id === id
}

/** A value of a store that `idb-keyval` keeps. A database that is not there is not made. */
function read<Value>(database: string, store: string, key: string): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database)
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction(store).objectStore(store).get(key)
      reading.addEventListener('success', () => resolve(reading.result))
      reading.addEventListener('error', () => reject(reading.error))
      opening.result.close()
    })
  })
}

/** Resolves when the style sheet is there, or will not come. */
async function styleSheet(address: string): Promise<void> {
  const named = document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][href="${address}"]`)
  if (named?.sheet != null) return
  const link =
    named ?? Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address, crossOrigin: '' })
  await new Promise<void>((resolve) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => resolve())
    if (named === null) document.head.append(link)
  })
}

function show({ at, height, brand, markup, lines }: LastSeen): void {
  const place = document.getElementById('app')
  if (place === null || place.dataset.taken !== undefined) return
  document.documentElement.style.cssText += brand
  const screen = document.createElement('div')
  screen.inert = true
  screen.dataset.lastSeen = ''
  screen.style.minHeight = `${height}px`
  // What the app itself has shown, and its browser has written down as markup: no text of anybody is markup in it.
  screen.innerHTML = markup
  const line = screen.querySelector('[data-status-line]')
  if (line !== null) line.outerHTML = navigator.onLine ? lines.online : lines.offline
  // Our policy forbids styles in markup.
  for (const part of screen.querySelectorAll<HTMLElement>('[data-style]')) part.style.cssText = part.dataset.style ?? ''
  const isOfToday = new Date(at).toDateString() === new Date().toDateString()
  for (const part of screen.querySelectorAll<HTMLElement>('[data-today]')) {
    if (!isOfToday) part.style.visibility = 'hidden'
  }
  place.append(screen)
}
