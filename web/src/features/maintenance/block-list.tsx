import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import { Link } from 'wouter'
import { periodInWords } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { customerName } from '../bookings/model.ts'
import { wayTo } from '../bookings/way-to.ts'
import styles from './maintenance-dialog.module.css'
import { type Hindered, hindered } from './model.ts'
import { daysInWords, kindName } from './words.ts'

interface Handlers {
  /** Whether it waits to be sent; the server may have it and not have told of it yet. */
  readonly isUnsent: (block: Maintenance) => boolean
  readonly onChange: (block: Maintenance) => void
  readonly onCancel: (block: Maintenance) => void
  readonly onReject: (requests: readonly Hindered[]) => void
}

/** The days on which a vehicle is worked on from now on, each with the requests that it makes impossible. */
export function BlockList({
  blocks,
  bookings,
  today,
  ...handlers
}: {
  readonly blocks: readonly Maintenance[]
  readonly bookings: readonly AdminBooking[]
  readonly today: string
} & Handlers) {
  return (
    <section className={styles.part} aria-labelledby="blocks-heading">
      <h3 id="blocks-heading">Out of hire</h3>
      {blocks.length === 0 && <p className={styles.quiet}>No maintenance is planned.</p>}
      <ul className={styles.blocks}>
        {blocks.map((block) => (
          // By its days, which no other has before a refusal: the server's name may take the place of this device's while a
          // finger is on it.
          <Block
            key={blocks.find((one) => daysOf(one) === daysOf(block)) === block ? daysOf(block) : block.id}
            block={block}
            requests={hindered(block, bookings)}
            today={today}
            {...handlers}
          />
        ))}
      </ul>
    </section>
  )
}

const daysOf = ({ from, to }: Maintenance) => `${from} ${to}`

function Block({
  block,
  requests,
  today,
  isUnsent,
  onChange,
  onCancel,
  onReject,
}: {
  readonly block: Maintenance
  readonly requests: readonly Hindered[]
  readonly today: string
} & Handlers) {
  const { from, to, kind, note } = block
  const days = daysInWords(block)
  const named = `${kindName[kind]}, ${days}`
  return (
    <li className={styles.block}>
      <div className={styles.what}>
        <strong>{kindName[kind]}</strong>
        <span className={styles.days}>
          {days} · {periodInWords(from, to).length}
        </span>
        {from <= today && <span className={styles.now}>Now</span>}
        {isUnsent(block) && <span className={styles.quiet}>Not sent yet</span>}
        {note !== null && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.ways}>
        <Button aria-label={`Change: ${named}`} onPress={() => onChange(block)}>
          Change
        </Button>
        <Button aria-label={`Cancel: ${named}`} onPress={() => onCancel(block)}>
          Cancel
        </Button>
      </div>
      {requests.length > 0 && <Requests requests={requests} onReject={onReject} />}
    </li>
  )
}

function Requests({
  requests,
  onReject,
}: {
  readonly requests: readonly Hindered[]
  readonly onReject: (requests: readonly Hindered[]) => void
}) {
  const count = requests.length === 1 ? '1 request' : `${requests.length} requests`
  return (
    <div className={styles.requests}>
      <p>{count} cannot be approved while it stands:</p>
      <ul>
        {requests.map((request) => (
          <li key={request.id}>
            <Link href={wayTo(request).address}>
              {request.booking === undefined ? `#${request.reference}` : customerName(request.booking)}
            </Link>
            , {periodInWords(request.pickupDate, request.dropoffDate).dates}
          </li>
        ))}
      </ul>
      <Button onPress={() => onReject(requests)}>
        {requests.length === 1 ? 'Reject it' : `Reject all ${requests.length}`}
      </Button>
    </div>
  )
}
