import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import { pounds } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import type { Quote } from './model.ts'
import styles from './price-bar.module.css'
import { texts } from './texts.ts'

/** What it costs and the button that sends the request; on a phone it stays at the screen's foot. */
export function PriceBar({
  vehicle,
  quote,
  ready,
  sending,
  trouble,
}: {
  readonly vehicle: Vehicle | undefined
  readonly quote: Quote | undefined
  /** Whether the licence is there: until then nothing can be sent. */
  readonly ready: boolean
  readonly sending: boolean
  readonly trouble: string | undefined
}) {
  return (
    <>
      {trouble !== undefined && (
        <div className={styles.trouble} role="alert">
          <p>{trouble}</p>
          <p>{texts.nothingLost}</p>
        </div>
      )}
      {!ready && <p className={styles.hint}>Upload the driver's license to send the request.</p>}
      <div className={styles.bar}>
        <p className={styles.price}>
          <strong>{quote === undefined ? '–' : pounds(quote.total)}</strong>
          <span>
            {quote === undefined || vehicle === undefined
              ? 'Total'
              : `${quote.days} ${quote.days === 1 ? 'day' : 'days'} × ${pounds(vehicle.dailyRate)}`}
          </span>
        </p>
        <Button type="submit" variant="primary" isDisabled={!ready || sending}>
          {sending ? 'Sending…' : 'Submit Booking Request'}
        </Button>
      </div>
    </>
  )
}
