import type { PublicBusiness } from '@forecourt/contracts/business.ts'
import { Link } from 'wouter'
import { BusinessMark } from '../business/business-mark.tsx'
import styles from './portal-header.module.css'

/** The business's name and the three ways of the specification's section 2. */
export function PortalHeader({ business }: { readonly business: PublicBusiness }) {
  return (
    <header className={styles.header}>
      <p className={styles.name}>
        <BusinessMark name={business.name} logoUrl={business.logoUrl} />
        <span>{business.name}</span>
      </p>
      <nav aria-label="Portal">
        <a href="#fleet">Our Fleet</a>
        <a href="#booking">Book Now</a>
        <Link href={`/${business.slug}/admin/login`}>Admin Login</Link>
      </nav>
    </header>
  )
}
