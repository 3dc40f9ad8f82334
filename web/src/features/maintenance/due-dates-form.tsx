import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { type SubmitEvent, useState } from 'react'
import { addYears, longDay } from '../../lib/dates.ts'
import { useOutbox, usePending } from '../../offline/outbox/outbox-context.tsx'
import { useUnsaved } from '../../offline/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { useHeldOpen } from '../../ui/held-open.ts'
import { TextField } from '../../ui/text-field.tsx'
import { failureToast } from '../../ui/toast-queue.ts'
import { noteDueDates } from './actions.ts'
import { type DueDates, dueSoon, PAPERS, type Paper, paperName } from './due.ts'
import { DueDatesRefused } from './due-dates-refused.tsx'
import styles from './maintenance-dialog.module.css'
import { againInForm, refusedDueDates } from './refused-due-dates.ts'

/** A date further away was mistyped. */
const YEARS = 10

/**
 * When MOT, service, insurance and tax of a vehicle are due. A field that is empty is unknown. What was refused stands in the
 * fields again, beside what others have saved meanwhile.
 */
export function DueDatesForm({ vehicle, today }: { readonly vehicle: AdminVehicle; readonly today: string }) {
  const { id: carId, name: carName, dueDates } = vehicle
  const { perform, drop } = useOutbox()
  const refused = refusedDueDates(usePending(), carId, dueDates)
  const again = refused && againInForm(dueDates, refused)
  // Only what was typed: the other fields follow what others save.
  const [typed, setTyped] = useState<Partial<DueDates>>({})
  // What stood in a field when it was typed into.
  const [seen, setSeen] = useState<Partial<DueDates>>({})
  const [wrong, setWrong] = useState<Readonly<Record<string, string | undefined>>>({})
  const before = { ...dueDates, ...again?.draft }
  const shown = { ...before, ...typed }
  const isChanged = PAPERS.some((paper) => shown[paper] !== dueDates[paper])
  // What was refused is in the outbox, and is not lost with the form.
  const isTyped = PAPERS.some((paper) => shown[paper] !== before[paper])
  useUnsaved(isTyped)
  useHeldOpen(isTyped)
  const due = dueSoon(dueDates, today)

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (!isChanged) return
    // Not before: a year that is being typed is not wrong yet.
    const complaints = Object.fromEntries(PAPERS.map((paper) => [paper, complaint(shown[paper], today)]))
    setWrong(complaints)
    if (Object.values(complaints).some((said) => said !== undefined)) return
    try {
      // What others have saved instead of what was refused stands beside it, and so was seen.
      const args = { carId, carName, dueDates: shown, from: { ...dueDates, ...seen } }
      await perform(noteDueDates, args, { label: `Save due dates of ${carName}` })
      setTyped({})
      setSeen({})
    } catch {
      failureToast('Failed to save due dates', 'Please try again.')
    }
  }
  const discard = () => {
    setTyped({})
    setSeen({})
    setWrong({})
    for (const id of refused?.ids ?? []) void drop(id)
  }
  const field = (paper: Paper) => (
    <TextField
      key={paper}
      label={paperLabel[paper]}
      inputType="date"
      value={shown[paper] ?? ''}
      onChange={(date) => {
        setSeen({ [paper]: dueDates[paper], ...seen })
        setTyped({ ...typed, [paper]: date === '' ? null : date })
      }}
      error={wrong[paper]}
    />
  )
  return (
    <form className={styles.part} aria-labelledby="due-heading" onSubmit={(event) => void submit(event)} noValidate>
      <h3 id="due-heading">Due dates</h3>
      {due.length > 0 && (
        <ul className={styles.due}>
          {due.map(({ paper, words, isPast }) => (
            <li key={paper} data-past={isPast || undefined}>
              {words}
            </li>
          ))}
        </ul>
      )}
      {refused !== undefined && again !== undefined && (
        <DueDatesRefused saved={dueDates} overtaken={again.overtaken} refusal={refused.refusal} onDiscard={discard} />
      )}
      <div className={styles.fields}>{PAPERS.map(field)}</div>
      <div className={styles.ways}>
        <Button type="submit" aria-disabled={!isChanged}>
          Save due dates
        </Button>
      </div>
    </form>
  )
}

const paperLabel: Readonly<Record<Paper, string>> = {
  mot: `${paperName.mot} ends on`,
  service: `${paperName.service} due by`,
  insurance: `${paperName.insurance} ends on`,
  tax: `${paperName.tax} ends on`,
}

function complaint(date: string | null, today: string): string | undefined {
  if (date === null) return undefined
  const [earliest, latest] = [addYears(today, -YEARS), addYears(today, YEARS)]
  return date < earliest || date > latest
    ? `A date from ${longDay(earliest)} to ${longDay(latest)} is expected`
    : undefined
}
