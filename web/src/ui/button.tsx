import type { Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './button.module.css'

/** React Aria’s button, in one of our three looks. */
export interface ButtonProps extends Omit<AriaButtonProps, 'className'> {
  /** `primary` carries the brand and is used once a view; `quiet` has no edge. */
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly className?: string
  /** What it does is under way: it does nothing more, and keeps the focus, which would be gone from a button that is disabled. */
  readonly isBusy?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button of at least 44 px. */
export function Button({ variant = 'plain', className = '', isBusy = false, ...props }: ButtonProps) {
  // Not React Aria's `isPending`: what that announces refers to the button, which may be gone by then.
  const busy = isBusy ? ({ 'aria-disabled': true, type: 'button', onPress: nothing } as const) : {}
  return <AriaButton {...props} {...busy} className={`${styles.button} ${styles[variant] ?? ''} ${className}`} />
}

function nothing(): void {}
