import {
  type AskedDirectly,
  type Fault,
  type FaultName,
  type FaultTarget,
  type History,
  type Request,
  serviceOfProcess,
} from '../history.ts'
import { isOwnServer } from '../platform/own-server.ts'
import { serviceOf } from './commands.ts'

/**
 * The system answers again so long after a fault's end, without anybody's help; in milliseconds (SECURITY: invariants). On a
 * machine that is busy with other things everything takes longer: who judges a run there says how much.
 */
export const BACK_WITHIN = 10_000

/**
 * A machine that is busy with other things takes longer for everything: there, the system may be away for as long as so many
 * starts of all its processes take.
 */
export const STARTS = 3

/**
 * How long all may take where nobody was killed, in milliseconds: a slow machine is an excuse for one start's time, and not for
 * three.
 * @param backWithin see `Evidence`
 */
export const withoutKill = (backWithin: number): number => Math.max(BACK_WITHIN, backWithin / STARTS)

/**
 * How soon after this fault's end all works again, in milliseconds. Only who was killed has to start again then, as a server
 * answers when a fault of its own is over.
 * @param backWithin see `Evidence`
 */
export const backAfter = ({ name }: Fault, backWithin: number): number =>
  name === 'kill' ? backWithin : withoutKill(backWithin)

/** A fault's kind in words: those of a run's own servers are told apart, as what they are good for shows by nothing else. */
export const kindOf = ({ name, place }: Pick<Fault, 'name' | 'place'>): string =>
  isOwnServer(place) ? `${name} of ${place}` : name

/** What something cannot work without: a fault of these may keep it from working. */
export interface Needs {
  readonly targets: readonly FaultTarget[]
  /** Of the processes of a service, this one alone; null: whichever the gateway chooses. */
  readonly process: AskedDirectly | null
}

const needs = (...targets: readonly FaultTarget[]): Needs => ({ targets, process: null })

export const NEEDS = {
  command: needs('gateway', 'command', 'postgres', 'event-store'),
  query: needs('gateway', 'query', 'postgres'),
  /** A file on its way: the gateway hands it on. */
  storage: needs('gateway', 'object-storage'),
  /** Rows that follow the log, as they are seen through the gateway. */
  freshness: needs('gateway', 'projector', 'query', 'postgres', 'event-store'),
  /** Files that are there already. */
  files: needs('gateway', 'query', 'postgres', 'object-storage'),
  /** Mails that were called for. Who makes a document, or sends one along, and waits for the storage keeps mails waiting, too. */
  mails: needs('workers', 'mail-server', 'postgres', 'event-store', 'queue', 'object-storage'),
  /** Rows that are there already. */
  rows: needs('postgres'),
} as const

/** What a process needs when it is asked past the gateway. */
export const needsOf = (process: AskedDirectly): Needs => ({
  targets: serviceOfProcess(process) === 'query' ? ['query', 'postgres'] : ['command', 'postgres', 'event-store'],
  process,
})

/** What rows that are up to date need in an answer to this request. */
export const freshnessFor = ({ process }: Pick<Request, 'process'>): Needs =>
  process === null
    ? NEEDS.freshness
    : { ...needsOf(process), targets: ['projector', 'event-store', ...needsOf(process).targets] }

/** Calls about files, also about those of whoever is erased; no other one is to depend on where they are kept. */
const ABOUT_FILES: ReadonlySet<string> = new Set([
  'eraseCustomer',
  'beginUpload',
  'finishLicenceUpload',
  'finishContractUpload',
  'licence',
  'contract',
])

/** What a request cannot be answered without. */
export function neededBy(request: Pick<Request, 'call' | 'process'>): Needs {
  if (request.process !== null) return needsOf(request.process)
  const needed = NEEDS[serviceOf(request)]
  return ABOUT_FILES.has(request.call) ? { ...needed, targets: [...needed.targets, 'object-storage'] } : needed
}

/** Whoever is told a wrong time, or the same thing twice, answers all the same. */
const NO_EXCUSE: ReadonlySet<FaultName> = new Set(['clock-jump', 'duplicate'])

/** Whether the fault may keep from working what needs these. */
export const isHitBy =
  ({ targets, process }: Needs) =>
  ({ name, target, place }: Fault): boolean =>
    !NO_EXCUSE.has(name) &&
    targets.includes(target) &&
    (process === null || target !== serviceOfProcess(process) || place.startsWith(process))

/** By when all works again after a fault. @param longer for so many milliseconds more than others it may take */
const backBy = (fault: Fault, standstills: History['standstills'], backWithin: number, longer = 0): number =>
  awake(fault.endedAt, backAfter(fault, backWithin) + longer, standstills)

/** The faults of what is needed that something between two instants may have suffered from. */
export function faultsDuring(
  { faults, standstills }: Pick<History, 'faults' | 'standstills'>,
  needed: Needs,
  from: number,
  to: number,
  backWithin: number,
): Fault[] {
  return faults
    .filter(isHitBy(needed))
    .filter((fault) => fault.startedAt <= to && from <= backBy(fault, standstills, backWithin))
}

/** All go on at once after a standstill of the machine, and each has waited for others: they are behind for so long, in milliseconds. */
export const AFTER_A_STANDSTILL = 2_000

/** The standstills that something between two instants may have suffered from. */
export const standstillsDuring = (
  { standstills }: Pick<History, 'standstills'>,
  from: number,
  to: number,
): History['standstills'] =>
  standstills.filter(({ startedAt, endedAt }) => startedAt <= to && from <= endedAt + AFTER_A_STANDSTILL)

/** For how many milliseconds the machine stood still between two instants; in all, without them. */
export const stoodStill = (
  { standstills }: Pick<History, 'standstills'>,
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
): number =>
  standstills.reduce(
    (sum, { startedAt, endedAt }) => sum + Math.max(0, Math.min(endedAt, to) - Math.max(startedAt, from)),
    0,
  )

/** When so many milliseconds have passed since an instant in which the machine did not stand still. */
export function awake(since: number, milliseconds: number, standstills: History['standstills']): number {
  let until = since + milliseconds
  for (const { startedAt, endedAt } of standstills.toSorted((a, b) => a.startedAt - b.startedAt))
    if (startedAt <= until && endedAt > since) until += endedAt - Math.max(startedAt, since)
  return until
}

/**
 * The share of the time between two instants in which an error of what needs these would be excused; from 0 to 1.
 * @param longer for so many milliseconds more after a fault than until all works again
 */
export function excusedShare(
  { faults, standstills }: Pick<History, 'faults' | 'standstills'>,
  needed: Needs,
  from: number,
  to: number,
  backWithin: number,
  longer = 0,
): number {
  let [excused, until] = [0, from]
  const excuses = [
    ...faults
      .filter(isHitBy(needed))
      .map((fault) => ({ startedAt: fault.startedAt, over: backBy(fault, standstills, backWithin, longer) })),
    ...standstills.map(({ startedAt, endedAt }) => ({ startedAt, over: endedAt + AFTER_A_STANDSTILL + longer })),
  ]
  for (const { startedAt, over } of excuses.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const [begins, ends] = [Math.max(startedAt, until), Math.min(over, to)]
    if (ends <= begins) continue
    excused += ends - begins
    until = ends
  }
  return to > from ? excused / (to - from) : 0
}

/** A fault that no other one followed too soon: what it hit was left alone for long enough to work again. */
export interface Ended {
  readonly fault: Fault
  /** When it has to work again. */
  readonly deadline: number
  /** Whether another fault had hit it so shortly before that it may not have worked again since. */
  readonly isOfSeveral: boolean
}

/**
 * The faults of what is needed after which it has to work again. One that another one follows too soon is judged by that one's
 * end; whatever ended before it, and may still be starting, has its time. While the machine stands still no time passes.
 * @param longer for so many milliseconds more than others it may take after a fault
 */
export function endedIn(
  { faults, standstills }: Pick<History, 'faults' | 'standstills'>,
  needed: Needs,
  backWithin: number,
  longer: (fault: Fault) => number = () => 0,
): Ended[] {
  const hitting = faults.filter(isHitBy(needed))
  const deadlineOf = ({ endedAt }: Fault) =>
    hitting
      .filter((fault) => fault.endedAt <= endedAt)
      .reduce((latest, fault) => Math.max(latest, backBy(fault, standstills, backWithin, longer(fault))), endedAt)
  return hitting.flatMap((fault) => {
    const deadline = deadlineOf(fault)
    const others = hitting.filter((other) => other !== fault)
    if (others.some(({ startedAt, endedAt }) => endedAt > fault.endedAt && startedAt <= deadline)) return []
    const isOfSeveral = others.some((other) => other.endedAt <= fault.endedAt && deadlineOf(other) >= fault.startedAt)
    return [{ fault, deadline, isOfSeveral }]
  })
}
