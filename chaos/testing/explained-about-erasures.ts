import { randomUUID } from 'node:crypto'
import { commandsOf, isAcknowledged, isAnswered } from '../checker/commands.ts'
import type { Evidence } from '../checker/evidence.ts'
import { isErasing, isOfLeaver, leaverOf, mailAfter, stillShown, withErasures } from './erased-in-good-run.ts'
import type { Explained } from './explained.ts'
import { appended, asked, broken, bySystem, edited, isOf, lastOf, mailed, otherwise } from './forging.ts'
import { UNASKED } from './planted-in-actors.ts'
import { CUSTOMERS, mailAbout, neverErased, SHOWN } from './planted-in-erasures.ts'
import { LICENCES } from './planted-in-licences.ts'
import { ONCE } from './planted-in-log.ts'
import { isOfCall, REASONS } from './planted-in-refusals.ts'

/** The system has brought the leaver’s erasure to its end, whose process died; and that is what whoever asked again was told. */
const finishedByTheSystem = (good: Evidence): Evidence =>
  edited(
    withErasures(good, (one) => (isAcknowledged(one) ? otherwise(one, { position: null }) : {})),
    isOfLeaver(good, 'CustomerErased'),
    bySystem,
  )

/** A licence that is deleted is not there any more, though nobody was told of that yet. */
function lookedAtMeanwhile(good: Evidence): Evidence {
  const { licence, at } = leaverOf(good)
  return asked(
    good,
    (one) => isOfCall('licence', 404)(one) && one.asked.file === licence,
    () => ({ startedAt: at - 50, endedAt: at + 1 }),
  )
}

export const EXPLAINED_ABOUT_ERASURES: readonly Explained[] = [
  {
    what: 'a list shows somebody who was erased half a second ago',
    keeps: SHOWN,
    plant: (good) => stillShown(good, 500),
  },
  {
    what: 'a list shows somebody for long after they were erased, as the projector stands still',
    keeps: SHOWN,
    plant: (good) => {
      const { toldAt } = leaverOf(good)
      const still = { name: 'freeze', target: 'projector', startedAt: toldAt, endedAt: toldAt + 60_000 } as const
      return broken(stillShown(good, 59_000), still)
    },
  },
  {
    what: 'a mail was under way to somebody who is erased',
    keeps: SHOWN,
    plant: (good) => mailed(good, mailAfter(good, 2_000, mailAbout(good))),
  },
  {
    what: 'a mail comes to somebody who was erased while its worker stood still',
    keeps: SHOWN,
    plant: (good) => {
      const { toldAt } = leaverOf(good)
      const still = { name: 'freeze', target: 'workers', startedAt: toldAt - 1_000, endedAt: toldAt + 30_000 } as const
      return broken(mailed(good, mailAfter(good, 30_100, mailAbout(good))), still)
    },
  },
  {
    what: 'the system brings an erasure to its end that somebody has begun',
    keeps: UNASKED,
    plant: finishedByTheSystem,
  },
  {
    what: 'whoever asks again is told that nothing was written, as the system has erased them',
    keeps: ONCE,
    plant: finishedByTheSystem,
  },
  {
    what: 'a licence is gone between the erasure of its renter and the answer',
    keeps: LICENCES,
    plant: lookedAtMeanwhile,
  },
  {
    what: 'somebody who looks at a licence meanwhile is told that there is none',
    keeps: REASONS,
    plant: lookedAtMeanwhile,
  },
  {
    what: 'a renter who has taken a request back, and did not hear so, is told that there is none: they were erased since',
    keeps: 'what was refused was not done, and a key keeps its command',
    plant: (good) => {
      const { commandId } = lastOf([...commandsOf(good.history).values()], ({ sendings }) =>
        sendings.some(isOfCall('cancelMyBooking', 404)),
      )
      const event = lastOf(good.log, isOf('BookingWithdrawn'))
      return appended(good, { ...event, id: randomUUID(), metadata: { ...event.metadata, commandId } })
    },
  },
  {
    what: 'somebody comes as another customer while staff try to erase them, who stay',
    keeps: CUSTOMERS,
    plant: (good) => {
      const { customerId, email } = leaverOf(good)
      const { startedAt } = lastOf(good.history.requests, (one) => one.asked.email === email && isAcknowledged(one))
      return asked(
        neverErased(good),
        (one) => isErasing(one) && isAnswered(one) && one.asked.id === customerId,
        () => ({ endedAt: startedAt + 1 }),
      )
    },
  },
]
