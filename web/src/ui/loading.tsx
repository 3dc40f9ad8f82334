import styles from './loading.module.css'

/** The spinner, announced once. */
export function Loading({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <div className={styles.loading} role="status" data-loading>
      <span className={styles.spinner} aria-hidden="true" />
      <span className={styles.label}>{label}…</span>
    </div>
  )
}
