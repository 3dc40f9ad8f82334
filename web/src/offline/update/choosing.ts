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
  }
  const release = ({ target }: Event) => {
    if (target !== field) return
    clearTimeout(timer)
    timer = setTimeout(() => markUnsaved(CHOOSING, false), HANDS_OFF)
  }
  window.addEventListener('click', mark, { capture: true })
  for (const kind of ['change', 'cancel']) window.addEventListener(kind, release, { capture: true })
}
