import { type ChangeEvent, type ReactNode, useId } from 'react'
import styles from './text-field.module.css'

/** A labelled native select: phones show their own picker. Its children are the options. */
export function SelectField({
  label,
  value,
  onChange,
  error,
  children,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** The complaint to show; none when the choice is right. */
  readonly error?: string | undefined
  readonly children: ReactNode
}) {
  const id = useId()
  const wrong = error !== undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select
        id={id}
        className={styles.input}
        value={value}
        onChange={(event: ChangeEvent<HTMLSelectElement>) => onChange(event.target.value)}
        aria-invalid={wrong}
        data-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
      >
        {children}
      </select>
      {wrong && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </div>
  )
}
