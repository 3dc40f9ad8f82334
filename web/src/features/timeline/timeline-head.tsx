// biome-ignore-all lint/a11y/useSemanticElements: a table cannot leave out what is not seen
// biome-ignore-all lint/a11y/useFocusableInteractive: of a grid one cell has the focus, not its rows
import { memo } from 'react'
import { shortDay } from '../../lib/dates.ts'
import { dayAt, type Month, overlap, type Span } from './model.ts'
import { DAY } from './seen.ts'
import styles from './timeline.module.css'
import { monthInWords } from './words.ts'

/** The days above the rows, as far as they are seen. */
export const TimelineHead = memo(function TimelineHead({
  span,
  months,
  firstDay,
  lastDay,
  today,
}: {
  readonly span: Span
  readonly months: readonly Month[]
  readonly firstDay: number
  readonly lastDay: number
  /** Which day is today. */
  readonly today: number
}) {
  const days = Array.from({ length: Math.max(0, lastDay - firstDay) }, (_, place) => firstDay + place)
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <div role="columnheader" aria-colindex={1} className={styles.corner}>
        Vehicle
      </div>
      {months
        .filter((month) => overlap(month, { from: firstDay, to: lastDay }))
        .map(({ id, from, to }) => (
          <div key={id} aria-hidden="true" className={styles.month} style={placeOf(from, to)}>
            <span>{monthInWords(id)}</span>
          </div>
        ))}
      {days.map((day) => {
        const date = dayAt(span, day)
        const inWords = shortDay(date)
        return (
          <div
            key={day}
            role="columnheader"
            aria-colindex={day + 2}
            aria-label={inWords}
            aria-current={day === today ? 'date' : undefined}
            className={styles.day}
            data-weekend={inWords.startsWith('S') || undefined}
            style={placeOf(day, day + 1)}
          >
            <span>{inWords.slice(0, 2)}</span>
            <strong>{Number(date.slice(8))}</strong>
          </div>
        )
      })}
    </div>
  )
})

const placeOf = (from: number, to: number) => ({
  left: `calc(var(--names) + ${from * DAY}px)`,
  width: (to - from) * DAY,
})
