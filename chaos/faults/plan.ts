import type { Chance } from '../../tests/system/support/random.ts'
import { UNHURRIED } from '../checker/mails-go-on.ts'
import type { FaultName } from '../history.ts'
import type { OwnServerName } from '../platform/own-server.ts'
import { TO_EVENT_STORE } from '../platform/ways.ts'

/** What is going to happen to whom, and when. */
export interface PlannedFault {
  /** Milliseconds from the beginning. */
  readonly at: number
  readonly name: FaultName
  /** A process, a link, or what the fault is about. */
  readonly place: string
  /** For how long, in milliseconds, where it does not end by itself. */
  readonly lasts: number
  /** A number from 0 up to 1 that decides what the fault leaves open. */
  readonly how: number
}

interface Kind {
  readonly name: FaultName
  /** How often, compared with the others. */
  readonly weight: number
  readonly places: readonly string[]
  /** The shortest and the longest, in milliseconds. */
  readonly lasts: readonly [number, number]
}

const BEFORE_DATABASE = ['command-1', 'command-2', 'query-1', 'query-2', 'projector-1', 'projector-2', 'workers']
const PROCESSES = [...BEFORE_DATABASE, 'command-1', 'command-2', 'gateway']
const TO_DATABASE = BEFORE_DATABASE.map((name) => `${name} to database`)
const LINKS = [...TO_DATABASE, 'gateway', 'command-1', 'command-2', 'query-1', 'query-2']

export const KINDS: readonly Kind[] = [
  { name: 'kill', weight: 34, places: PROCESSES, lasts: [0, 0] },
  { name: 'freeze', weight: 14, places: [...PROCESSES, 'database'], lasts: [200, 5_000] },
  { name: 'restart', weight: 8, places: ['database'], lasts: [0, 0] },
  { name: 'cut', weight: 10, places: LINKS, lasts: [0, 2_000] },
  { name: 'stall', weight: 8, places: LINKS, lasts: [300, 6_000] },
  { name: 'delay', weight: 8, places: LINKS, lasts: [1_000, 6_000] },
  { name: 'exhausted-pool', weight: 5, places: ['database'], lasts: [500, 5_000] },
  { name: 'duplicate', weight: 5, places: ['jobs and requests'], lasts: [1_000, 3_000] },
  { name: 'empty-queue', weight: 3, places: ['queue'], lasts: [0, 0] },
  { name: 'clock-jump', weight: 3, places: PROCESSES.filter((name) => name !== 'gateway'), lasts: [3_000, 8_000] },
  { name: 'full-disk', weight: 2, places: ['disk of the database', 'disk of the storage'], lasts: [1_000, 4_000] },
]

const WAYS_TO_EVENT_STORE = TO_EVENT_STORE.map((name) => `${name} to event store`)

const TO_MAIL_SERVER = ['workers to mail server']
const TO_OBJECT_STORAGE = ['all to object storage']

/** What is hit besides, where there are such servers; what is named twice, twice as often as one of the others. */
const BESIDES: Readonly<Record<OwnServerName, Readonly<Partial<Record<FaultName, readonly string[]>>>>> = {
  'mail server': {
    freeze: ['mail server'],
    restart: ['mail server', 'mail server'],
    cut: TO_MAIL_SERVER,
    stall: TO_MAIL_SERVER,
    delay: TO_MAIL_SERVER,
    away: ['mail server'],
  },
  'object storage': {
    freeze: ['object storage'],
    restart: ['object storage', 'object storage'],
    cut: TO_OBJECT_STORAGE,
    stall: TO_OBJECT_STORAGE,
    delay: TO_OBJECT_STORAGE,
    away: ['object storage'],
  },
  'event store': {
    freeze: ['event store', 'event store'],
    restart: ['event store'],
    cut: WAYS_TO_EVENT_STORE,
    stall: WAYS_TO_EVENT_STORE,
    delay: WAYS_TO_EVENT_STORE,
    away: ['event store', 'event store', 'event store', ...WAYS_TO_EVENT_STORE],
  },
  redis: {
    freeze: ['redis'],
    restart: ['redis'],
    cut: ['workers to redis'],
    stall: ['workers to redis'],
    delay: ['workers to redis'],
    away: ['redis', 'redis'],
  },
}

/** Nobody waits for so long: everything has to give up, and to begin anew. Once a round, with nothing else beside it. */
export const AWAY = {
  name: 'away',
  places: ['database', 'database', 'database', ...TO_DATABASE],
  lasts: 60_000,
  /** After so many groups. */
  after: 3,
} as const

/**
 * Faults come in groups, with little time between two of them; after some groups there is calm for so long that whatever was
 * hit must be back, and then a while in which nothing excuses an error. In milliseconds.
 */
const BEFORE_FIRST = 2_000
const MOST_IN_GROUP = 4
const WITHIN_GROUP = 2_000
const SHORTEST_REST = 1_000
const REST = 3_000
const GROUPS_BEFORE_CALM = 3
const BEYOND_RECOVERY = 5_000

interface Conditions {
  /** For so many milliseconds. */
  readonly lasts: number
  /** How long the system may take to answer again after a fault, in milliseconds. */
  readonly backWithin: number
  /** Whether a fault can be made on this machine. */
  readonly possible: (name: FaultName) => boolean
  /** The servers that there are besides, and that can be hit. */
  readonly servers: readonly OwnServerName[]
}

/**
 * The faults of a round. The same chance gives the same plan, where recovery may take the same time and the same faults can be
 * made. Where recovery may take longer, faults are the same ones in the same order, and calms are longer: with shorter ones
 * nothing would be left in which errors have no excuse and all must be back.
 */
export function planFaults(
  chance: Chance,
  { lasts: milliseconds, backWithin, possible, servers }: Conditions,
): PlannedFault[] {
  const placesOf = ({ name, places }: Pick<Kind, 'places'> & { readonly name: FaultName }) => [
    ...places,
    ...servers.flatMap((server) => BESIDES[server][name] ?? []),
  ]
  const kinds = KINDS.filter(({ name }) => possible(name))
  const drawer = kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind))
  const plan: PlannedFault[] = []
  let at = BEFORE_FIRST
  for (let group = 1; at < milliseconds; group += 1) {
    let over = at
    for (let left = 1 + chance.below(MOST_IN_GROUP); left > 0; left -= 1) {
      const kind = chance.oneOf(drawer)
      const place = kind === undefined ? undefined : chance.oneOf(placesOf(kind))
      if (kind === undefined || place === undefined) continue
      const [shortest, longest] = kind.lasts
      const lasts = shortest + chance.below(longest - shortest + 1)
      plan.push({ at, name: kind.name, place, lasts, how: chance.below(1_000) / 1_000 })
      over = Math.max(over, at + lasts)
      at += chance.below(WITHIN_GROUP)
    }
    // Whether mails go on after a fault of Redis, which keeps nothing else from working, shows when they have had their time.
    const hasProductionServers = servers.includes('event store') || servers.includes('redis')
    const calm = backWithin + BEYOND_RECOVERY + (hasProductionServers ? UNHURRIED : 0)
    at = group % GROUPS_BEFORE_CALM === 0 ? over + calm : at + SHORTEST_REST + chance.below(REST)
    if (group !== AWAY.after) continue
    const { name, lasts } = AWAY
    plan.push({ at, name, place: chance.oneOf(placesOf(AWAY)) ?? '', lasts, how: chance.below(1_000) / 1_000 })
    at += lasts + calm
  }
  return plan.filter((fault) => fault.at < milliseconds)
}
