import { edited, inEventStore, isOf, lastOf, positionAt } from './forging.ts'
import type { Planted } from './planted-in-log.ts'

export const ORDER = 'positions have no gap, and streams are in order'

/** Bugs of the log's own order, whatever its events say. */
export const PLANTED_IN_ORDER: readonly Planted[] = [
  {
    bug: 'two events of a stream change places',
    violates: ORDER,
    says: /has revision \d+ after/,
    plant: (good) => {
      const last = lastOf(good.log, isOf('BookingRejected'))
      const before = lastOf(
        good.log,
        ({ stream, revision }) => stream === last.stream && revision === last.revision - 1n,
      )
      const swapped = edited(
        good,
        (event) => event === last,
        () => ({ revision: before.revision }),
      )
      return edited(
        swapped,
        (event) => event === before,
        () => ({ revision: last.revision }),
      )
    },
  },
  {
    bug: 'a position is missing',
    violates: ORDER,
    says: /^position \d+ in place \d+$/,
    plant: (good) => ({
      ...good,
      log: good.log.filter((event) => event !== lastOf(good.log, isOf('NotificationSent'))),
    }),
  },
  {
    bug: 'a position of an event store is there twice',
    violates: ORDER,
    says: /^position \d+ in place \d+$/,
    plant: (good) => {
      const store = inEventStore(good)
      const [first] = store.log
      return edited(store, isOf('BookingRejected'), () => ({ position: first?.position ?? positionAt(1n) }))
    },
  },
]
