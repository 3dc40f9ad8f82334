import { type ReactNode, useState } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import styles from './dialog.module.css'
import { HoldOpen } from './held-open.ts'

/**
 * A dialog over the page; on a phone `page` fills the screen. Esc and a tap beside it close it, unless that would take
 * something from whoever is at it: a hand that rests beside the sheet has asked for nothing.
 */
export function Dialog({
  title,
  onClose,
  children,
  size = 'note',
  isAlert = false,
  staysOpen = false,
  wouldLose = false,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly size?: 'note' | 'page' | 'picture'
  /** Asks something that has to be answered: a tap beside it does not close it. */
  readonly isAlert?: boolean
  /** Is filled in, or says what is said once: a tap beside it does not close it. */
  readonly staysOpen?: boolean
  /** What is in it is kept nowhere: Esc does not close it either. A part of it says so by `useHeldOpen`. */
  readonly wouldLose?: boolean
}) {
  const [held] = useState(() => new Set<string>())
  const [hold] = useState(() => (part: string, isHeld: boolean) => {
    if (isHeld) held.add(part)
    else held.delete(part)
  })
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => {
        if (!open && !wouldLose && held.size === 0) onClose()
      }}
      isDismissable={!isAlert && !staysOpen}
      // The focus stays where it is: until it was brought back, Esc would be pressed in vain.
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) event.preventDefault()
      }}
      className={styles.overlay ?? ''}
    >
      <Modal className={`${styles.modal} ${styles[size]}`}>
        <AriaDialog data-dialog role={isAlert ? 'alertdialog' : 'dialog'} className={styles.dialog ?? ''}>
          <Heading slot="title" level={2} className={styles.title ?? ''}>
            {title}
          </Heading>
          <HoldOpen value={hold}>{children}</HoldOpen>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The buttons at a dialog's foot. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
