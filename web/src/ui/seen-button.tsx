import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'

/** Nobody has read anything sooner than this after it came up, in milliseconds. */
const UNREAD = 1_000

/**
 * Closes a dialog that has come up by itself, and has the focus there. A key that is pressed the moment it is there was
 * meant for what had the focus before, and closes nothing: whoever pressed Enter twice would never see what became of it.
 */
export function SeenButton({ onPress, children }: { readonly onPress: () => void; readonly children: ReactNode }) {
  const since = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    since.current = performance.now()
  }, [])
  return (
    <Button
      variant="primary"
      autoFocus
      onPress={({ pointerType }) => {
        const isRead = performance.now() - since.current >= UNREAD
        if (isRead || pointerType !== 'keyboard') onPress()
      }}
    >
      {children}
    </Button>
  )
}
