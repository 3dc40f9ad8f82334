import { longDay } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { type DueDates, type Paper, paperName } from './due.ts'
import styles from './maintenance-dialog.module.css'

/** Why the dates in the form are not saved, and what others have saved instead meanwhile. */
export function DueDatesRefused({
  saved,
  overtaken,
  refusal,
  onDiscard,
}: {
  readonly saved: DueDates
  readonly overtaken: readonly Paper[]
  readonly refusal: string | undefined
  readonly onDiscard: () => void
}) {
  return (
    <div role="status" className={styles.taken}>
      {overtaken.length === 0 && <p>These dates were not saved. {refusal}</p>}
      {overtaken.length > 0 && (
        <>
          <p>Somebody has saved other dates meanwhile:</p>
          <ul>
            {overtaken.map((paper) => (
              <li key={paper}>
                {paperName[paper]}: {dayOf(saved[paper])}
              </li>
            ))}
          </ul>
          <p>Yours are not saved yet. Save due dates replaces theirs.</p>
        </>
      )}
      <div className={styles.ways}>
        <Button variant="quiet" onPress={onDiscard}>
          Discard mine
        </Button>
      </div>
    </div>
  )
}

const dayOf = (date: string | null) => (date === null ? 'unknown' : longDay(date))
