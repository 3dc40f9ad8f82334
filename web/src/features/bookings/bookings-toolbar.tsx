import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './bookings-toolbar.module.css'

/** Which view, what to look for, and asking anew. */
export function BookingsToolbar({
  isCalendar,
  onView,
  search,
  onSearch,
  onRefresh,
}: {
  readonly isCalendar: boolean
  readonly onView: (calendar: boolean) => void
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly onRefresh: () => void
}) {
  return (
    <div className={styles.bar}>
      <h1 id="bookings-heading">Bookings</h1>
      <fieldset aria-label="View" className={styles.views}>
        <Button aria-pressed={!isCalendar} onPress={() => onView(false)}>
          Table View
        </Button>
        <Button aria-pressed={isCalendar} onPress={() => onView(true)}>
          Calendar View
        </Button>
      </fieldset>
      {!isCalendar && (
        <div className={styles.search}>
          <TextField
            aria-label="Search bookings"
            inputType="search"
            autoComplete="off"
            placeholder="Name, email, reference, plate"
            value={search}
            onChange={onSearch}
          />
        </div>
      )}
      <Button onPress={onRefresh}>Refresh</Button>
    </div>
  )
}
