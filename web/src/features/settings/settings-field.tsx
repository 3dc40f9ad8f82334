import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'
import { labels, type SettingsDraft } from './model.ts'
import { Overtaken } from './overtaken.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** A text of the settings, with its complaint and with what somebody else has made of it meanwhile. */
export function SettingsField({
  field,
  form,
  ...props
}: {
  readonly field: Exclude<keyof SettingsDraft, 'logoUrl'>
  readonly form: SettingsForm
} & Pick<
  TextFieldProps,
  'label' | 'description' | 'inputType' | 'inputMode' | 'rows' | 'maxLength' | 'autoComplete' | 'placeholder'
>) {
  return (
    <>
      <TextField
        label={labels[field]}
        autoComplete="off"
        {...props}
        value={form.draft[field]}
        onChange={(typed) => form.edit({ [field]: typed })}
        error={form.wrong[field]}
      />
      <Overtaken field={field} form={form} />
    </>
  )
}
