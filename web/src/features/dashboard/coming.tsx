import styles from './coming.module.css'
import type { Tab } from './tabs.ts'

const places: Record<
  Exclude<Tab, 'overview' | 'bookings' | 'customers'>,
  { readonly title: string; readonly text: string }
> = {
  'manual-booking': { title: 'Manual Booking', text: 'Bookings for walk-in customers will be written here.' },
  fleet: { title: 'Fleet', text: 'Your vehicles, with their rates and availability, will be kept here.' },
}

/** A tab that is not built yet says so in one sentence. */
export function Coming({ tab }: { readonly tab: Exclude<Tab, 'overview' | 'bookings' | 'customers'> }) {
  const { title, text } = places[tab]
  return (
    <section className={styles.coming}>
      <h1>{title}</h1>
      <p>{text}</p>
    </section>
  )
}
