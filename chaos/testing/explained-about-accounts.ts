import { isAcknowledged } from '../checker/commands.ts'
import type { Evidence } from '../checker/evidence.ts'
import type { Request } from '../history.ts'
import type { Explained } from './explained.ts'
import { asked, broken, bySystem, edited, isOf, lastOf, otherwise, told } from './forging.ts'
import {
  doubtful,
  isShuttingOut,
  letIn,
  SHUT_OUT,
  STATUSES,
  shutOutOn,
  signedOutBy,
  turnedAwayWith,
  writesOn,
} from './planted-in-accounts.ts'
import { UNASKED } from './planted-in-actors.ts'
import { ERRORS } from './planted-in-licences.ts'
import { isOfCall, REASONS } from './planted-in-refusals.ts'

/** With whoever shuts somebody out told otherwise. */
const shuttingOut = (good: Evidence, change: (request: Request) => Partial<Request>): Evidence =>
  told(good, {
    requests: good.history.requests.map((one) => (isShuttingOut(one) ? { ...one, ...change(one) } : one)),
  })

/** The system has brought it to its end, as the process that was at it died. */
const finishedByTheSystem = (good: Evidence): Evidence =>
  edited(
    shuttingOut(good, (one) => (isAcknowledged(one) ? otherwise(one, { position: null }) : {})),
    isOf('UserDeactivated'),
    bySystem,
  )

export const EXPLAINED_ABOUT_ACCOUNTS: readonly Explained[] = [
  {
    what: 'somebody reads on while they are being shut out',
    keeps: SHUT_OUT,
    plant: (good) => {
      const { businessId } = lastOf(good.history.requests, shutOutOn)
      const { endedAt } = lastOf(good.history.requests, (one) => isShuttingOut(one) && one.businessId === businessId)
      const first = good.history.requests.find((one) => isShuttingOut(one) && one.businessId === businessId)
      const at = Math.min(endedAt, first?.endedAt ?? endedAt)
      return asked(good, shutOutOn, (one) => ({ ...letIn(one), startedAt: at - 1, endedAt: at + 10 }))
    },
  },
  {
    what: 'somebody writes on half a second after they were shut out: it goes round by hearsay',
    keeps: SHUT_OUT,
    plant: (good) => writesOn(good, 500),
  },
  {
    what: 'somebody writes on for long after they were shut out, as the way to the database was silent',
    keeps: SHUT_OUT,
    plant: (good) => {
      const late = writesOn(good, 5_000)
      const { startedAt, endedAt } = lastOf(
        late.history.requests,
        ({ client, call }) => call === 'changeBooking' && client.startsWith('trainee’s telephone'),
      )
      return broken(late, { name: 'stall', target: 'postgres', startedAt: startedAt - 4_000, endedAt })
    },
  },
  {
    what: 'somebody reads on, and nobody was told that they are shut out',
    keeps: SHUT_OUT,
    plant: (good) =>
      asked(
        shuttingOut(good, () => ({ answer: { kind: 'none', why: 'timeout' } })),
        shutOutOn,
        letIn,
      ),
  },
  {
    what: 'whoever was let in again is told that rows are old while the projector stands still',
    keeps: ERRORS,
    plant: (good) => {
      const { startedAt, endedAt } = lastOf(doubtful(good).history.requests, isOfCall('listBookings', 503))
      return broken(doubtful(good), { name: 'freeze', target: 'projector', startedAt: startedAt - 1, endedAt })
    },
  },
  ...([UNASKED, STATUSES] as const).map(
    (keeps): Explained => ({
      what: 'somebody is shut out by the system in the end, as the process that was at it died',
      keeps,
      plant: finishedByTheSystem,
    }),
  ),
  ...([signedOutBy, () => turnedAwayWith(0)] as const).map(
    (isMeant): Explained => ({
      what: 'somebody is turned away, and nobody was told that another password holds',
      keeps: REASONS,
      plant: (good) => {
        // Whoever it is: it has to be there.
        lastOf(good.history.requests, isMeant(good))
        return told(good, {
          requests: good.history.requests.map((one) =>
            one.call === 'changePassword' ? { ...one, answer: { kind: 'none', why: 'reset' } } : one,
          ),
        })
      },
    }),
  ),
]
