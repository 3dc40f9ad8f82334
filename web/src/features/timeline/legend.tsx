import styles from './timeline.module.css'
import { KINDS, kindWords } from './words.ts'

/** What the bars are. */
export function Legend() {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {KINDS.map((kind) => (
        <li key={kind}>
          <span aria-hidden="true" className={styles.swatch} data-kind={kind} />
          {kindWords[kind]}
        </li>
      ))}
    </ul>
  )
}
