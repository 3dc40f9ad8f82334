import { setTimeout as delay } from 'node:timers/promises'
import type { Link } from '@forecourt/infra/testing/link.ts'
import type { FaultTarget } from '../history.ts'
import { isOwnServer, type OwnServer, type OwnServerName } from '../platform/own-server.ts'
import type { Platform } from '../platform/platform.ts'
import { isProcess, type Process, type ProcessName } from '../platform/processes.ts'
import type { LinkName } from '../platform/ways.ts'
import { holdConnections, lockLog, untilAnswers } from './database.ts'
import { type Deliveries, redeliver } from './deliveries.ts'
import type { PlannedFault } from './plan.ts'

/** The plan names something that there is not: nobody has been hit, and nobody would be another time. */
export class NoSuchPlace extends Error {
  override readonly name = 'NoSuchPlace'
}

/** What faults reach of the platform. */
export interface Reach
  extends Pick<
    Platform,
    'clocks' | 'disks' | 'databaseUrl' | 'eventLog' | 'pool' | 'signalDatabase' | 'freezeDatabase'
  > {
  readonly processes: Readonly<Partial<Record<ProcessName, Pick<Process, 'url' | 'signal'>>>>
  readonly links: Readonly<Partial<Record<LinkName, Link>>>
  readonly servers: Readonly<Partial<Record<OwnServerName, Pick<OwnServer, 'restart' | 'freeze'>>>>
}

/**
 * Makes a fault. Resolves when nothing holds the system back any more.
 * @param struck called when it takes hold: never when there is nobody whom it could hit. One that breaks off afterwards has
 *   happened all the same
 * @returns whether anybody met it: on a way that nobody takes meanwhile it has hit nobody, nor has an empty queue that is emptied
 * @throws {NoSuchPlace}
 */
export async function make(
  platform: Reach,
  deliveries: Deliveries,
  fault: PlannedFault,
  struck: () => void,
): Promise<boolean> {
  switch (fault.name) {
    case 'cut':
      return await cut(platform, fault.place, fault.lasts, struck)
    case 'away':
      return await goAway(platform, fault, struck)
    case 'stall':
    case 'delay':
      return await hamper(platform, fault, struck)
    case 'duplicate':
      return await redeliver(platform, deliveries, fault.lasts, struck)
    case 'empty-queue':
      return await emptyQueue(deliveries, struck)
    case 'exhausted-pool':
      if (!locksLog(platform, fault)) return await holdConnections(platform, fault.lasts, struck)
      await lockLog(platform, fault.lasts, struck)
      return true
    case 'clock-jump':
      return await jump(platform, fault, struck)
    default:
      await hit(platform, fault, fault.name, struck)
      return true
  }
}

async function hit(
  platform: Reach,
  { place, lasts, how }: PlannedFault,
  name: 'kill' | 'freeze' | 'restart' | 'full-disk',
  struck: () => void,
): Promise<void> {
  switch (name) {
    case 'kill':
      if (processOf(platform, place).signal('SIGKILL')) struck()
      return
    case 'freeze':
      return await freeze(platform, place, lasts, struck)
    case 'restart':
      if (isOwnServer(place)) return await serverOf(platform, place).restart(how < 0.5 ? 'SIGKILL' : 'SIGTERM', struck)
      platform.signalDatabase(how < 0.4 ? 'SIGINT' : how < 0.8 ? 'SIGQUIT' : 'SIGKILL')
      struck()
      return await untilAnswers(platform)
    case 'full-disk':
      return await fill(platform, place, lasts, struck)
    default:
      name satisfies never
  }
}

async function emptyQueue({ queue }: Deliveries, struck: () => void): Promise<boolean> {
  const jobs = await queue.waiting()
  await queue.obliterate()
  struck()
  return jobs > 0
}

/** Whether somebody holds the head of the log, and no connections. Who appends to an event store waits for no row. */
const locksLog = ({ servers }: Pick<Reach, 'servers'>, { name, how }: PlannedFault): boolean =>
  name === 'exhausted-pool' && how < 0.5 && servers['event store'] === undefined

/** What a fault hits, as the history names it. */
export function targetOf(platform: Pick<Reach, 'servers'>, fault: PlannedFault): FaultTarget {
  const { place } = fault
  // Who reads rows, or files, has no need of that row: it is no excuse for an error of theirs.
  if (locksLog(platform, fault)) return 'event-store'
  if (place.endsWith('mail server')) return 'mail-server'
  if (place.endsWith('object storage') || place === 'disk of the storage') return 'object-storage'
  if (place === 'gateway') return 'gateway'
  if (place.startsWith('command')) return 'command'
  if (place.startsWith('query')) return 'query'
  if (place.startsWith('projector')) return 'projector'
  if (place.startsWith('workers')) return 'workers'
  if (place === 'event store') return 'event-store'
  if (place === 'redis' || place === 'queue' || place === 'jobs and requests') return 'queue'
  return 'postgres'
}

async function freeze(platform: Reach, place: string, lasts: number, struck: () => void): Promise<void> {
  const wake = freezeWhatIsAt(platform, place)
  if (wake === undefined) return
  try {
    struck()
    await delay(lasts)
  } finally {
    wake()
  }
}

function freezeWhatIsAt(platform: Reach, place: string): (() => void) | undefined {
  if (place === 'database') return platform.freezeDatabase()
  if (isOwnServer(place)) return serverOf(platform, place).freeze()
  return freezeProcess(processOf(platform, place))
}

function freezeProcess(process: Pick<Process, 'signal'>): (() => void) | undefined {
  return process.signal('SIGSTOP') ? () => void process.signal('SIGCONT') : undefined
}

async function cut(platform: Reach, place: string, lasts: number, struck: () => void): Promise<boolean> {
  const link = linkOf(platform, place)
  if (isIdle(platform, place)) return false
  struck()
  return await keepCutting([link], lasts)
}

/** Connections that come again are broken as well, until it is over. @returns whether there were any */
async function keepCutting(links: readonly Link[], lasts: number): Promise<boolean> {
  const over = performance.now() + lasts
  let broken = 0
  do {
    for (const link of links) broken += link.cut()
    await delay(150)
  } while (performance.now() < over)
  return broken > 0
}

/** The database, or another server, says nothing any more, to all or to one of them, or it lets nobody in. */
async function goAway(platform: Reach, fault: PlannedFault, struck: () => void): Promise<boolean> {
  const { place, lasts, how } = fault
  if (place !== 'database' && !isOwnServer(place))
    return await hamper(platform, { ...fault, name: 'stall', how: 0.2 + how / 5 }, struck)
  if (how < 0.5) {
    await freeze(platform, place, lasts, struck)
    return true
  }
  struck()
  const ways = Object.entries(platform.links).filter(([name]) => name.endsWith(` to ${place}`))
  return await keepCutting(
    ways.map(([, link]) => link),
    lasts,
  )
}

async function hamper(platform: Reach, fault: PlannedFault, struck: () => void): Promise<boolean> {
  const { name, place, lasts, how } = fault
  const link = linkOf(platform, place)
  if (isIdle(platform, place)) return false
  struck()
  const before = link.passings
  // Without the answers alone nobody knows what has become of what they asked for, but it has.
  if (name === 'stall') link.stall(how < 0.2 ? 'answers' : 'everything')
  else link.slow(10 + Math.round(how * 400))
  await delay(lasts)
  const isMet = link.passings > before
  // A way that was silent is often found broken.
  const broken = name === 'stall' && how < 0.3 ? link.cut() : 0
  link.mend()
  return isMet || broken > 0
}

/** Nobody is on the way to or from a process that is down. */
function isIdle(platform: Reach, place: string): boolean {
  const name = place.replace(/ to (?:database|event store|redis|mail server)$/, '')
  return isProcess(name) && processOf(platform, name).url() === undefined
}

/** @returns false when the process was seen to go by the right time all the same */
async function jump(platform: Reach, { place, lasts, how }: PlannedFault, struck: () => void): Promise<boolean> {
  const clock = isProcess(place) && !isIdle(platform, place) ? platform.clocks[place] : undefined
  if (clock === undefined) return false
  const seconds = Math.round((how - 0.5) * 3_000)
  clock.jump(seconds)
  struck()
  await delay(lasts)
  const isMet = await mayGoBy(processOf(platform, place).url(), seconds)
  clock.jump(0)
  return isMet
}

/** A process is late with its answers, and they tell whole seconds; in milliseconds. */
const ABOUT = 5_000

/** Whether a process goes by a clock that is so many seconds ahead: its answers say when they were given. One that gives none may. */
async function mayGoBy(url: string | undefined, seconds: number): Promise<boolean> {
  const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  const told = Date.parse(answer?.headers.get('date') ?? '')
  return Number.isNaN(told) || Math.abs(told - Date.now() - seconds * 1_000) < ABOUT
}

async function fill(platform: Reach, place: string, lasts: number, struck: () => void): Promise<void> {
  const disk = platform.disks[place === 'disk of the storage' ? 'storage' : 'database']
  if (disk === undefined) return
  disk.fill(64 * 1024)
  struck()
  await delay(lasts)
  disk.empty()
  await untilAnswers(platform)
}

function processOf({ processes }: Reach, place: string) {
  const found = isProcess(place) ? processes[place] : undefined
  if (found === undefined) throw new NoSuchPlace(`there is no process ${place}`)
  return found
}

function serverOf({ servers }: Reach, place: OwnServerName) {
  const found = servers[place]
  if (found === undefined) throw new NoSuchPlace(`there is no ${place}`)
  return found
}

function linkOf({ links }: Reach, place: string): Link {
  const found = Object.entries(links).find(([name]) => name === place)?.[1]
  if (found === undefined) throw new NoSuchPlace(`there is no link ${place}`)
  return found
}
