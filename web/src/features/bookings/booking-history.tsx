import type { BookingHistory } from '@forecourt/contracts/booking-history.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { momentOf } from '../../lib/dates.ts'
import { FailedToLoad } from '../../ui/failed-to-load.tsx'
import { bookingHistory } from './api.ts'
import styles from './booking-history.module.css'
import { doer } from './history-words.ts'

/** Who did what to the booking, and when. Asked for when somebody opens it: most look at a booking to decide about it. */
export function BookingHistoryPart({ id, timeZone }: { readonly id: string; readonly timeZone: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.part} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>History</summary>
      {isOpen && <Entries id={id} timeZone={timeZone} />}
    </details>
  )
}

function Entries({ id, timeZone }: { readonly id: string; readonly timeZone: string }) {
  const { data, error, refetch } = useQuery(bookingHistory(id))
  if (data !== undefined) return <Happened history={data} timeZone={timeZone} />
  if (error === null) return <p>Loading the history…</p>
  return <FailedToLoad error={error} otherwise="The history could not be loaded." onRetry={() => void refetch()} />
}

function Happened({ history, timeZone }: { readonly history: BookingHistory; readonly timeZone: string }) {
  return (
    <ol className={styles.entries}>
      {history.map(({ id, at, sentence, by }) => (
        <li key={id}>
          <strong>{sentence}</strong>
          <span>
            <time dateTime={at}>{momentOf(at, timeZone)}</time>, {doer(by)}
          </span>
        </li>
      ))}
    </ol>
  )
}
