import type { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { periodInWords, today } from '../../lib/dates.ts'
import { pounds } from '../../lib/money.ts'
import { useConnected } from '../../lib/use-connected.ts'
import { useTitle } from '../../lib/use-title.ts'
import { BusinessMark } from '../business/business-mark.tsx'
import { BusinessTheme } from '../business/business-theme.tsx'
import { CalendarFile } from './calendar-file.tsx'
import { CancelSection } from './cancel-section.tsx'
import { ContractSection } from './contract-section.tsx'
import { InstallOffer } from './install-offer.tsx'
import { LicenceSection } from './licence-section.tsx'
import { momentAt, standingOf, wishOf } from './model.ts'
import { PickUp } from './pick-up.tsx'
import styles from './renter-page.module.css'
import { Timeline } from './timeline.tsx'

/** A renter's booking: where it stands and what happens next first, then what it is, then what can be done. */
export function RenterPage({
  booking,
  at,
  isCopy,
  onChanged,
}: {
  readonly booking: RenterBooking
  /** When the server told it, in milliseconds. */
  readonly at: number
  /** The server could not be asked, or not yet. */
  readonly isCopy: boolean
  /** Something was sent, or refused: the server is asked anew. */
  readonly onChanged: () => Promise<void>
}) {
  const { business, vehicle, reference, totalPrice, days, dailyRate } = booking
  const isConnected = useConnected()
  // Nothing of the booking or its link: a title is in histories and on shared screens.
  useTitle(`Your booking – ${business.name}`)
  const { tone, title, next } = standingOf(booking, today(business.timeZone))
  const { dates, length } = periodInWords(booking.pickupDate, booking.dropoffDate)
  return (
    <BusinessTheme colour={business.primaryColor}>
      <div className={styles.page}>
        <header className={styles.header}>
          <BusinessMark name={business.name} logoUrl={business.logo} />
          <span>{business.name}</span>
        </header>
        <main className={styles.main}>
          <section className={styles.standing} data-tone={tone} aria-labelledby="standing">
            <p className={styles.reference}>Booking #{reference}</p>
            <h1 id="standing">{title}</h1>
            <p>{next}</p>
            <p role="status" className={styles.asOf}>
              {isCopy && `${isConnected ? 'Not updated yet' : 'Offline'} – as of ${momentAt(at, business.timeZone)}`}
            </p>
          </section>
          <div className={styles.columns}>
            <div className={styles.column}>
              <LicenceSection booking={booking} isConnected={isConnected} onChanged={onChanged} />
              <ContractSection booking={booking} isConnected={isConnected} onChanged={onChanged} />
              <section className={styles.part} aria-labelledby="vehicle">
                {vehicle.imageUrl !== null && (
                  <img
                    sizes="(max-width: 640px) 100vw, 30rem"
                    srcSet={vehicle.imageSrcset ?? undefined}
                    src={vehicle.imageUrl}
                    alt=""
                    width={640}
                    height={400}
                    className={styles.picture}
                  />
                )}
                <h2 id="vehicle">{vehicle.name}</h2>
                {vehicle.licensePlate !== null && <p className={styles.plate}>{vehicle.licensePlate}</p>}
                <dl className={styles.facts}>
                  <div>
                    <dt>Dates</dt>
                    <dd>
                      {dates} · <span className={styles.whole}>{length}</span>
                    </dd>
                  </div>
                  <div>
                    <dt>Price</dt>
                    <dd>
                      <strong>{pounds(totalPrice)}</strong> ({days} × {pounds(dailyRate)})
                    </dd>
                  </div>
                  <div>
                    <dt>Name</dt>
                    <dd>{booking.customerName}</dd>
                  </div>
                </dl>
                <CalendarFile booking={booking} isConnected={isConnected} onChanged={onChanged} />
              </section>
            </div>
            <div className={styles.column}>
              <PickUp booking={booking} />
              <Timeline booking={booking} />
              {/* Another wish is asked about, and sent, as one of its own: staff may have declined the one before. */}
              <CancelSection key={wishOf(booking)} booking={booking} isConnected={isConnected} onChanged={onChanged} />
              <InstallOffer business={business} />
            </div>
          </div>
        </main>
      </div>
    </BusinessTheme>
  )
}
