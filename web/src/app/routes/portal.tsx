import type { PublicBusiness } from '@forecourt/contracts/business.ts'
import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import { useCallback } from 'react'
import { useBookingDraft } from '../../features/booking-form/use-booking-draft.ts'
import { BusinessGate, isBusinessClosed } from '../../features/business/business-gate.tsx'
import { beginPortal } from '../../features/portal/begin-portal.ts'
import { BookingSection } from '../../features/portal/booking-section.tsx'
import { FleetSection } from '../../features/portal/fleet.tsx'
import { Hero } from '../../features/portal/hero.tsx'
import { PortalFooter } from '../../features/portal/portal-footer.tsx'
import { PortalHeader } from '../../features/portal/portal-header.tsx'
import { WaitingLine } from '../../features/portal/waiting-line.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { PublicCopy } from '../../offline/public-copy.tsx'
import { App } from '../app.tsx'
import { queryClient } from '../query-client.ts'
import styles from './portal.module.css'

/** What an address shows that is a portal's is there with the code, where it comes that soon. */
export const whatItShows = (path: string) => beginPortal(queryClient, path)

/** `/{slug}/portal`: what a renter sees; it opens without a network in the state last seen. */
export function Portal({ slug }: { readonly slug: string }) {
  return (
    <App>
      <PublicCopy key={slug} slug={slug} isOver={isBusinessClosed}>
        <BusinessGate slug={slug}>{(business) => <PortalPage business={business} />}</BusinessGate>
      </PublicCopy>
    </App>
  )
}

function PortalPage({ business }: { readonly business: PublicBusiness }) {
  useTitle(`${business.name} – car hire`)
  const inHand = useBookingDraft(business.slug)
  const { change } = inHand
  const select = useCallback(
    ({ id }: Pick<Vehicle, 'id'>) => {
      void change({ carId: id })
      turnTo('booking')
    },
    [change],
  )
  return (
    <div className={styles.page}>
      <PortalHeader business={business} />
      <main className={styles.main}>
        <Hero business={business} />
        <div className={styles.desk}>
          <section id="fleet" tabIndex={-1} aria-labelledby="fleet-heading" className={styles.fleet}>
            <h2 id="fleet-heading">Our Fleet</h2>
            <WaitingLine slug={business.slug} />
            <FleetSection
              slug={business.slug}
              timeZone={business.timeZone}
              selected={inHand.draft?.carId}
              onSelect={select}
            />
          </section>
          <BookingSection business={business} inHand={inHand} />
        </div>
      </main>
      <PortalFooter business={business} />
    </div>
  )
}

/** Scrolls to a section unless its beginning is in view already. */
function turnTo(id: string): void {
  const section = document.getElementById(id)
  const top = section?.getBoundingClientRect().top ?? 0
  if (top < 0 || top > window.innerHeight * 0.7) section?.scrollIntoView()
}
