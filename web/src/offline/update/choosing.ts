import { markUnsaved } from '../unsaved.ts'
import { HANDS_OFF } from './calm.ts'

const CHOOSING = 'choosing a file'

/**
 * From now on a page from which somebody is choosing a file, in another app or with the camera, has something to lose: the
 * file comes to that page or to none. It has it for a moment after the file has come, too, until its form says what it does
 * with it.
 */
export function markChoosing(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let field: Element | undefined
  const mark = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return
    clearTimeout(timer)
    field = target
    markUnsaved(CHOOSING, true)
    // At the field itself: the page may have taken it away by the time the camera is closed, and then hears nothing of it.
    for (const kind of ['change', 'cancel']) target.addEventListener(kind, release, { once: true })
  }
  const release = ({ target }: Event) => {
    if (target !== field) return
    clearTimeout(timer)
    timer = setTimeout(() => markUnsaved(CHOOSING, false), HANDS_OFF)
  }
  window.addEventListener('click', mark, { capture: true })
}
