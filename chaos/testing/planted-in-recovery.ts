import { isRead } from '../checker/commands.ts'
import type { Evidence } from '../checker/evidence.ts'
import type { Request } from '../history.ts'
import { answered } from '../witness.ts'
import { broken, lastOf, otherwise, told } from './forging.ts'
import { isRequest, readsBack } from './planted-in-answers.ts'
import { afterAll } from './planted-in-failures.ts'
import { isTurnedAway } from './planted-in-licences.ts'
import type { Planted } from './planted-in-log.ts'

export const BACK = 'it answers again in time after a fault’s end'

/**
 * Commands are not answered again until 12 s after a process stood still for a second.
 * @param still when the machine stood still, in milliseconds after that
 */
export function slowAgain(good: Evidence, still?: { readonly from: number; readonly to: number }): Evidence {
  const last = lastOf(good.history.requests, isRequest)
  const [startedAt, endedAt] = [last.endedAt + 100_000, last.endedAt + 101_000]
  const silent: Request = {
    ...last,
    id: 'silent',
    startedAt: endedAt,
    endedAt: endedAt + 4_000,
    answer: { kind: 'none', why: 'timeout' },
  }
  const again: Request = { ...last, id: 'again', startedAt: endedAt + 12_000, endedAt: endedAt + 12_100 }
  const hit = broken(good, { name: 'freeze', target: 'command', startedAt, endedAt })
  const standstills = still && [
    { kind: 'standstill' as const, startedAt: endedAt + still.from, endedAt: endedAt + still.to },
  ]
  return told(hit, { requests: [...hit.history.requests, silent, again], ...(standstills && { standstills }) })
}

/** For so many seconds after the storage of files was restarted, somebody comes for one in each. */
const SECONDS = 15

const isLookOf = (actor: Request['actor'], status: number) => (request: Request) =>
  request.call === 'licence' &&
  request.actor === actor &&
  request.answer.kind === 'answer' &&
  request.answer.status === status

/**
 * The storage of files is restarted, and who may not see a file is told so all the while, without anybody's looking for it.
 * @param members what staff are told of their own business's files; undefined: none of them looks at any
 */
export function filesStayAway(good: Evidence, members: Request['answer'] | undefined): Evidence {
  const { at } = afterAll(good)
  const { requests } = good.history
  const [look, ...others] = [
    lastOf(requests, isLookOf('member', 200)),
    lastOf(requests, isLookOf('visitor', 401)),
    lastOf(requests, isTurnedAway),
  ]
  const answers = members === undefined ? others : [{ ...look, answer: members }, ...others]
  const looks = Array.from({ length: SECONDS }, (_, second) =>
    answers.map((one) => {
      const startedAt = at + (second + 1) * 1_000
      return { ...one, id: `${one.id} in second ${second}`, startedAt, endedAt: startedAt + 100 }
    }),
  ).flat()
  const hit = broken(good, { name: 'restart', target: 'object-storage', startedAt: at - 1_000, endedAt: at })
  return told(hit, { requests: [...requests, ...looks] })
}

/** Bugs that keep something from working for longer than a fault may. */
export const PLANTED_IN_RECOVERY: readonly Planted[] = [
  {
    bug: 'rows stay old after the projector was killed',
    violates: BACK,
    says: /after kill of projector \(x\) queries with fresh rows were answered never again/,
    plant: (good) => {
      const { startedAt } = lastOf(good.history.requests, readsBack)
      const at = { startedAt: startedAt - 2, endedAt: startedAt - 1 }
      const hit = broken(good, { name: 'kill', target: 'projector', ...at })
      const requests = hit.history.requests.map((request) =>
        isRead(request) && request.endedAt >= startedAt
          ? { ...request, ...otherwise(request, { stale: true }) }
          : request,
      )
      return told(hit, { requests, faults: hit.history.faults.slice(-1) })
    },
  },
  {
    bug: 'a service takes longer to answer again than it may',
    violates: BACK,
    says: /after freeze of command \(x\) commands were answered 12\.\d s later/,
    plant: (good) => slowAgain(good),
  },
  {
    bug: 'a service takes longer to answer again than it may, of a fault in which the machine stood still',
    violates: BACK,
    says: /after freeze of command \(x\) commands were answered 12\.\d s later/,
    plant: (good) => slowAgain(good, { from: -4_000, to: 0 }),
  },
  {
    bug: 'nobody is there who could see that it answers again',
    violates: BACK,
    says: /^after kill of command \(x\) nobody sent commands for 10 s: that they are answered is not known$/,
    plant: (good) => {
      const { at } = afterAll(good)
      return broken(good, { name: 'kill', target: 'command', startedAt: at + 100_000, endedAt: at + 100_000 })
    },
  },
  ...(
    [
      ['command', 'commands', isRequest],
      ['query', 'queries', isRead],
    ] as const
  ).map(
    ([service, what, isAsked]): Planted => ({
      bug: `one of the ${service} processes never comes back, and the other one answers for it`,
      violates: BACK,
      says: new RegExp(`after kill of ${service} \\(x\\) ${what} to ${service}-1 were answered never again`),
      plant: (good) => {
        const { silent, sent, at } = afterAll(good, isAsked)
        const hit = broken(good, { name: 'kill', target: service, place: `${service}-1`, startedAt: at, endedAt: at })
        const requests = [1, 2, 3].flatMap((second) => [
          silent(`${service}-1`, at + second * 4_000),
          sent(null, at + second * 4_000),
        ])
        return told(hit, { requests: [...hit.history.requests, ...requests] })
      },
    }),
  ),
  {
    bug: 'no file is shown after the storage was restarted, and who may see none is turned away as ever',
    violates: BACK,
    says: /^after restart of object-storage \(x\) files were answered never again$/,
    plant: (good) => filesStayAway(good, answered(503, 'unavailable')),
  },
]
