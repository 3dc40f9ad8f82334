/**
 * Background Sync (Chromium alone has it): the browser tells the service worker that the network is back, also while the
 * pages are in the background, where their clocks stand still and `online` may come late. The worker then wakes the pages
 * that are open, and these send. It sends nothing by itself, even though it could open what is sealed: somebody has to be
 * told what came of it. A renter's days may be given away and the price may have changed, both of which they are asked
 * about; staff's changes go out only under the session of whoever made them. With no page open there is nobody to ask or
 * to tell, so what waits goes on waiting, as the screen has said, and is sent when a page is opened, which asks for
 * no sync.
 */
interface WithSync {
  readonly sync: { readonly register: (tag: string) => Promise<void> }
}

/** The tag under which a page asks for it. */
export const SYNC_TAG = 'forecourt-outbox'
/** What the worker says to the pages. */
export const WAKE = 'forecourt-wake'

const hasSync = (registration: object): registration is WithSync => 'sync' in registration

/** Asks the browser to wake this page when the network is back. Where there is no Background Sync, nothing happens. */
export async function wakeWhenOnline(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration === undefined || !hasSync(registration)) return
  // Somebody may have forbidden it for this site.
  await registration.sync.register(SYNC_TAG).catch(() => undefined)
}

/** Calls back when the worker wakes the page, until `signal` says that it is over. */
export function onWake(wake: () => void, signal: AbortSignal): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => data === WAKE && wake(), { signal })
}
