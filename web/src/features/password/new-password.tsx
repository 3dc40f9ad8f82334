import { TextField } from '../../ui/text-field.tsx'
import { type Complaints, RULES, type TypedReset } from './model.ts'

/** The two fields in which a new password is typed. */
export function NewPassword({
  typed,
  wrong,
  onEdit,
  autoFocus = false,
}: {
  readonly typed: TypedReset
  readonly wrong: Complaints
  readonly onEdit: (part: Partial<TypedReset>) => void
  readonly autoFocus?: boolean
}) {
  return (
    <>
      <TextField
        label="New password"
        inputType="password"
        autoComplete="new-password"
        description={RULES}
        value={typed.password}
        onChange={(password) => onEdit({ password })}
        error={wrong.password}
        autoFocus={autoFocus}
      />
      <TextField
        label="New password again"
        inputType="password"
        autoComplete="new-password"
        value={typed.again}
        onChange={(again) => onEdit({ again })}
        error={wrong.again}
      />
    </>
  )
}
