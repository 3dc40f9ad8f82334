import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { fleetAddress } from '../fleet/addresses.ts'
import { vehicles } from '../fleet/api.ts'
import { useMaintenance } from '../maintenance/use-maintenance.ts'
import { outInWords } from '../maintenance/words.ts'
import styles from './today-block.module.css'
import { fleetToday } from './today-fleet.ts'

/** Rows that a group shows; the rest is a number. */
const SHOWN = 4

/** The vehicles that are worked on today, and what of the fleet is due within 30 days or past. */
export function TodayFleet({ today }: { readonly today: string }) {
  const { data } = useQuery(vehicles())
  const fleet = useWithPending(vehicles().queryKey, data)
  const { blocks } = useMaintenance()
  // Also before they are known: nothing moves when they are.
  const isKnown = fleet !== undefined && blocks !== undefined
  const { worked, due } = fleetToday(fleet ?? [], blocks ?? [], today)
  return (
    <>
      <Group
        title="In maintenance"
        nobody={isKnown ? 'No vehicle is in maintenance.' : 'Not known yet.'}
        rows={worked.map(({ vehicle, block }) => ({
          vehicle,
          words: block === undefined ? 'Set by hand' : outInWords(block),
          isPast: false,
        }))}
      />
      <Group
        title="Due within 30 days"
        nobody={isKnown ? 'Nothing is due.' : 'Not known yet.'}
        rows={due.map(({ vehicle, words, isPast }) => ({ vehicle, words, isPast }))}
      />
    </>
  )
}

interface Row {
  readonly vehicle: { readonly id: string; readonly name: string }
  readonly words: string
  readonly isPast: boolean
}

function Group({
  title,
  nobody,
  rows,
}: {
  readonly title: string
  readonly nobody: string
  readonly rows: readonly Row[]
}) {
  return (
    <section className={styles.group} aria-label={title}>
      <h3>
        {title} <span className={styles.count}>{rows.length}</span>
      </h3>
      {rows.length === 0 && <p className={styles.quiet}>{nobody}</p>}
      <ul>
        {rows.slice(0, SHOWN).map(({ vehicle, words, isPast }) => (
          <li key={`${vehicle.id} ${words}`}>
            <Link href={fleetAddress({ isTimeline: false, maintenance: vehicle.id })}>
              <strong>{vehicle.name}</strong>
              <span className={`${styles.days} ${isPast ? styles.overdue : ''}`}>{words}</span>
            </Link>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && (
        <Link href={fleetAddress({ isTimeline: false })} className={styles.more}>
          +{rows.length - SHOWN} more
        </Link>
      )}
    </section>
  )
}
