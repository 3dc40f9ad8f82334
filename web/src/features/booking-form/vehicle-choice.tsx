import { wholePounds } from '../../lib/money.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { Choice } from './model.ts'

/** Which vehicle, of those that can be chosen. */
export function VehicleChoice({
  vehicles,
  chosen,
  error,
  onChoose,
}: {
  readonly vehicles: readonly Choice[]
  readonly chosen: string
  readonly error: string | undefined
  readonly onChoose: (carId: string) => void
}) {
  const value = vehicles.some(({ id }) => id === chosen) ? chosen : ''
  return (
    <SelectField label="Vehicle" value={value} onChange={onChoose} error={error}>
      <option value="">Select a vehicle</option>
      {vehicles.map(({ id, name, dailyRate }) => (
        <option key={id} value={id}>
          {name} – {wholePounds(dailyRate)} per day
        </option>
      ))}
    </SelectField>
  )
}
