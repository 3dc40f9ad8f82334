import type { VehiclePerformance } from '@forecourt/contracts/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { pounds } from '../../lib/money.ts'
import { FailedToLoad } from '../../ui/failed-to-load.tsx'
import { carPerformance } from './api.ts'
import styles from './insights.module.css'

/** Which vehicles earn and which need attention; nothing while there is nothing to say (specification section 2). */
export function Insights() {
  const { data, error, refetch } = useQuery(carPerformance())
  if (data === undefined && error !== null) {
    return (
      <FailedToLoad error={error} otherwise="The fleet’s figures could not be loaded." onRetry={() => void refetch()} />
    )
  }
  if (data === undefined || data.topPerformers.length + data.bottomPerformers.length === 0) return null
  return (
    <section aria-labelledby="insights-heading" className={styles.insights}>
      <h2 id="insights-heading">Fleet Performance Insights</h2>
      <div className={styles.lists}>
        {data.topPerformers.length > 0 && (
          <section aria-label="Top Performers">
            <h3>Top Performers</h3>
            <ol className={styles.list}>
              {data.topPerformers.map((vehicle, place) => (
                <Vehicle key={vehicle.carId} vehicle={vehicle} rank={place + 1} />
              ))}
            </ol>
          </section>
        )}
        {data.bottomPerformers.length > 0 && (
          <section aria-label="Needs Attention">
            <h3>Needs Attention</h3>
            <ul className={styles.list}>
              {data.bottomPerformers.map((vehicle) => (
                <Vehicle
                  key={vehicle.carId}
                  vehicle={vehicle}
                  tip="Tip: review its pricing, marketing or availability."
                />
              ))}
            </ul>
          </section>
        )}
      </div>
    </section>
  )
}

function Vehicle({
  vehicle,
  rank,
  tip,
}: {
  readonly vehicle: VehiclePerformance
  readonly rank?: number
  readonly tip?: string
}) {
  const { carName, carImage, totalRevenue, totalBookings, totalDaysBooked, revenuePerDay } = vehicle
  return (
    <li className={styles.vehicle}>
      {rank !== undefined && <span className={styles.rank}>{rank}</span>}
      <div className={styles.picture}>
        {carImage !== null && (
          <img src={`${carImage}?w=320`} alt="" width={96} height={60} loading="lazy" decoding="async" />
        )}
      </div>
      <div className={styles.what}>
        <strong>{carName}</strong>
        <dl>
          <div>
            <dt>Revenue</dt>
            <dd>{pounds(totalRevenue)}</dd>
          </div>
          <div>
            <dt>Bookings</dt>
            <dd>{totalBookings}</dd>
          </div>
          <div>
            <dt>Days Booked</dt>
            <dd>{totalDaysBooked}</dd>
          </div>
          <div>
            <dt>£/Day</dt>
            <dd>{pounds(revenuePerDay)}</dd>
          </div>
        </dl>
        {tip !== undefined && <p className={styles.tip}>{tip}</p>}
      </div>
    </li>
  )
}
