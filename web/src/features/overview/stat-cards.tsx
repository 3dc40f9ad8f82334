import type { Stats } from '@forecourt/contracts/figures.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { pounds } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { stats } from './api.ts'
import { isBefore, monthInWords, monthOf, monthsLater } from './model.ts'
import styles from './stat-cards.module.css'

/** The four figures of a month; the month can be paged back, and forward to the present one. */
export function StatCards({ today }: { readonly today: string }) {
  const present = monthOf(today)
  const [month, setMonth] = useState(present)
  const isPast = isBefore(month, present)
  const { data, isError, isPlaceholderData, refetch } = useQuery({ ...stats(month), placeholderData: keepPreviousData })
  // What is kept of another month while this one is fetched is nobody's figure.
  const shown = isPlaceholderData ? undefined : data
  const figure = (show: (figures: Stats) => string): ReactNode => (shown === undefined ? '–' : show(shown))
  return (
    <section
      aria-label="Figures"
      className={styles.figures}
      aria-busy={shown === undefined && !isError}
      data-chosen={isPast || undefined}
    >
      <div className={styles.months}>
        <Button aria-label="Previous month" onPress={() => setMonth(monthsLater(month, -1))}>
          ←
        </Button>
        <p aria-live="polite">{monthInWords(month)}</p>
        <Button aria-label="Next month" isDisabled={!isPast} onPress={() => setMonth(monthsLater(month, 1))}>
          →
        </Button>
        {isError && shown === undefined && (
          <p role="alert">
            Failed to fetch stats <Button onPress={() => void refetch()}>Try again</Button>
          </p>
        )}
      </div>
      <dl className={styles.cards}>
        <div className={styles.card}>
          <dt>Monthly Revenue</dt>
          <dd>{figure(({ revenue }) => pounds(revenue))}</dd>
        </div>
        <div className={styles.card}>
          <dt>Active Bookings</dt>
          <dd>{figure(({ activeBookings }) => String(activeBookings))}</dd>
        </div>
        <div className={styles.card}>
          <dt>Fleet Utilisation</dt>
          <dd>{figure(({ utilization }) => `${utilization}%`)}</dd>
        </div>
        <div className={styles.card}>
          <dt>Total Customers</dt>
          <dd>{figure(({ customers }) => String(customers))}</dd>
        </div>
      </dl>
    </section>
  )
}
