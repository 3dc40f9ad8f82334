import type { Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './button.module.css'

/** React Aria’s button, in one of our three looks. */
export interface ButtonProps extends Omit<AriaButtonProps, 'className'> {
  /** `primary` carries the brand and is used once a view; `quiet` has no edge. */
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly className?: string
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button of at least 44 px. */
export function Button({ variant = 'plain', className = '', ...props }: ButtonProps) {
  return <AriaButton {...props} className={`${styles.button} ${styles[variant] ?? ''} ${className}`} />
}
