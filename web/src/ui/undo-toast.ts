import { putNews, show, type ToastContent, toastQueue } from './toast-queue.ts'

/** What is said when the Undo that is shown is gone. */
let next: ToastContent | undefined
// Later than whatever takes the place of what has gone.
toastQueue.subscribe(() =>
  queueMicrotask(() => {
    if (next !== undefined && toastQueue.visibleToasts.length === 0) showNow(next)
  }),
)
putNews(showAfterUndo)

/** Whether nobody misses it: it tells of no failure, and offers no way back. */
const mayGo = (one: ToastContent | undefined) => one?.variant !== 'destructive' && one?.action === undefined

/** Shows it, and takes it that a success that has waited is no news any more. */
function showNow(content: ToastContent): void {
  if (mayGo(next) || next === content) next = undefined
  show(content)
}

/**
 * Shows it as soon as it takes no Undo away: that may be the only way back. What is said about the same as what can be undone
 * is said at once: it was sent.
 */
export function showAfterUndo(content: ToastContent): void {
  const mustWait = toastQueue.visibleToasts.some(
    ({ content: { action, subject } }) =>
      action !== undefined && (subject === undefined || subject !== content.subject),
  )
  if (!mustWait) showNow(content)
  else if (mayGo(next) || (content.variant === 'destructive' && next?.variant !== 'destructive')) next = content
}

/**
 * Shows a toast for something that can be taken back while it is there. Gives whether it still is.
 * @param subject what it was done about: `withdrawUndo` takes the toast away
 * @param put how it is shown
 */
export function undoToast(title: string, onUndo: () => void, subject?: string, put = showNow): () => boolean {
  const action = { label: 'Undo', onPress: onUndo }
  const content: ToastContent = { title, variant: 'default', action, ...(subject === undefined ? {} : { subject }) }
  put(content)
  return () => toastQueue.visibleToasts.some((visible) => visible.content === content)
}

/** Takes the toast away that offers to take back what was done about this: something else is done about it now. */
export function withdrawUndo(subject: string): void {
  if (next?.subject === subject) next = undefined
  if (toastQueue.visibleToasts.some(({ content }) => content.subject === subject)) toastQueue.clear()
}

/** Takes away what offers to take something back, and what waits behind it: whoever has done it has gone. */
export function dropUndo(): void {
  next = undefined
  if (toastQueue.visibleToasts.some(({ content }) => content.action !== undefined)) toastQueue.clear()
}
