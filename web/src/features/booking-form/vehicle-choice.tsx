import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import { wholePounds } from '../../lib/money.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { selectable } from './model.ts'

/** Which vehicle; only available ones can be chosen. */
export function VehicleChoice({
  vehicles,
  chosen,
  error,
  onChoose,
}: {
  readonly vehicles: readonly Vehicle[]
  readonly chosen: string
  readonly error: string | undefined
  readonly onChoose: (carId: string) => void
}) {
  const choices = selectable(vehicles)
  const value = choices.some(({ id }) => id === chosen) ? chosen : ''
  return (
    <SelectField label="Vehicle" value={value} onChange={onChoose} error={error}>
      <option value="">Select a vehicle</option>
      {choices.map(({ id, name, dailyRate }) => (
        <option key={id} value={id}>
          {name} – {wholePounds(dailyRate)} per day
        </option>
      ))}
    </SelectField>
  )
}
