import type { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { momentAt, momentInWords } from './model.ts'
import styles from './renter-page.module.css'

/** What has happened, the latest first. */
export function Timeline({ booking: { timeline, business } }: { readonly booking: RenterBooking }) {
  return (
    <section className={styles.part} aria-labelledby="so-far">
      <h2 id="so-far">So far</h2>
      <ol className={styles.timeline}>
        {timeline.toReversed().map(({ at, what }) => (
          <li key={`${at} ${what}`}>
            <span>{momentInWords(what)}</span>
            <time dateTime={at}>{momentAt(at, business.timeZone)}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}
