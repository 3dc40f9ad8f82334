import styles from './coming.module.css'

/** A tab that is not built yet says so in one sentence. */
export function Coming() {
  return (
    <section className={styles.coming}>
      <h1>Manual Booking</h1>
      <p>Bookings for walk-in customers will be written here.</p>
    </section>
  )
}
