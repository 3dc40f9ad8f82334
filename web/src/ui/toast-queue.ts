import { ToastQueue } from 'react-stately/useToastState'

/** What a toast says, and the one thing that it may offer to do. */
export interface ToastContent {
  readonly title: string
  readonly description?: string
  readonly variant: 'default' | 'destructive'
  /** Something to do about it, for as long as the toast is there. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /** What its action takes back was done about this: the next thing that is done about the same takes it away. */
  readonly subject?: string
}

/** How long a toast stays, in milliseconds (specification section 9). */
export const DISPLAY = 5_000

/** One toast is visible at a time (specification section 8). */
export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 1 })

/** Between two looks whether the page lives, in milliseconds. */
const LOOK = 500
/** A look that is late by so much comes after a standstill, in milliseconds. */
const STOOD_STILL = 1_500
/** The time of a toast that is not shown yet, or is held by the pointer or the focus, does not run. The queue does not say so itself. */
const isRunning = (timer: object) => Reflect.get(timer, 'timerId') != null

let looking: ReturnType<typeof setTimeout> | undefined

toastQueue.subscribe(() => {
  const isShowing = toastQueue.visibleToasts.length > 0
  if (isShowing && looking === undefined) keepLooking()
  if (isShowing) return
  clearTimeout(looking)
  looking = undefined
})

/**
 * A page that stands still, as that of a tablet does that sleeps, would find the time of its toast over before anybody has seen
 * it: it is shown for its whole time again. Not one that can be undone, as the time for that goes by all the same.
 */
function keepLooking(): void {
  const due = performance.now() + LOOK
  looking = setTimeout(() => {
    // In the background, where browsers have clocks go as slowly as they like, nobody sees it the next time either.
    const stoodStill = performance.now() - due > STOOD_STILL && globalThis.document?.visibilityState !== 'hidden'
    for (const { timer, timeout, content } of stoodStill ? toastQueue.visibleToasts : []) {
      if (timer === undefined || timeout === undefined || content.action !== undefined || !isRunning(timer)) continue
      timer.pause()
      timer.reset(timeout)
    }
    keepLooking()
  }, LOOK)
}

/** How news are shown. */
let put = show

/** Where something can be undone, news are shown otherwise. */
export const putNews = (otherwise: typeof put): void => {
  put = otherwise
}

/** Shows a toast in place of the one that is there, unless that can be undone. */
export function toast(title: string, description?: string): void {
  put({ title, ...(description === undefined ? {} : { description }), variant: 'default' })
}

/** Shows a toast about something that went wrong. */
export function failureToast(title: string, description?: string): void {
  show({ title, ...(description === undefined ? {} : { description }), variant: 'destructive' })
}

/** Takes the toast away that has one of these titles: what it says is true no longer. */
export function withdrawToast(titles: readonly string[]): void {
  if (toastQueue.visibleToasts.some(({ content }) => titles.includes(content.title))) toastQueue.clear()
}

/** Shows it in place of the one that is there: the queue alone would bring the older one back afterwards. */
export function show(content: ToastContent): void {
  toastQueue.clear()
  toastQueue.add(content, { timeout: DISPLAY })
}
