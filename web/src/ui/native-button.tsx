import styles from './button.module.css'

/**
 * The browser's own button, looking like `Button`: for what a visitor sees first. React Aria's weighs as much as the rest of
 * such a screen and comes with the form, where there is more to do than to press.
 */
export function NativeButton({
  variant = 'plain',
  ...props
}: React.ComponentProps<'button'> & { readonly variant?: 'primary' | 'plain' | 'quiet' }) {
  return <button type="button" {...props} className={`${styles.button} ${styles[variant] ?? ''}`} />
}
