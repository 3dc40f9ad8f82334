import { setTimeout as delay } from 'node:timers/promises'
import type { FaultTarget } from '../history.ts'
import type { LinkName, Platform } from '../platform/platform.ts'
import type { ProcessName } from '../platform/processes.ts'
import { holdConnections, lockLog, untilAnswers } from './database.ts'
import { type Deliveries, redeliver } from './deliveries.ts'
import type { PlannedFault } from './plan.ts'

/** Makes a fault. Resolves when nothing holds the system back any more. */
export async function make(platform: Platform, deliveries: Deliveries, fault: PlannedFault): Promise<void> {
  const { name, place, lasts, how } = fault
  switch (name) {
    case 'kill':
      processOf(platform, place).signal('SIGKILL')
      return
    case 'freeze':
      return await freeze(platform, place, lasts)
    case 'restart':
      platform.signalDatabase(how < 0.4 ? 'SIGINT' : how < 0.8 ? 'SIGQUIT' : 'SIGKILL')
      return await untilAnswers(platform)
    case 'cut':
      return await cut(platform, place, lasts)
    case 'stall':
    case 'delay':
      return await hamper(platform, fault)
    case 'exhausted-pool':
      return await (how < 0.5 ? lockLog(platform, lasts) : holdConnections(platform, lasts))
    case 'duplicate':
      return await redeliver(platform, deliveries, lasts)
    case 'empty-queue':
      return await deliveries.queue.obliterate()
    case 'clock-jump':
      return await jump(platform, place, lasts, how)
    case 'full-disk':
      return await fill(platform, place, lasts)
    default:
      name satisfies never
  }
}

/** What a fault hits, as the history names it. */
export function targetOf({ place }: PlannedFault): FaultTarget {
  if (place === 'gateway') return 'gateway'
  if (place.startsWith('command')) return 'command'
  if (place.startsWith('query')) return 'query'
  if (place.startsWith('projector')) return 'projector'
  if (place.startsWith('workers')) return 'workers'
  if (place === 'mail') return 'mail-server'
  if (place === 'storage' || place === 'disk of the storage') return 'object-storage'
  if (place === 'queue' || place === 'jobs and requests') return 'queue'
  return 'postgres'
}

async function freeze(platform: Platform, place: string, lasts: number): Promise<void> {
  const signal = (name: 'SIGSTOP' | 'SIGCONT') =>
    place === 'database' ? platform.signalDatabase(name) : processOf(platform, place).signal(name)
  signal('SIGSTOP')
  await delay(lasts)
  signal('SIGCONT')
}

/** Connections that come again are broken as well, until it is over. */
async function cut(platform: Platform, place: string, lasts: number): Promise<void> {
  const link = linkOf(platform, place)
  const over = performance.now() + lasts
  do {
    link.cut()
    await delay(150)
  } while (performance.now() < over)
}

async function hamper(platform: Platform, { name, place, lasts, how }: PlannedFault): Promise<void> {
  const link = linkOf(platform, place)
  // Without the answers alone nobody knows what has become of what they asked for, but it has.
  if (name === 'stall') link.stall(how < 0.2 ? 'answers' : 'everything')
  else link.slow(10 + Math.round(how * 400))
  await delay(lasts)
  // A way that was silent is often found broken.
  if (name === 'stall' && how < 0.3) link.cut()
  link.mend()
}

async function jump({ clocks }: Platform, place: string, lasts: number, how: number): Promise<void> {
  const clock = Object.entries(clocks).find(([name]) => name === place)?.[1]
  clock?.jump(Math.round((how - 0.5) * 3_000))
  await delay(lasts)
  clock?.jump(0)
}

async function fill(platform: Platform, place: string, lasts: number): Promise<void> {
  const disk = platform.disks[place === 'disk of the storage' ? 'storage' : 'database']
  disk?.fill(64 * 1024)
  await delay(lasts)
  disk?.empty()
  await untilAnswers(platform)
}

function processOf({ processes }: Platform, place: string) {
  const found = isKey(processes, place) ? processes[place] : undefined
  if (found === undefined) throw new Error(`there is no process ${place}`)
  return found
}

function linkOf({ links }: Platform, place: string) {
  const found = isKey(links, place) ? links[place] : undefined
  if (found === undefined) throw new Error(`there is no link ${place}`)
  return found
}

function isKey<Key extends ProcessName | LinkName>(record: Readonly<Record<Key, unknown>>, name: string): name is Key {
  return Object.hasOwn(record, name)
}
