import { isRead } from '../checker/commands.ts'
import { AFTER_A_STANDSTILL } from '../checker/damage.ts'
import type { Evidence } from '../checker/evidence.ts'
import type { Fault, FaultTarget, Request } from '../history.ts'
import { asked, broken, lastOf, otherwise, told } from './forging.ts'
import { isRequest } from './planted-in-answers.ts'
import type { Planted } from './planted-in-log.ts'

const ERRORS = 'no error that no fault explains'
export const CRASHES = 'no process ends by itself'

const startOf = ({ history }: Evidence): number => lastOf(history.requests, isRead).startedAt

/** A process ended by itself while a disk was full. @param disk whose it was */
export function endedBeside(good: Evidence, disk: FaultTarget, process: string): Evidence {
  const at = startOf(good)
  const hit = broken(good, { name: 'full-disk', target: disk, startedAt: at - 1, endedAt: at + 1 })
  return told(hit, { crashes: [{ kind: 'crash', process, at, how: '' }] })
}

/** Bugs that leave somebody without an answer, or with an error instead. */
export const PLANTED_IN_FAILURES: readonly Planted[] = [
  {
    bug: 'the run is cut off',
    violates: 'the history is whole',
    says: /cut off/,
    plant: (good) => told(good, { endedAt: undefined }),
  },
  {
    bug: 'somebody is told 503 although nothing is broken',
    violates: ERRORS,
    says: /was told 503 unavailable .* no fault explains it/,
    plant: (good) =>
      asked(good, isRequest, (request) => otherwise(request, { status: 503, code: 'unavailable', position: null })),
  },
  {
    bug: 'somebody is told 500 while something is broken',
    violates: ERRORS,
    says: /was told 500 internal/,
    plant: (good) => {
      const { startedAt, endedAt } = lastOf(good.history.requests, isRead)
      const hit = broken(good, { name: 'kill', target: 'postgres', startedAt, endedAt })
      return asked(hit, isRead, (request) => otherwise(request, { status: 500, code: 'internal' }))
    },
  },
  {
    bug: 'a request is told 503 because the storage of files is away',
    violates: ERRORS,
    says: /^requestBooking .* was told 503 unavailable .* no fault explains it$/,
    plant: (good) => {
      const { startedAt, endedAt } = lastOf(good.history.requests, isRequest)
      const hit = broken(good, { name: 'stall', target: 'object-storage', startedAt, endedAt })
      return asked(hit, isRequest, (request) =>
        otherwise(request, { status: 503, code: 'unavailable', position: null }),
      )
    },
  },
  {
    bug: 'a question is told 503 because the event store is away',
    violates: ERRORS,
    says: /was told 503 unavailable .* no fault explains it$/,
    plant: (good) => withoutEventStore(good, isRead),
  },
  {
    bug: 'a question is told 503 because somebody holds the head of the log, which nobody needs who reads',
    violates: ERRORS,
    says: /was told 503 unavailable .* no fault explains it$/,
    plant: (good) => withoutEventStore(good, isRead, HEAD_HELD),
  },
  {
    bug: 'somebody gets no answer although nothing is broken',
    violates: ERRORS,
    says: /had no answer \(timeout\)/,
    plant: (good) => asked(good, isRequest, () => ({ answer: { kind: 'none', why: 'timeout' } })),
  },
  {
    bug: 'somebody gets no answer long after the machine stood still',
    violates: ERRORS,
    says: /had no answer \(timeout\) .* no fault explains it/,
    plant: (good) =>
      asked(machineStoodStill(good, isRequest, 20_000), isRequest, () => ({
        answer: { kind: 'none', why: 'timeout' },
      })),
  },
  {
    bug: 'connections to a process break long after it was killed',
    violates: ERRORS,
    says: /had no answer \(reset\) .* no fault explains it/,
    plant: (good) => brokenAfterKill(good),
  },
  {
    bug: 'a connection breaks long after the machine stood still',
    violates: ERRORS,
    says: /had no answer \(reset\) .* no fault explains it/,
    plant: (good) => brokenAfterStandstill(good, AFTER_A_STANDSTILL + 500),
  },
  {
    bug: 'somebody gets no answer, and the machine stood still for a part of that alone',
    violates: ERRORS,
    says: /had no answer \(timeout\) .* no fault explains it/,
    plant: (good) => {
      const { startedAt } = lastOf(good.history.requests, isRequest)
      const still = told(good, { standstills: [{ kind: 'standstill', startedAt, endedAt: startedAt + 1_100 }] })
      return asked(still, isRequest, () => ({
        endedAt: startedAt + 4_000,
        answer: { kind: 'none', why: 'timeout' },
      }))
    },
  },
  {
    bug: 'somebody is told 500 while the machine stands still',
    violates: ERRORS,
    says: /was told 500 internal/,
    plant: (good) =>
      asked(machineStoodStill(good, isRead), isRead, (request) =>
        otherwise(request, { status: 500, code: 'internal' }),
      ),
  },
  {
    bug: 'a process ends while nobody has ended it',
    violates: CRASHES,
    says: /^workers ended by itself at .*: exit code 1; out of paper$/,
    plant: (good) =>
      told(good, {
        crashes: [{ kind: 'crash', process: 'workers', at: startOf(good), how: 'exit code 1; out of paper' }],
      }),
  },
  ...['event-store', 'redis'].map(
    (server): Planted => ({
      bug: `the ${server} ends while nobody has ended it`,
      violates: CRASHES,
      says: new RegExp(`^${server} ended by itself at `),
      plant: (good) => told(good, { crashes: [{ kind: 'crash', process: server, at: startOf(good), how: '' }] }),
    }),
  ),
  {
    bug: 'a process ends because the disk of the database is full',
    violates: CRASHES,
    says: /^query-1 ended by itself at /,
    plant: (good) => endedBeside(good, 'postgres', 'query-1'),
  },
  {
    bug: 'PostgreSQL ends while its disk has room',
    violates: CRASHES,
    says: /^postgres ended by itself at /,
    plant: (good) => endedBeside(good, 'object-storage', 'postgres'),
  },
  {
    bug: 'a run asks for what there is not',
    violates: ERRORS,
    says: /^requestBooking .* asked wrongly \(validation-failed\): it proves nothing/,
    plant: (good) =>
      asked(good, isRequest, (request) =>
        otherwise(request, { status: 400, code: 'validation-failed', position: null }),
      ),
  },
  ...(
    [
      ['command', isRequest],
      ['query', isRead],
    ] as const
  ).map(
    ([service, isAsked]): Planted => ({
      bug: `a ${service} process has no answer while another one is down`,
      violates: ERRORS,
      says: /had no answer \(timeout\) .* no fault explains it/,
      plant: (good) => {
        const { silent, at } = afterAll(good, isAsked)
        const hit = broken(good, { name: 'kill', target: service, place: `${service}-2`, startedAt: at, endedAt: at })
        return told(hit, { requests: [...hit.history.requests, silent(`${service}-1`, at + 1_000)] })
      },
    }),
  ),
  {
    bug: 'somebody has no answer because a clock is wrong',
    violates: ERRORS,
    says: /had no answer \(timeout\) .* no fault explains it/,
    plant: (good) => {
      const { silent, at } = afterAll(good)
      const hit = broken(good, { name: 'clock-jump', target: 'command', startedAt: at, endedAt: at + 5_000 })
      return told(hit, { requests: [...hit.history.requests, silent(null, at + 1_000)] })
    },
  },
]

/**
 * A connection to a process that was killed breaks 12 s after that.
 * @param still when the machine stood still, in milliseconds after the kill
 */
export function brokenAfterKill(good: Evidence, still?: { readonly from: number; readonly to: number }): Evidence {
  const { at, silent } = afterAll(good)
  const hit = broken(good, { name: 'kill', target: 'command', place: 'command-1', startedAt: at, endedAt: at })
  const asking: Request = { ...silent('command-1', at + 12_000), answer: { kind: 'none', why: 'reset' } }
  const standstills = still && [{ kind: 'standstill' as const, startedAt: at + still.from, endedAt: at + still.to }]
  return told(hit, { requests: [...hit.history.requests, asking], ...(standstills && { standstills }) })
}

/** The connection of who asks breaks, and they had begun so many milliseconds after the machine went on. */
export function brokenAfterStandstill(good: Evidence, later: number): Evidence {
  const { startedAt } = lastOf(good.history.requests, isRequest)
  const standstill = { kind: 'standstill', startedAt: startedAt - later - 6_000, endedAt: startedAt - later } as const
  return asked(told(good, { standstills: [standstill] }), isRequest, () => ({ answer: { kind: 'none', why: 'reset' } }))
}

/** The machine stood still while the last of these was asked, or so long before. @param before in milliseconds */
export function machineStoodStill(good: Evidence, which: (request: Request) => boolean, before = 0): Evidence {
  const { startedAt, endedAt } = lastOf(good.history.requests, which)
  const standstill = { kind: 'standstill', startedAt: startedAt - before, endedAt: endedAt - before } as const
  return told(good, { standstills: [standstill] })
}

/** The head of the log is in the database, and held by somebody. */
export const HEAD_HELD = { name: 'exhausted-pool', place: 'database' } as const

/** Somebody is told that something is away, while the event store is, or nobody can append, and nothing else. */
export function withoutEventStore(
  good: Evidence,
  which: (request: Request) => boolean,
  how: Pick<Fault, 'name'> & Partial<Fault> = { name: 'freeze' },
): Evidence {
  const { startedAt, endedAt } = lastOf(good.history.requests, which)
  const hit = broken(good, { ...how, target: 'event-store', startedAt, endedAt })
  const alone = told(hit, { faults: hit.history.faults.slice(-1) })
  return asked(alone, which, (request) => otherwise(request, { status: 503, code: 'unavailable', position: null }))
}

/** What is asked when the day is long over, past the gateway or not, and answered or not. */
export function afterAll({ history }: Evidence, which: (request: Request) => boolean = isRequest) {
  const last = lastOf(history.requests, which)
  const sent = (process: Request['process'], startedAt: number): Request => ({
    ...last,
    id: `${process} at ${startedAt}`,
    process,
    startedAt,
    endedAt: startedAt + 100,
  })
  const silent = (process: Request['process'], startedAt: number): Request => ({
    ...sent(process, startedAt),
    endedAt: startedAt + 4_000,
    answer: { kind: 'none', why: 'timeout' },
  })
  return { silent, sent, at: last.endedAt + 100_000 }
}
