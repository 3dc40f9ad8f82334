import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { memo, type ReactNode } from 'react'
import { useMedia } from '../../lib/use-media.ts'
import { usePaged } from '../../lib/use-paged.ts'
import { Button } from '../../ui/button.tsx'
import { LedgerRow, type RowProps, TableRow } from './booking-row.tsx'
import styles from './bookings-list.module.css'
import { type Conflict, inWords } from './conflicts.ts'

/** From these widths on the table has room for its six columns: alone, and with the details beside it. Larger letters need more. */
const WIDE = '(min-width: 62.5rem)'
const WIDE_BESIDE = '(min-width: 88rem)'

/**
 * The bookings as the specification's table where there is room, as ledger entries where there is not. Memoised: typing a
 * search does not look at every row.
 */
export const BookingsList = memo(function BookingsList({
  bookings,
  isBeside,
  chosen,
  unsent,
  refusals,
  conflictToTell,
  ...handlers
}: {
  readonly bookings: readonly AdminBooking[]
  /** The details have a place beside the list. */
  readonly isBeside: boolean
  /** The one whose details are shown beside the list. */
  readonly chosen: string | undefined
  /** Those whose status was decided here and is not sent yet. */
  readonly unsent: ReadonlySet<string>
  readonly refusals: ReadonlyMap<string, string>
  /** What stands in the way of a booking's approval. Asked of the rows that are shown alone. */
  readonly conflictToTell: (booking: AdminBooking) => Conflict | undefined
} & Pick<RowProps, 'onDetails' | 'onLicence' | 'onDecide' | 'onHide'>) {
  const Row = useMedia(isBeside ? WIDE_BESIDE : WIDE) ? TableRow : LedgerRow
  const { shown, more, showMore } = usePaged(bookings)
  const rows = shown.map((booking) => (
    <Row
      key={booking.id}
      booking={booking}
      isChosen={booking.id === chosen}
      isUnsent={unsent.has(booking.id)}
      refusal={refusals.get(booking.id)}
      conflict={said(conflictToTell(booking))}
      {...handlers}
    />
  ))
  return (
    <>
      {Row === LedgerRow ? <ul className={styles.ledger}>{rows}</ul> : <Table>{rows}</Table>}
      {more > 0 && (
        <p>
          <Button onPress={showMore}>Show more ({more})</Button>
        </p>
      )}
    </>
  )
})

/** As a text: rows are memoised, and the same words are the same. */
const said = (conflict: Conflict | undefined) => (conflict === undefined ? undefined : inWords(conflict))

function Table({ children }: { readonly children: ReactNode }) {
  return (
    <table className={styles.table}>
      <caption>Bookings, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <th scope="col">Vehicle</th>
          <th scope="col">Dates</th>
          <th scope="col">Total</th>
          <th scope="col">Status</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
