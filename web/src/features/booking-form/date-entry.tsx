import { useEffect, useRef } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { whenReleased } from '../../ui/when-released.ts'

/** After this pause a date counts as typed, in milliseconds: its digits come one by one, each making another date. */
const PAUSE = 700

/**
 * A typed date, the browser's own field. `onDone` hears the date when it is typed to the end or left; what is said of it
 * then moves the page or covers a part of it, so a button whose press leaves the field is pressed to the end first.
 */
export function DateEntry({
  label,
  value,
  min,
  error,
  onChange,
  onDone,
}: {
  readonly label: string
  readonly value: string
  readonly min: string
  readonly error: string | undefined
  readonly onChange: (day: string) => void
  readonly onDone: (day: string) => void
}) {
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onDone)
  useEffect(() => {
    latest.current = onDone
  })
  useEffect(() => () => clearTimeout(pause.current), [])
  useEffect(() => {
    // What was typed is gone, with the form that was sent: there is nothing left to judge.
    if (value !== '') return
    clearTimeout(pause.current)
    pause.current = undefined
  }, [value])

  const done = (day: string) => {
    clearTimeout(pause.current)
    pause.current = undefined
    whenReleased(() => latest.current(day))
  }
  return (
    <TextField
      label={label}
      inputType="date"
      min={min}
      value={value}
      error={error}
      onChange={(day) => {
        onChange(day)
        clearTimeout(pause.current)
        pause.current = setTimeout(() => done(day), PAUSE)
      }}
      onKeyDown={(event) => {
        // It sends the form: what is said of the day comes before what the server says.
        if (event.key === 'Enter' && pause.current !== undefined) done(value)
        event.continuePropagation()
      }}
      onBlur={() => {
        if (pause.current !== undefined) done(value)
      }}
    />
  )
}
