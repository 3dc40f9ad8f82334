import { type PointerEvent, useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_ToastContent as Content,
  UNSTABLE_ToastRegion as Region,
  UNSTABLE_Toast as Toast,
} from 'react-aria-components/Toast'
import { Cross } from './cross.tsx'
import { toastQueue } from './toast-queue.ts'
import styles from './toasts.module.css'

/** A swipe to the right over this many pixels dismisses (specification section 9). */
const SWIPE = 50

/** Where toasts appear. F8 moves the focus to them (specification section 9), beside React Aria's own F6. */
export function Toasts() {
  const region = useRef<HTMLDivElement>(null)
  /** Where a swipe has begun; a press of a button in the toast is none. */
  const began = useRef<number>(undefined)

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.current?.focus()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [])

  return (
    <Region ref={region} queue={toastQueue} className={styles.region ?? ''}>
      {({ toast }) => (
        <Toast
          toast={toast}
          className={styles.toast ?? ''}
          data-variant={toast.content.variant}
          onPointerDown={(event: PointerEvent) => {
            began.current = event.clientX
          }}
          onPointerUp={(event: PointerEvent) => {
            // Buttons keep their presses to themselves: closing under one would swallow what it does.
            if (began.current !== undefined && event.clientX - began.current > SWIPE) toastQueue.close(toast.key)
            began.current = undefined
          }}
          onPointerLeave={() => {
            began.current = undefined
          }}
        >
          <Content className={styles.content}>
            <Text slot="title" className={styles.title ?? ''}>
              {toast.content.title}
            </Text>
            {toast.content.description !== undefined && <Text slot="description">{toast.content.description}</Text>}
          </Content>
          {toast.content.action !== undefined && (
            <Button
              className={styles.action ?? ''}
              onPress={() => {
                toast.content.action?.onPress()
                toastQueue.close(toast.key)
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <Button slot="close" className={styles.close ?? ''} aria-label="Dismiss">
            <Cross />
          </Button>
        </Toast>
      )}
    </Region>
  )
}
