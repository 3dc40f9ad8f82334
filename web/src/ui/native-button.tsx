import styles from './button.module.css'

/**
 * The browser's own button, looking like `Button`: for what a visitor sees first, where React Aria's weighs as much as the
 * rest of the screen, and for long lists, where hundreds of those make every tap slow. A tapped one has the focus, which
 * Safari gives to none: a dialog that it opens gives the focus back to it.
 */
export function NativeButton({
  variant = 'plain',
  onClick,
  ...props
}: React.ComponentProps<'button'> & { readonly variant?: 'primary' | 'plain' | 'quiet' }) {
  return (
    <button
      type="button"
      {...props}
      onClick={(event) => {
        event.currentTarget.focus({ preventScroll: true })
        onClick?.(event)
      }}
      className={`${styles.button} ${styles[variant] ?? ''}`}
    />
  )
}
