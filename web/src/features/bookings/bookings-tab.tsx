import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { useToday } from '../../lib/use-today.ts'
import { useUndoable } from '../../offline/outbox/use-undoable.ts'
import { Button } from '../../ui/button.tsx'
import { FailedToLoad } from '../../ui/failed-to-load.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useMovingRows } from '../../ui/use-moving-rows.ts'
import { ownBusiness } from '../business/api.ts'
import { focusedRow } from '../shortcuts/rows.ts'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'
import { hideFrom, useUnsentDecisions } from './actions.ts'
import { BookingDialog } from './booking-details.tsx'
import { BookingsList } from './bookings-list.tsx'
import styles from './bookings-tab.module.css'
import { BookingsToolbar } from './bookings-toolbar.tsx'
import { CalendarView } from './calendar-view.tsx'
import { DetailsPane } from './details-pane.tsx'
import { LicenceDialog } from './licence-dialog.tsx'
import { customerName, licenceOf } from './model.ts'
import { NewRequests } from './new-requests.tsx'
import { PapersQuestion } from './papers-question.tsx'
import { useArrivals } from './use-arrivals.ts'
import { useBookings } from './use-bookings.ts'
import { useConflicts } from './use-conflicts.ts'
import { useDecide } from './use-decide.ts'
import { useDetails } from './use-details.ts'

/** The bookings of the business: who asks for which vehicle, and the decisions about them. */
export function BookingsTab() {
  const [search, setSearch] = useState('')
  const { rows, all, isSettled, error, refetch, isSearching, fetchOlder, wantsOlder, isFetchingOlder, failed } =
    useBookings(search)
  const { isCalendar, chosen, isBeside, pane, isAsked, open, close, keys } = useDetails()
  const { shown, arrived, showAll } = useArrivals(rows, all, isSettled, chosen)
  // What a search finds is the answer to it: nobody is reading yet.
  const listed = search.trim() === '' ? shown : rows
  const moving = useMovingRows(listed)
  const timeZone = useQuery(ownBusiness()).data?.timeZone ?? 'Europe/London'
  const today = useToday(timeZone)
  const { conflictWith, conflictToTell } = useConflicts(all, today)
  const { decide, decideByKey, refusals, question, answer } = useDecide(conflictWith)
  const unsent = useUnsentDecisions()
  const [licence, setLicence] = useState<string>()

  const [, navigate] = useLocation()
  const putAway = useUndoable(hideFrom)
  const onHide = useCallback(
    (id: string, name: string) =>
      void putAway(
        { id, page: 'hide-from-bookings-page' },
        {
          label: `Remove ${name}’s booking`,
          said: 'Removed from view',
          saidOfAll: (count) => `${count} bookings removed from view`,
        },
      ),
    [putAway],
  )

  const pressed = (to: 'approved' | 'rejected') => {
    const id = focusedRow()
    const booking = listed.find((row) => row.id === id)
    if (booking?.status === 'pending') decideByKey(booking, to)
  }
  useShortcuts({ a: () => pressed('approved'), r: () => pressed('rejected') })

  const opened = all?.find(({ id }) => id === chosen)
  const details = { timeZone, conflictToTell, onDecide: decide, onClose: close }
  const pictured = all?.find(({ id }) => id === licence)
  const path = pictured === undefined ? null : licenceOf(pictured)
  return (
    <section className={isBeside ? styles.beside : undefined} aria-labelledby="bookings-heading" {...keys}>
      <div {...moving} className={styles.tab} data-chosen={wantsOlder ? 'older' : undefined}>
        <BookingsToolbar
          isCalendar={isCalendar}
          onView={(calendar) => navigate(calendar ? '?tab=bookings&view=calendar' : '?tab=bookings')}
          search={search}
          onSearch={setSearch}
          onRefresh={() => {
            refetch()
            showAll()
          }}
        />
        {all === undefined && error === null && <Loading label="Loading the bookings" />}
        {all === undefined && error !== null && (
          <FailedToLoad error={error} otherwise="The bookings could not be loaded." onRetry={refetch} />
        )}
        {failed !== undefined && !isCalendar && (
          <FailedToLoad error={failed.error} otherwise={failed.what} onRetry={failed.retry} />
        )}
        {all !== undefined && isCalendar && <CalendarView bookings={all} today={today} onDetails={open} />}
        {!isCalendar && search.trim() === '' && <NewRequests arrived={arrived} onShow={showAll} />}
        {all !== undefined && !isCalendar && listed.length === 0 && failed === undefined && (
          <Nothing search={search} isSearching={isSearching} />
        )}
        {listed.length > 0 && !isCalendar && (
          <BookingsList
            bookings={listed}
            isBeside={isBeside}
            chosen={isBeside ? chosen : undefined}
            unsent={unsent}
            refusals={refusals}
            conflictToTell={conflictToTell}
            onDetails={open}
            onLicence={setLicence}
            onDecide={decide}
            onHide={onHide}
          />
        )}
        {!isCalendar && fetchOlder !== undefined && (
          <p>
            <Button isBusy={isFetchingOlder} onPress={fetchOlder}>
              {isFetchingOlder ? 'Loading…' : 'Load older bookings'}
            </Button>
          </p>
        )}
      </div>
      {isBeside && <DetailsPane ref={pane} booking={opened} isAsked={isAsked} onAsk={open} {...details} />}
      {!isBeside && opened !== undefined && <BookingDialog key={opened.id} booking={opened} {...details} />}
      {question !== undefined && <PapersQuestion question={question} onAnswer={answer} />}
      {pictured !== undefined && path !== null && (
        <LicenceDialog path={path} customer={customerName(pictured)} onClose={() => setLicence(undefined)} />
      )}
    </section>
  )
}

function Nothing({ search, isSearching }: { readonly search: string; readonly isSearching: boolean }) {
  if (isSearching) return <Loading label="Searching" />
  return (
    <div className={styles.empty}>
      <strong>{search.trim() === '' ? 'No bookings yet' : 'Nothing found'}</strong>
      <p>
        {search.trim() === ''
          ? 'Requests from your portal appear here, newest first.'
          : 'No booking has this in its customer, reference or vehicle.'}
      </p>
    </div>
  )
}
