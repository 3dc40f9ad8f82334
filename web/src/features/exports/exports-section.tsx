import { ButtonLink } from '../../ui/button-link.tsx'
import { Section } from '../settings/section.tsx'
import styles from './exports-section.module.css'

const EXPORTS = [
  ['bookings', 'Bookings'],
  ['customers', 'Customers'],
  ['vehicles', 'Vehicles'],
  ['revenue', 'Revenue by month'],
] as const

/** What the business has, as files for a spreadsheet. The browser fetches and saves them itself. */
export function ExportsSection() {
  return (
    <Section title="Export" about="All of it as CSV files, for a spreadsheet or another program.">
      <p className={styles.files}>
        {EXPORTS.map(([what, label]) => (
          <ButtonLink key={what} href={`/api/admin/exports/${what}`} download={`${what}.csv`}>
            {label}
          </ButtonLink>
        ))}
      </p>
    </Section>
  )
}
