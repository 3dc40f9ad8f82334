import { useEffect, useRef } from 'react'
import { shortcutOf } from './keys.ts'
import { areOn } from './setting.ts'

/** Calls back when one of the keys is pressed: never while somebody types, and never under an open dialog. */
export function useShortcuts(handlers: Readonly<Record<string, () => void>>): void {
  const current = useRef(handlers)
  useEffect(() => {
    current.current = handlers
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const focused = event.target instanceof HTMLElement ? event.target : null
      const handle = current.current[shortcutOf(event, focused) ?? '']
      if (handle === undefined || !areOn() || document.querySelector('[data-dialog]') !== null) return
      event.preventDefault()
      handle()
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
}
