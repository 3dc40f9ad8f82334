import { type Ready, readyLastSeen } from '../features/dashboard/last-seen/show-last-seen.ts'

/**
 * Runs in `desk.html` before the app (`early-screens.ts`): asks who is signed in, as `features/account/api.ts` will, and shows
 * the screen last seen. A file of its own, which imports nothing that the app has.
 */
const WHO = '/api/auth/user'

/** The app does not wait any longer for the device, in milliseconds. */
const PATIENCE = 500
/** Files that are slower than so many milliseconds are left to the app, which says that it is loading. */
const SOON = 1_000
/** An app that has not begun after so many milliseconds more is missing, whatever is on its way: as long as any answer may take. */
const TOO_LATE = 20_000

const who = fetch(WHO, { credentials: 'include', signal: AbortSignal.timeout(20_000) })
// Taken before whoever reads it.
const whoIsThere = who.then((answer) => answer.clone())
whoIsThere.catch(() => undefined)
window.early = { answers: new Map([[WHO, who]]), at: performance.now() }
void begin()

/** The screen last seen goes first, then the app. */
async function begin(): Promise<void> {
  await untilRead()
  const files: readonly string[] = JSON.parse(document.getElementById('files')?.textContent ?? '[]')
  // A device that keeps nothing has nothing to show, nor has one that does not answer.
  const seen = await Promise.race([readyLastSeen(files.at(-1)).catch(() => undefined), after(PATIENCE)])
  const prepared = prepare(files, seen)
  // Without a network nothing keeps what was seen waiting; with one the app begins while the server is heard.
  if (!navigator.onLine) await prepared
  await Promise.race([runInPieces(files.slice(0, -1)), after(SOON)])
  // Whatever else did not arrive is told by the app.
  const began = import(/* @vite-ignore */ files.at(-1) ?? '').then(
    () => true,
    () => false,
  )
  if ((await Promise.race([began, after(TOO_LATE)])) !== true) sayThatItIsMissing()
}

/**
 * In place of what was last seen, which nobody can use: without the app it would stay for ever. As of a picture, the app takes
 * its place, should it come after all (`behind-last-seen.ts`).
 */
function sayThatItIsMissing(): void {
  const place = document.getElementById('app')
  if (place === null) return
  place.dataset.taken = ''
  const again = Object.assign(document.createElement('a'), { href: '', textContent: 'load the page again' })
  const heading = Object.assign(document.createElement('h1'), { textContent: 'The desk could not be loaded' })
  const words = Object.assign(document.createElement('p'), { role: 'alert' })
  words.append('Check the connection and ', again, '.')
  const page = Object.assign(document.createElement('main'), { className: 'page-message' })
  page.dataset.lastSeen = ''
  page.append(heading, words)
  place.replaceChildren(page)
}

/** Shows what was seen, if that is theirs who are signed in, and only then names the files: all at once they keep it waiting. */
async function prepare(files: readonly string[], seen: Ready | undefined): Promise<void> {
  if (seen !== undefined && (!navigator.onLine || (await seen.isTheirs(whoIsThere)))) {
    seen.show()
    await painted()
  }
  for (const href of files) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  }
  // The first formatter of a page takes a slow telephone 100 ms: here nothing else waits for it.
  setTimeout(() => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(1))
}

/**
 * Runs the app's files one by one, those that others need first: in one piece they would keep a slow tablet from painting, and
 * from answering a tap, for a quarter of a second.
 */
async function runInPieces(files: readonly string[]): Promise<void> {
  for (const file of files) await import(/* @vite-ignore */ file).catch(() => undefined)
}

/** Until the browser has read the page as far as the place of the app. */
async function untilRead(): Promise<void> {
  while (document.getElementById('app') === null) await after(0)
}

const after = (milliseconds: number) => new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds))
/** Frames are made for a page that can be seen alone. */
const painted = () =>
  Promise.race([new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))), after(100)])
