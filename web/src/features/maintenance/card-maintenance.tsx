import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import styles from './card-maintenance.module.css'
import type { Due } from './due.ts'
import { daysInWords, kindName, outInWords } from './words.ts'

/** What a card says of a vehicle's maintenance: today's and the next, and what is due within 30 days or past. */
export function CardMaintenance({
  now,
  next,
  due,
}: {
  readonly now: Maintenance | undefined
  readonly next: Maintenance | undefined
  readonly due: readonly Due[]
}) {
  if (now === undefined && next === undefined && due.length === 0) return null
  return (
    <ul className={styles.lines}>
      {now !== undefined && (
        <li>
          <strong>Today:</strong> {outInWords(now)}
        </li>
      )}
      {next !== undefined && (
        <li>
          <strong>Next:</strong> {kindName[next.kind]}, {daysInWords(next)}
        </li>
      )}
      {due.map(({ paper, words, isPast }) => (
        <li key={paper} data-past={isPast || undefined}>
          {words}
        </li>
      ))}
    </ul>
  )
}
