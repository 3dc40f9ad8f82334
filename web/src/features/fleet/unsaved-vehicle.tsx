import { Button } from '../../ui/button.tsx'
import type { Field, VehicleDraft } from './model.ts'
import styles from './vehicle-dialog.module.css'

const words: Readonly<Record<Field, string>> = {
  name: 'name',
  description: 'description',
  category: 'category',
  capacity: 'seats',
  transmission: 'transmission',
  fuelType: 'fuel',
  dailyRate: 'daily rate',
  licensePlate: 'plate',
  year: 'year',
  status: 'status',
  imageUrl: 'picture',
}

/** What was typed before and is not saved, why, and what others have saved instead meanwhile. */
export function Unsaved({
  saved,
  overtaken,
  refusal,
  onDiscard,
}: {
  readonly saved: VehicleDraft
  readonly overtaken: readonly Field[]
  readonly refusal: string | undefined
  readonly onDiscard: () => void
}) {
  return (
    <div role="status" className={styles.unsaved}>
      {overtaken.length === 0 && <p>{refusal ?? 'You left these changes without saving them.'}</p>}
      {overtaken.length > 0 && (
        <>
          <p>Somebody has saved something else meanwhile:</p>
          <ul>
            {overtaken.map((field) => (
              <li key={field}>
                {words[field]}: {field === 'imageUrl' ? 'another picture' : saved[field] || 'nothing'}
              </li>
            ))}
          </ul>
          <p>Yours is not saved yet. Save Changes replaces theirs.</p>
        </>
      )}
      <Button variant="quiet" onPress={onDiscard}>
        Discard mine
      </Button>
    </div>
  )
}
