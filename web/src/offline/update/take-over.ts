import { toast, toastQueue } from '../../ui/toast-queue.ts'
import { isUnsaved, onUnsaved } from '../unsaved.ts'
import { isCalm } from './calm.ts'
import { askTabs, showUnsaved } from './tabs.ts'

/** While a newer version waits, the moment is looked for so often, in milliseconds. */
const LOOK_EVERY = 1_000
const OVER_THE_PAGE = '[role="dialog"], [role="alertdialog"]'

/**
 * Watches for the moment when a newer version may take over without anybody losing anything.
 * @returns what to call when a version waits, with how to let it take over; it may be called again
 */
export function createTakeOver(): (takeOver: () => void) => void {
  let touched = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTold = false
  const touch = () => {
    touched = performance.now()
  }
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
    window.addEventListener(kind, touch, { passive: true, capture: true })
  }
  showUnsaved()

  return (takeOver) => {
    const look = async () => {
      clearTimeout(timer)
      const tabs = await askTabs()
      const isHidden = document.visibilityState === 'hidden'
      const isCovered = document.querySelector(OVER_THE_PAGE) !== null
      if (isCalm({ ...tabs, isHidden, isCovered, sinceTouched: performance.now() - touched })) {
        takeOver()
        return
      }
      // Said once, and never in place of something that is being said.
      if (!isTold && !isHidden && toastQueue.visibleToasts.length === 0) {
        isTold = true
        toast('A new version is ready', 'It opens when nothing would be lost.')
      }
      timer = setTimeout(() => void look(), LOOK_EVERY)
    }
    void look()
  }
}

/** Loads the tab anew, in the version that serves it now, as soon as no form of it would lose anything. */
export function reloadWhenSaved(): void {
  let isReloading = false
  const reload = () => {
    if (isUnsaved() || isReloading) return
    isReloading = true
    window.location.reload()
  }
  onUnsaved(reload)
  reload()
}
