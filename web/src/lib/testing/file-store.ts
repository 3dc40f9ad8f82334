import { vi } from 'vitest'

/**
 * A store that takes every file: what `XMLHttpRequest` does in a browser, and Node has none. To be undone with
 * `vi.unstubAllGlobals`.
 * @param meanwhile happens while a file is on its way
 */
export function stubFileStore(meanwhile: () => void = () => undefined): void {
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = new EventTarget()
      readonly status = 200
      private isOver = false
      open() {}
      setRequestHeader() {}
      send() {
        meanwhile()
        if (!this.isOver) this.end('load')
      }
      abort() {
        this.end('abort')
      }
      private end(how: 'load' | 'abort') {
        this.isOver = true
        for (const kind of [how, 'loadend']) this.dispatchEvent(new Event(kind))
      }
    },
  )
}
