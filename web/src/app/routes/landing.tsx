import { useTitle } from '../../lib/use-title.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import styles from './landing.module.css'

/** The example tenant that the page leads to. */
const DEMO = '/harbour-hire'
const CALL = import.meta.env.VITE_BOOK_CALL_URL ?? 'https://calendly.com/'

const places = [
  {
    title: 'Customer Booking Portal',
    text: 'Your fleet, the days that are free, and a request with the driving licence in under a minute.',
    href: `${DEMO}/portal`,
  },
  {
    title: 'Business Dashboard',
    text: 'Requests come in, staff approve, and no car is ever given to two people.',
    href: `${DEMO}/admin/login`,
  },
  { title: 'Fleet Management', text: 'Vehicles, rates and availability in one place.', href: `${DEMO}/admin` },
]

function BookCall({ variant }: { readonly variant: 'primary' | 'plain' }) {
  return (
    <ButtonLink href={CALL} target="_blank" rel="noopener noreferrer" variant={variant}>
      Book a Free Call
    </ButtonLink>
  )
}

/** `/`: for owners of rental businesses. */
export function Landing() {
  useTitle('Forecourt – the complete car rental management platform')
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <p className={styles.mark}>Forecourt</p>
        <BookCall variant="plain" />
      </header>
      <main>
        <section className={styles.hero}>
          <h1>The complete car rental management platform</h1>
          <p>
            Each business has its own portal, where customers see the fleet and ask for a booking with their driving
            licence, and its own desk, where staff approve. A car that is given is given once: the rule stands where the
            booking is written, not in somebody's memory.
          </p>
        </section>
        <section aria-labelledby="platform" className={styles.platform}>
          <h2 id="platform">Platform</h2>
          <ul>
            {places.map(({ title, text, href }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
                <ButtonLink href={href}>Live Interface</ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      </main>
      <footer className={styles.footer}>
        <BookCall variant="primary" />
        <p>© 2025 Forecourt</p>
      </footer>
    </div>
  )
}
