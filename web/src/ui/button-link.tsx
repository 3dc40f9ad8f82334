import styles from './button.module.css'

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'plain',
  ...props
}: React.ComponentProps<'a'> & { readonly variant?: 'primary' | 'plain' | 'quiet' }) {
  return <a {...props} className={`${styles.button} ${styles[variant] ?? ''}`} />
}
