import { toast, toastQueue } from '../../ui/toast-queue.ts'
import { isUnsaved } from '../unsaved.ts'
import { isAtRest, isCalm } from './calm.ts'
import { markChoosing } from './choosing.ts'
import { askTabs, showInUse, showUnsaved } from './tabs.ts'

/** While a newer version waits, the moment is looked for so often, in milliseconds. */
const LOOK_EVERY = 1_000
const OVER_THE_PAGE = 'dialog[open], [role="dialog"], [role="alertdialog"]'

const isHidden = () => document.visibilityState === 'hidden'
const showSeen = () => showInUse(!isHidden())

/** How a newer version comes to be what the tabs show. */
interface TakeOver {
  /** A version waits, and this lets it take over; may be called again. */
  readonly whenCalm: (takeOver: () => void) => void
  /** Another version serves this tab from now on: it is loaded in that one as soon as nobody is in the middle of anything. */
  readonly reloadWhenCalm: () => void
}

/** Watches for the moment when a newer version may take over without anybody losing anything. */
export function createTakeOver(): TakeOver {
  let touched = performance.now()
  let isTold = false
  let isLooking = false
  let isReloading = false
  const tab = () => ({
    isHidden: isHidden(),
    isCovered: document.querySelector(OVER_THE_PAGE) !== null,
    sinceTouched: performance.now() - touched,
  })
  const touch = () => {
    touched = performance.now()
    showSeen()
  }
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
    window.addEventListener(kind, touch, { passive: true, capture: true })
  }
  // Whoever sees a tab may be in the middle of something until it has looked: a tab that nobody sees must not be faster.
  document.addEventListener('visibilitychange', showSeen)
  showSeen()
  showUnsaved()
  markChoosing()

  const reloadWhenCalm = () => {
    if (isReloading) return
    if (isCalm({ isUnsaved: isUnsaved(), isSending: false, isInUse: false, ...tab() })) {
      isReloading = true
      window.location.reload()
    } else setTimeout(reloadWhenCalm, LOOK_EVERY)
  }
  const whenCalm = (takeOver: () => void) => {
    const look = async () => {
      showInUse(!isAtRest(tab()))
      const tabs = await askTabs()
      if (isCalm({ ...tabs, ...tab() })) {
        isLooking = false
        takeOver()
        return
      }
      // Said once, and never in place of something that is being said.
      if (!isTold && !isHidden() && toastQueue.visibleToasts.length === 0) {
        isTold = true
        toast('A new version is ready', 'It opens when nothing would be lost.')
      }
      setTimeout(lookOn, LOOK_EVERY)
    }
    const lookOn = () =>
      void look().catch(() => {
        isLooking = false
      })
    if (isLooking) return
    isLooking = true
    lookOn()
  }
  return { whenCalm, reloadWhenCalm }
}
