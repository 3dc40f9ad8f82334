import styles from './timeline.module.css'
import { KINDS, kindWords, TURNROUND } from './words.ts'

/** What the bars are. */
export function Legend({ hasTurnround }: { readonly hasTurnround: boolean }) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {KINDS.map((kind) => (
        <li key={kind}>
          <span aria-hidden="true" className={styles.swatch} data-kind={kind} />
          {kindWords[kind]}
        </li>
      ))}
      {hasTurnround && (
        <li>
          <span aria-hidden="true" className={`${styles.swatch} ${styles.kept}`} />
          {TURNROUND}
        </li>
      )}
    </ul>
  )
}
