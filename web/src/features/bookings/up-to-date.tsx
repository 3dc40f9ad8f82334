import styles from './bookings-tab.module.css'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** The one status line: how fresh what is shown is. `at` is an instant in milliseconds, 0 for never. */
export function UpToDate({
  at,
  isFetching,
  error,
}: {
  readonly at: number
  readonly isFetching: boolean
  readonly error: Error | null
}) {
  const time = at === 0 ? undefined : clock.format(at)
  const words =
    isFetching || time === undefined
      ? 'Updating…'
      : error === null
        ? `Up to date ${time}`
        : `Could not update – showing ${time}`
  return (
    <p className={styles.fresh} role="status">
      {at === 0 && error !== null && !isFetching ? '' : words}
    </p>
  )
}
