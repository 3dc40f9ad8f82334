import type { NextDaysShown } from './next-days.ts'
import styles from './next-days-strip.module.css'

const WEEK = 7

/** A vehicle's next days: a sentence, and a strip in which what is taken is filled and struck through. */
export function NextDaysStrip({ shown: { days, sentence } }: { readonly shown: NextDaysShown }) {
  return (
    <div className={styles.next}>
      <p>{sentence}</p>
      {/* The sentence says the same; as a list of fourteen it would be read out for every vehicle. */}
      <div className={styles.strip} aria-hidden="true">
        {[days.slice(0, WEEK), days.slice(WEEK)].map((week) => (
          <div key={week[0]?.day} className={styles.week}>
            {week.map(({ day, isTaken }) => (
              <span key={day} data-taken={isTaken || undefined}>
                {Number(day.slice(8))}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
