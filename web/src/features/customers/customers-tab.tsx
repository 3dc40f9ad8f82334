import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useMedia } from '../../lib/use-media.ts'
import { usePaged } from '../../lib/use-paged.ts'
import { useUndoable } from '../../offline/outbox/use-undoable.ts'
import { Button } from '../../ui/button.tsx'
import { FailedToLoad } from '../../ui/failed-to-load.tsx'
import { Loading } from '../../ui/loading.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useMovingRows } from '../../ui/use-moving-rows.ts'
import { LicenceDialog } from '../bookings/licence-dialog.tsx'
import { ownBusiness } from '../business/api.ts'
import { hide } from './actions.ts'
import { CustomerDetails } from './customer-details.tsx'
import { CustomerEntry, CustomerRow } from './customer-row.tsx'
import styles from './customers-tab.module.css'
import { nameOf } from './model.ts'
import { useCustomers } from './use-customers.ts'

/** From this width on the table has room for its four columns. */
const WIDE = '(min-width: 43.75rem)'

/** Everybody who has asked for a booking (specification section 2, Customers). */
export function CustomersTab() {
  const [search, setSearch] = useState('')
  // In the address, so that other tabs can point at it and the way back closes it.
  const details = new URLSearchParams(useSearch()).get('customer')
  const {
    rows: found,
    all: data,
    error,
    refetch,
    isSearching,
    fetchOlder,
    isFetchingOlder,
    failed,
  } = useCustomers(search, details ?? '')
  const timeZone = useQuery(ownBusiness()).data?.timeZone ?? 'Europe/London'
  const [, navigate] = useLocation()
  const onView = useCallback((id: string) => navigate(`?tab=customers&customer=${encodeURIComponent(id)}`), [navigate])
  const [licence, setLicence] = useState<string>()
  const wide = useMedia(WIDE)
  const putAway = useUndoable(hide)

  const { shown, more, showMore } = usePaged(found)
  const moving = useMovingRows(found)
  const onHide = useCallback(
    (id: string, name: string) =>
      void putAway(
        { id },
        { label: `Hide ${name}`, said: `${name} is hidden`, saidOfAll: (count) => `${count} customers are hidden` },
      ),
    [putAway],
  )
  const rows = shown.map((customer) => {
    const Row = wide ? CustomerRow : CustomerEntry
    return (
      <Row
        key={customer.id}
        customer={customer}
        timeZone={timeZone}
        onView={onView}
        onLicence={setLicence}
        onHide={onHide}
      />
    )
  })
  const viewed = data?.find(({ id }) => id === details)
  const pictured = data?.find(({ id }) => id === licence)
  return (
    <section {...moving} className={styles.tab} aria-labelledby="customers-heading">
      <h1 id="customers-heading">Customers</h1>
      <div className={styles.search}>
        <TextField
          label="Search customers"
          inputType="search"
          autoComplete="off"
          value={search}
          onChange={setSearch}
          description="By name or email"
        />
        {data !== undefined && (
          <p role="status" className={styles.quiet}>
            {found.length}
            {fetchOlder !== undefined && search.trim() === '' && '+'} {found.length === 1 ? 'customer' : 'customers'}
          </p>
        )}
      </div>
      {data === undefined && error === null && <Loading label="Loading the customers" />}
      {data === undefined && error !== null && (
        <FailedToLoad error={error} otherwise="The customers could not be loaded." onRetry={refetch} />
      )}
      {failed !== undefined && <FailedToLoad error={failed.error} otherwise={failed.what} onRetry={failed.retry} />}
      {data !== undefined && found.length === 0 && isSearching && <Loading label="Searching" />}
      {data !== undefined && found.length === 0 && !isSearching && failed === undefined && (
        <p className={styles.empty}>
          {search.trim() === ''
            ? 'No customers yet. Whoever asks for a booking appears here.'
            : 'Nobody has this in their name or email.'}
        </p>
      )}
      {rows.length > 0 && !wide && <ul className={styles.ledger}>{rows}</ul>}
      {rows.length > 0 && wide && (
        <table className={styles.table}>
          <caption>Customers, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Customer</th>
              <th scope="col">Contact</th>
              <th scope="col">License</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      )}
      {more > 0 && (
        <p>
          <Button onPress={showMore}>Show more ({more})</Button>
        </p>
      )}
      {fetchOlder !== undefined && (
        <p>
          <Button isBusy={isFetchingOlder} onPress={fetchOlder}>
            {isFetchingOlder ? 'Loading…' : 'Load older customers'}
          </Button>
        </p>
      )}
      {viewed !== undefined && (
        <CustomerDetails
          customer={viewed}
          timeZone={timeZone}
          onClose={() => navigate('?tab=customers', { replace: true })}
        />
      )}
      {pictured?.licenseImageUrl != null && (
        <LicenceDialog
          path={pictured.licenseImageUrl}
          customer={nameOf(pictured)}
          onClose={() => setLicence(undefined)}
        />
      )}
    </section>
  )
}
