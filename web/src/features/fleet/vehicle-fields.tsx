import { EARLIEST_YEAR, FEWEST_SEATS, MOST_SEATS } from '@forecourt/contracts/vehicle.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { categoryName, fuelName, transmissionName } from '../portal/vehicle-words.ts'
import type { Complaints, VehicleDraft } from './model.ts'
import { statusName } from './status-name.ts'
import styles from './vehicle-dialog.module.css'

const seats = Array.from({ length: MOST_SEATS - FEWEST_SEATS + 1 }, (_, place) => String(FEWEST_SEATS + place))

/** The fields of a vehicle, each with its complaint. */
export function VehicleFields({
  draft,
  wrong,
  thisYear,
  edit,
}: {
  readonly draft: VehicleDraft
  readonly wrong: Complaints
  readonly thisYear: number
  readonly edit: (part: Partial<VehicleDraft>) => void
}) {
  return (
    <div className={styles.fields}>
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => edit({ name })}
        error={wrong.name}
        maxLength={100}
        autoFocus
      />
      <Choice
        label="Category"
        names={categoryName}
        value={draft.category}
        onChange={(category) => edit({ category })}
      />
      <SelectField
        label="Seats"
        value={draft.capacity}
        onChange={(capacity) => edit({ capacity })}
        error={wrong.capacity}
      >
        {seats.map((count) => (
          <option key={count}>{count}</option>
        ))}
      </SelectField>
      <Choice
        label="Transmission"
        names={transmissionName}
        value={draft.transmission}
        onChange={(transmission) => edit({ transmission })}
      />
      <Choice label="Fuel" names={fuelName} value={draft.fuelType} onChange={(fuelType) => edit({ fuelType })} />
      <TextField
        label="Daily rate (£)"
        inputMode="decimal"
        value={draft.dailyRate}
        onChange={(dailyRate) => edit({ dailyRate })}
        error={wrong.dailyRate}
      />
      <TextField
        label="License plate (optional)"
        placeholder="AB12 CDE"
        autoComplete="off"
        value={draft.licensePlate}
        onChange={(licensePlate) => edit({ licensePlate })}
        error={wrong.licensePlate}
      />
      <TextField
        label="Year (optional)"
        inputMode="numeric"
        value={draft.year}
        onChange={(year) => edit({ year })}
        error={wrong.year}
        description={`${EARLIEST_YEAR} to ${thisYear + 1}`}
      />
      <Choice label="Status" names={statusName} value={draft.status} onChange={(status) => edit({ status })} />
      <div className={styles.wide}>
        <TextField
          label="Description (optional)"
          rows={3}
          value={draft.description}
          onChange={(description) => edit({ description })}
          error={wrong.description}
          maxLength={2000}
        />
      </div>
    </div>
  )
}

function Choice({
  label,
  names,
  value,
  onChange,
}: {
  readonly label: string
  readonly names: Readonly<Record<string, string>>
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <SelectField label={label} value={value} onChange={onChange}>
      {Object.entries(names).map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
