import { pounds, wholePounds } from '../../lib/money.ts'
import { useOnline } from '../../offline/use-online.ts'
import { Button } from '../../ui/button.tsx'
import type { Counter } from './counter.ts'
import type { Choice, Quote } from './model.ts'
import styles from './price-bar.module.css'
import type { PriceChange } from './price-change.ts'
import { texts } from './texts.ts'
import type { Trouble } from './use-submit.ts'

/** What it costs and the button that sends the request; on a phone it stays at the screen's foot. */
export function PriceBar({
  vehicle,
  quote,
  total,
  repriced,
  ready,
  isUploading,
  sending,
  trouble,
  device,
}: {
  readonly vehicle: Choice | undefined
  readonly quote: Quote | undefined
  /** What it costs in decimal pounds: the server may have said something else than the fleet as it was last loaded. */
  readonly total: string | undefined
  /** The price is another one than when the form was last sent: whoever sends it again agrees to it. */
  readonly repriced: PriceChange | undefined
  /** Whether the licence is there: until then nothing can be sent. */
  readonly ready: boolean
  readonly isUploading: boolean
  readonly sending: boolean
  readonly trouble: Trouble | undefined
  readonly device: Counter['device']
}) {
  const isOnline = useOnline()
  const days = quote === undefined ? '' : `${quote.days} ${quote.days === 1 ? 'day' : 'days'}`
  return (
    <div className={styles.bar}>
      {(trouble !== undefined || repriced !== undefined) && (
        <div className={styles.trouble} role="alert" tabIndex={-1} data-trouble>
          {repriced !== undefined && <p>{texts.priceNow(pounds(repriced.now), pounds(repriced.was))}</p>}
          {trouble !== undefined && <p>{trouble.message}</p>}
          {trouble?.canHelpAgain === true && <p>{texts.nothingLost}</p>}
          {trouble?.putAside !== undefined && (
            <Button onPress={trouble.putAside} isDisabled={sending || isUploading}>
              {texts.putAside(device)}
            </Button>
          )}
        </div>
      )}
      {!ready && <p className={styles.hint}>{isUploading ? texts.licenceOnItsWay : texts.licenceMissing}</p>}
      {!isOnline && (
        <p className={styles.hint} role="status">
          {texts.willWait(device)}
        </p>
      )}
      <p className={styles.price}>
        <strong>
          {total !== undefined ? pounds(total) : vehicle === undefined ? '–' : wholePounds(vehicle.dailyRate)}
        </strong>
        <span>
          {vehicle === undefined
            ? 'Total'
            : quote === undefined
              ? 'per day'
              : total === quote.total
                ? `${days} × ${pounds(vehicle.dailyRate)}`
                : days}
        </span>
      </p>
      <Button type="submit" variant="primary" isDisabled={!ready} isBusy={sending}>
        {sending ? 'Sending…' : repriced === undefined ? texts.submit : texts.agree}
      </Button>
    </div>
  )
}
