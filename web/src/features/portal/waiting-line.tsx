import styles from './fleet.module.css'
import { useRequestsWaiting } from './requests-waiting.ts'

/**
 * At the top of the portal: what was not sent when it was left, and the way there. The form, with more about it, comes later
 * and stands below the whole fleet on a phone. The line stays when nothing waits any more: the page does not move.
 */
export function WaitingLine({ slug }: { readonly slug: string }) {
  const count = useRequestsWaiting(slug)
  if (count === undefined) return null
  return (
    <p className={`${styles.asOf} ${styles.waits}`}>
      {count === 0 ? (
        'Nothing waits on this phone any more'
      ) : (
        <a href="#booking">{count === 1 ? '1 request waits on this phone' : `${count} requests wait on this phone`}</a>
      )}
    </p>
  )
}
