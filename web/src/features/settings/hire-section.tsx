import { FEWEST_RETENTION_DAYS, MOST_RETENTION_DAYS, MOST_TURNAROUND_DAYS } from '@forecourt/contracts/settings.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { labels } from './model.ts'
import { Overtaken } from './overtaken.tsx'
import { Section } from './section.tsx'
import { SettingsField } from './settings-field.tsx'
import type { SettingsForm } from './use-settings-form.ts'

const choices = Array.from({ length: MOST_TURNAROUND_DAYS + 1 }, (_, days) => ({
  value: String(days),
  words: days === 0 ? 'None: the next hire may begin on the same day' : `${days} ${days === 1 ? 'day' : 'days'}`,
}))

/** Rules of every hire: what is kept free after it, and how long its licence is kept. */
export function HireSection({ form }: { readonly form: SettingsForm }) {
  return (
    <Section
      title="Hires and licences"
      about="Days kept free give you time to clean and check a vehicle. They hold for every booking from now on; those that are approved stay."
    >
      <SelectField
        label={labels.turnaroundDays}
        value={form.draft.turnaroundDays}
        onChange={(turnaroundDays) => form.edit({ turnaroundDays })}
        error={form.wrong.turnaroundDays}
      >
        {choices.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <Overtaken field="turnaroundDays" form={form} />
      <SettingsField
        field="licenceRetentionDays"
        form={form}
        inputMode="numeric"
        description={`${FEWEST_RETENTION_DAYS} to ${MOST_RETENTION_DAYS}, after the hire is over or the request is rejected. Then the picture is deleted.`}
      />
    </Section>
  )
}
