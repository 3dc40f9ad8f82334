import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import styles from './dialog.module.css'

/** A dialog over the page; on a phone `page` fills the screen. Esc and a tap beside it close it. */
export function Dialog({
  title,
  onClose,
  children,
  size = 'note',
  isAlert = false,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly size?: 'note' | 'page' | 'picture'
  /** Asks something that has to be answered: a tap beside it does not close it. */
  readonly isAlert?: boolean
}) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable={!isAlert}
      className={styles.overlay ?? ''}
    >
      <Modal className={`${styles.modal} ${styles[size]}`}>
        <AriaDialog data-dialog role={isAlert ? 'alertdialog' : 'dialog'} className={styles.dialog ?? ''}>
          <Heading slot="title" level={2} className={styles.title ?? ''}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The buttons at a dialog's foot. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
