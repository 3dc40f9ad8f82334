import { randomUUID } from 'node:crypto'
import { DEFAULT_RENTAL_RULES } from '@forecourt/domain/business/business.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { isRead as isReadOfRows } from '../checker/commands.ts'
import type { Evidence } from '../checker/evidence.ts'
import type { Invariant } from '../checker/verdict.ts'
import type { Request } from '../history.ts'
import { answered } from '../witness.ts'
import { asked, broken, edited, inEventStore, isOf, lastOf, otherwise, told, without } from './forging.ts'
import { isRequest } from './planted-in-answers.ts'
import {
  brokenAfterKill,
  brokenAfterStandstill,
  CRASHES,
  endedBeside,
  HEAD_HELD,
  machineStoodStill,
  withoutEventStore,
} from './planted-in-failures.ts'
import { beside, ERRORS } from './planted-in-licences.ts'
import { LATE, lackingTheLast, muchLater } from './planted-in-lists.ts'
import { LET, neverPutBack, ONCE } from './planted-in-log.ts'
import { MAILS, notificationOf, overtaken } from './planted-in-mails.ts'
import { ORDER } from './planted-in-order.ts'
import { BACK, filesStayAway, slowAgain } from './planted-in-recovery.ts'
import { isOfCall, REASONS } from './planted-in-refusals.ts'
import { isLook, SCREENS } from './planted-in-screens.ts'
import { isTaggedList, TAGS } from './planted-in-tags.ts'

/** Something that looks bad, and that there was a reason for. */
export interface Explained {
  readonly what: string
  readonly keeps: Invariant
  readonly plant: (good: Evidence) => Evidence
}

/** Whether an event says what became of this mail. */
const isOfNotification =
  (notificationId: string) =>
  ({ type, data }: Recorded): boolean =>
    type.startsWith('Notification') && data.includes(notificationId)

const isList = (request: Request): boolean => isReadOfRows(request) && request.call === 'listBookings'

const DAY = 24 * 3_600_000

export const EXPLAINED: readonly Explained[] = [
  {
    what: 'a list has no tag, and says that it is old',
    keeps: TAGS,
    plant: (good) => asked(good, isTaggedList, (one) => otherwise(one, { version: null, rowsOf: null, stale: true })),
  },
  {
    what: 'figures of yesterday were kept, and midnight has come since',
    keeps: SCREENS,
    plant: (good) =>
      told(good, {
        requests: good.history.requests.map((one) =>
          isLook('carPerformance', 'kept')(one)
            ? {
                ...one,
                startedAt: one.startedAt - DAY,
                endedAt: one.endedAt - DAY,
                ...otherwise(one, { body: 'another' }),
              }
            : one,
        ),
      }),
  },
  {
    what: 'a request is told 503 while the event store stands still',
    keeps: ERRORS,
    plant: (good) => withoutEventStore(good, isRequest),
  },
  {
    what: 'a request is told 503 while somebody holds the head of the log',
    keeps: ERRORS,
    plant: (good) => withoutEventStore(good, isRequest, HEAD_HELD),
  },
  {
    what: 'somebody gets no answer while the machine stands still',
    keeps: ERRORS,
    plant: (good) =>
      asked(machineStoodStill(good, isRequest), isRequest, () => ({ answer: { kind: 'none', why: 'timeout' } })),
  },
  {
    what: 'a connection that nobody had used while the machine stood still breaks when it is used again',
    keeps: ERRORS,
    plant: (good) => brokenAfterStandstill(good, 20),
  },
  {
    what: 'a connection breaks as the machine goes on',
    keeps: ERRORS,
    plant: (good) =>
      asked(machineStoodStill(good, isRequest), isRequest, () => ({ answer: { kind: 'none', why: 'reset' } })),
  },
  {
    what: 'commands are answered late after a fault, as the machine stood still in between',
    keeps: BACK,
    plant: (good) => slowAgain(good, { from: 5_000, to: 9_000 }),
  },
  {
    what: 'after the storage of files was restarted nobody looks at one but who may see none',
    keeps: BACK,
    plant: (good) => filesStayAway(good, undefined),
  },
  {
    what: 'connections to a process that was killed break while it starts, as the machine stood still for long in between',
    keeps: ERRORS,
    plant: (good) => brokenAfterKill(good, { from: 500, to: 9_500 }),
  },
  {
    what: 'rows are old while the machine stands still',
    keeps: LATE,
    plant: (good) =>
      asked(machineStoodStill(good, isReadOfRows), isReadOfRows, (request) => otherwise(request, { stale: true })),
  },
  {
    what: 'rows are two and a half seconds old on a machine where one start takes a quarter of a minute',
    keeps: LATE,
    plant: (good) => lackingTheLast(good, 2_500),
  },
  {
    what: 'positions of an event store have gaps',
    keeps: ORDER,
    plant: inEventStore,
  },
  {
    what: 'PostgreSQL ends when it cannot write its log of changes any more',
    keeps: CRASHES,
    plant: (good) => endedBeside(good, 'postgres', 'postgres'),
  },
  ...(['projector', 'event-store'] as const).flatMap((target) =>
    [null, 'query-1' as const].map(
      (process): Explained => ({
        what: `rows are old while the ${target} stands still, for who asks ${process ?? 'everybody'}`,
        keeps: LATE,
        plant: (good) => {
          const { startedAt, endedAt } = muchLater(lastOf(good.history.requests, isList))
          const still = broken(good, { name: 'freeze', target, startedAt, endedAt })
          return asked(still, isList, (one) => ({ ...otherwise(one, { stale: true }), process, startedAt, endedAt }))
        },
      }),
    ),
  ),
  {
    what: 'a command that is put to one process is told 503 while the event store stands still',
    keeps: ERRORS,
    plant: (good) => asked(withoutEventStore(good, isRequest), isRequest, () => ({ process: 'command-1' })),
  },
  {
    what: 'a storage whose disk is full takes nothing',
    keeps: ERRORS,
    plant: (good) => beside(good, 'full-disk', 'object-storage', answered(500)),
  },
  {
    what: 'a file does not arrive while the gateway is away',
    keeps: ERRORS,
    plant: (good) => beside(good, 'kill', 'gateway', { kind: 'none', why: 'reset' }),
  },
  {
    what: 'an address is over by a clock that has jumped',
    keeps: REASONS,
    plant: (good) => beside(good, 'clock-jump', 'command', answered(403)),
  },
  {
    what: 'a completion is not told of that was taken back meanwhile',
    keeps: MAILS,
    plant: (good) => overtaken(good, 'booking-completed', 0),
  },
  {
    what: 'a business is not told hours later of a request that it has decided',
    keeps: MAILS,
    plant: (good) => overtaken(good, 'new-request', 2),
  },
  {
    what: 'a mail came of which the log says later that it was overtaken, as its sender was killed in between',
    keeps: MAILS,
    plant: (good) => {
      const { notificationId } = notificationOf(good, 'new-request')
      const { at } = lastOf(good.history.mails, ({ messageId }) => messageId.includes(notificationId))
      const late = told(overtaken(good, 'new-request', 2), { mails: good.history.mails })
      const killed = { name: 'kill', target: 'workers', startedAt: at + 1, endedAt: at + 1 } as const
      return broken(
        edited(late, isOfNotification(notificationId), () => ({ recordedAt: new Date(at + 1_000) })),
        killed,
      )
    },
  },
  {
    what: 'a vehicle is let that was taken out of service a moment before at another process',
    keeps: LET,
    plant: (good) => neverPutBack(good, 1_000),
  },
  {
    what: 'settings are refused that somebody else has changed',
    keeps: REASONS,
    plant: (good) =>
      asked(without(good, isOf('BusinessRentalRulesChanged')), isOfCall('saveSettings', 200), (request) => ({
        ...otherwise(request, { status: 409, code: 'settings-changed', position: null }),
        asked: { ...request.asked, version: Number(request.asked.version) - 1 },
      })),
  },
  {
    what: 'nothing is written when days are to be kept free as they are from the beginning',
    keeps: ONCE,
    plant: (good) => {
      const first = good.history.requests.find(isOfCall('saveSettings', 200))
      if (first === undefined) throw new Error('nobody has saved settings')
      const { turnaroundDays: value } = DEFAULT_RENTAL_RULES
      const before: Request = {
        ...first,
        ...otherwise(first, { position: null }),
        id: 'before',
        key: randomUUID(),
        asked: { ...first.asked, setting: 'turnaroundDays', value },
        startedAt: first.startedAt - 2,
        endedAt: first.startedAt - 1,
      }
      return told(good, { requests: [...good.history.requests, before] })
    },
  },
  {
    what: 'whoever signs in anew has no session meanwhile',
    keeps: REASONS,
    plant: (good) => {
      const turnedAway = asked(good, isOfCall('changeBooking', 200), (request) =>
        otherwise(request, { status: 401, code: 'not-signed-in', position: null, id: null }),
      )
      const { requests } = turnedAway.history
      const away = requests.findLast(
        ({ call, answer }) => call === 'changeBooking' && answer.kind === 'answer' && answer.status === 401,
      )
      const signIn = requests.find(({ call, client }) => call === 'signIn' && client === away?.client)
      if (away === undefined || signIn === undefined) throw new Error('nobody has signed in')
      const { startedAt, endedAt } = away
      return told(turnedAway, { requests: [...requests, { ...signIn, id: 'anew', startedAt, endedAt }] })
    },
  },
]
