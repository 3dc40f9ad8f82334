import styles from './passages.module.css'
import type { Passage } from './texts.ts'

/** Short passages one below the other, ruled like a ledger; `large` sets their titles as statements. */
export function Passages({
  passages,
  large = false,
}: {
  readonly passages: readonly Passage[]
  readonly large?: boolean
}) {
  return (
    <ul className={styles.passages} data-large={large || undefined}>
      {passages.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
