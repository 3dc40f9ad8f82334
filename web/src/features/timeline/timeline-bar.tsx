import { Button } from '../../ui/button.tsx'
import { Legend } from './legend.tsx'
import styles from './timeline.module.css'

/** Which month is seen, the ways to others, and what the bars are. */
export function TimelineBar({
  month,
  isFirst,
  isLast,
  hasTurnround,
  onStep,
  onToday,
}: {
  /** In words. */
  readonly month: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly hasTurnround: boolean
  readonly onStep: (step: 1 | -1) => void
  readonly onToday: () => void
}) {
  return (
    <div className={styles.bar}>
      <Button aria-label="Previous month" isDisabled={isFirst} onPress={() => onStep(-1)}>
        ←
      </Button>
      <h2 aria-live="polite">{month}</h2>
      <Button aria-label="Next month" isDisabled={isLast} onPress={() => onStep(1)}>
        →
      </Button>
      <Button variant="quiet" onPress={onToday}>
        Today
      </Button>
      <Legend hasTurnround={hasTurnround} />
    </div>
  )
}
