import { show, type ToastContent, toastQueue } from './toast-queue.ts'

/**
 * Shows a toast for something that can be taken back while it is there. Gives whether it still is.
 * @param subject what it was done about: `withdrawUndo` takes the toast away
 */
export function undoToast(title: string, onUndo: () => void, subject?: string): () => boolean {
  const action = { label: 'Undo', onPress: onUndo }
  const content: ToastContent = { title, variant: 'default', action, ...(subject === undefined ? {} : { subject }) }
  show(content)
  return () => toastQueue.visibleToasts.some((visible) => visible.content === content)
}

/** Takes the toast away that offers to take back what was done about this: something else is done about it now. */
export function withdrawUndo(subject: string): void {
  if (toastQueue.visibleToasts.some(({ content }) => content.subject === subject)) toastQueue.clear()
}
