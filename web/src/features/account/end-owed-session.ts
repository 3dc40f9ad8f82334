import { owesSignOut } from '../../offline/owed-sign-out.ts'

/** How soon a server that did not answer is asked again, in milliseconds. */
const ASK_AGAIN = 30_000

/**
 * Whichever page is open: a sign-out that the server has not heard of is sent now, and else as soon as there is a network
 * and the server answers. What sends it is loaded only when there is something to send.
 */
export function endOwedSession(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = async (): Promise<void> => {
    clearTimeout(timer)
    if (!navigator.onLine || !(await owesSignOut())) return
    try {
      const { payOwedSignOut } = await import('./api.ts')
      await payOwedSignOut()
    } catch {
      timer = setTimeout(() => void look(), ASK_AGAIN)
    }
  }
  window.addEventListener('online', () => void look())
  void look()
}
