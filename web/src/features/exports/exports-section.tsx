import { useState } from 'react'
import { inWords } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { failureToast } from '../../ui/toast-queue.ts'
import { Section } from '../settings/section.tsx'
import { type Exported, exportOf } from './api.ts'
import styles from './exports-section.module.css'

const EXPORTS: readonly (readonly [Exported, string])[] = [
  ['bookings', 'Bookings'],
  ['customers', 'Customers'],
  ['vehicles', 'Vehicles'],
  ['revenue', 'Revenue by month'],
]

/** What the business has, as files for a spreadsheet. Fetched here: a plain link would not say whose desk asks. */
export function ExportsSection() {
  const [fetching, setFetching] = useState<Exported>()

  async function save(what: Exported): Promise<void> {
    if (fetching !== undefined) return
    setFetching(what)
    try {
      saveFile(await exportOf(what), `${what}.csv`)
    } catch (error) {
      failureToast('Failed to export', inWords(error, 'Please try again.'))
    } finally {
      setFetching(undefined)
    }
  }
  return (
    <Section title="Export" about="All of it as CSV files, for a spreadsheet or another program.">
      <p className={styles.files}>
        {EXPORTS.map(([what, label]) => (
          <Button key={what} aria-disabled={fetching !== undefined} onPress={() => void save(what)}>
            {label}
          </Button>
        ))}
      </p>
    </Section>
  )
}
