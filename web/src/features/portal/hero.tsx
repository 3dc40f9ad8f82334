import type { PublicBusiness } from '@forecourt/contracts/business.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import styles from './hero.module.css'

/** What the business is, and the way to the booking section. */
export function Hero({ business }: { readonly business: PublicBusiness }) {
  return (
    <section className={styles.hero}>
      <h1>Hire a car from {business.name}</h1>
      <p>{business.description ?? 'See which days are free, choose yours, and send a request with your license.'}</p>
      <ButtonLink href="#booking" variant="primary">
        Book Now
      </ButtonLink>
    </section>
  )
}
