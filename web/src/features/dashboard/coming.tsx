import styles from './coming.module.css'
import type { Tab } from './tabs.ts'

const places: Record<Exclude<Tab, 'overview' | 'bookings'>, { readonly title: string; readonly text: string }> = {
  'manual-booking': { title: 'Manual Booking', text: 'Bookings for walk-in customers will be written here.' },
  fleet: { title: 'Fleet', text: 'Your vehicles, with their rates and availability, will be kept here.' },
  customers: { title: 'Customers', text: 'Everybody who has asked for a booking will be listed here.' },
}

/** A tab that is not built yet says so in one sentence. */
export function Coming({ tab }: { readonly tab: Exclude<Tab, 'overview' | 'bookings'> }) {
  const { title, text } = places[tab]
  return (
    <section className={styles.coming}>
      <h1>{title}</h1>
      <p>{text}</p>
    </section>
  )
}
