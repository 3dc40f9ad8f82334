import { DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import type { Load, Measured, Script } from '../load/load.ts'
import type { Side } from '../sides/side.ts'
import {
  changes,
  dropDecided,
  keepMixed,
  keepTown,
  leaveHot,
  pendingOfAll,
  requestsOfAll,
  requestsOfHot,
  requestsOfTown,
  type Visited,
} from './visit.ts'

/** Something that is measured on each side. */
export interface Case {
  /** One for each load that is measured: the first ones of `loads`. */
  readonly names: readonly string[]
  readonly clients: number
  /** What the ratio to crud-fn is to be at least (PERFORMANCE: goals); none for what is only looked at. */
  readonly goal?: number
  /** How much longer than usual its rounds are. */
  readonly length?: number
  /** As many bookings as can be decided about in a second wait for it, or more. */
  readonly decidesPerSecond?: number
  /** Whether the first of its loads asks for the vehicles of the town, which take so many requests and no more. */
  readonly asksTown?: boolean
  /** Whether the first of its loads asks with the tag of what stays as it is. */
  readonly asksUnchanged?: boolean
  /** A row of its own for the requests of its first load, without the decisions; it has no goal. */
  readonly requestsAs?: string
  /** Whether the second of its loads are changes, which must come at their pace ({@link CHANGES_PER_SECOND}). */
  readonly changing?: boolean
  loads(visited: Visited): readonly Load[]
  /** Told what came of them, in their order. @returns why that says less than it seems to, in words */
  after?(visited: Visited, measured: readonly Measured[]): string | undefined
}

const today = todayIn(DEFAULT_TIME_ZONE, instantOf(Date.now()))
const month = `year=${today.slice(0, 4)}&month=${Number(today.slice(5, 7)) - 1}`

/** A question, and what is to be reached with 32 clients, with and without a tag. */
export interface Question {
  readonly name: string
  readonly goal: number
  readonly path: (side: Side) => string
  readonly isPublic: boolean
}

const desk = (name: string, page: string, goal: number): Question => ({
  name,
  goal,
  path: () => `/api/admin/${page}`,
  isPublic: false,
})

/** The bodies that the product packs are several times as long as others. */
const BOOKINGS_PAGE = desk('bookings page', 'bookings', 15)

export const QUESTIONS: readonly Question[] = [
  { name: 'fleet', goal: 2, path: ({ town }) => `/api/cars?businessSlug=${town.desk.slug}`, isPublic: true },
  {
    name: 'booked dates',
    goal: 2,
    path: ({ town }) => `/api/cars/${town.desk.vehicles[0]}/booked-dates`,
    isPublic: true,
  },
  BOOKINGS_PAGE,
  desk('stats', `stats?${month}`, 5),
  desk('performance', 'car-performance', 1),
  desk('customers', 'customers', 1),
]

function get(
  question: Question,
  clients: number,
  { changing = false, withTag = false, asBrowser = true, goal = 1 } = {},
): Case {
  const { path, isPublic } = question
  const script = ({ side }: Visited): Script => ({
    kind: 'get',
    path: path(side),
    ...(isPublic ? {} : { cookie: side.town.desk.cookie }),
    withTag,
    asBrowser,
  })
  const how = [changing ? 'data changing' : [], withTag ? 'with its tag' : [], asBrowser ? [] : 'not compressed'].flat()
  return {
    names: [[question.name, ...how].join(', ')],
    clients,
    goal,
    changing,
    asksUnchanged: withTag && !changing,
    loads: (visited) => [
      { script: script(visited), targets: visited.side.targets.slice(0, 1), clients },
      // Visitors are shown of bookings what is approved.
      ...(changing ? [changes(visited, isPublic ? ['approved', 'rejected'] : ['rejected'])] : []),
    ],
    after({ sent }, [, changed]) {
      sent.desk += changed?.used ?? 0
      return undefined
    },
  }
}

/**
 * Each question on still data, then while the data changes fifty times a second; both also with `If-None-Match`. Where the
 * product sends less than the yardstick, because it packs what is long, it is asked for as much as well: the goals are of
 * answers of the same length.
 */
const reads = (): Case[] =>
  QUESTIONS.flatMap((question) => [
    get(question, 1, { goal: 0.9 }),
    get(question, 8),
    get(question, 32, { goal: question.goal }),
    get(question, 32, { withTag: true }),
    get(question, 32, { changing: true, goal: question.goal }),
    get(question, 32, { changing: true, withTag: true }),
    ...(question === BOOKINGS_PAGE
      ? [
          get(question, 32, { asBrowser: false, goal: question.goal }),
          get(question, 32, { asBrowser: false, changing: true, goal: question.goal }),
        ]
      : []),
  ])

/** At one connection there is nothing to gather; the goals are for 32. */
const goalOf = (clients: number, goal: number): number => ({ 1: 0.9, 32: goal })[clients] ?? 1

const book = (clients: number): Case => ({
  names: ['bookings, 2,000 vehicles'],
  clients,
  // Longer than others: its rounds differed most.
  length: 2,
  goal: goalOf(clients, 2),
  loads: (visited) => [
    { script: { kind: 'book', requests: requestsOfTown(visited) }, targets: visited.side.targets.slice(0, 1), clients },
  ],
  asksTown: true,
  after: (visited, [booked]) => keepTown(visited, booked),
})

const bookHot = (clients: number): Case => ({
  names: ['bookings and approvals, one vehicle'],
  requestsAs: 'bookings of these, one vehicle',
  clients,
  goal: goalOf(clients, 1),
  loads: (visited) => {
    const { cookie } = visited.side.town.hot
    return [
      {
        script: { kind: 'book and decide', requests: requestsOfHot(visited), cookie, decisions: ['approved'] },
        targets: visited.side.targets.slice(0, 1),
        clients,
      },
    ]
  },
  after(visited, [booked]) {
    leaveHot(visited, booked?.used ?? 0)
    return undefined
  },
})

const approve = (clients: number): Case => ({
  names: ['approvals, 2,000 vehicles'],
  clients,
  goal: goalOf(clients, 1.5),
  decidesPerSecond: { 1: 1_500, 8: 2_500 }[clients] ?? 3_500,
  loads: ({ side, pending }) => [
    { script: { kind: 'approve', bookings: pending }, targets: side.targets.slice(0, 1), clients },
  ],
  after: (visited, [approved]) => dropDecided(visited, approved),
})

const TABLETS = 20
const RENTERS = 200

/**
 * All of them at once, each as fast as it is answered. All look at one business; a share of what they ask for and decide about is
 * that business's, so that what they look at changes, and the rest is other businesses'.
 */
const desks: Case = {
  names: [`${RENTERS} renters beside ${TABLETS} tablets`, `${TABLETS} tablets beside ${RENTERS} renters`],
  clients: TABLETS + RENTERS,
  goal: 1,
  length: 2,
  asksTown: true,
  decidesPerSecond: 600,
  loads(visited) {
    const { desk: tenant } = visited.side.town
    const { targets } = visited.side
    return [
      { script: { kind: 'renter', slug: tenant.slug, requests: requestsOfAll(visited) }, targets, clients: RENTERS },
      {
        script: { kind: 'tablet', cookie: tenant.cookie, month, bookings: pendingOfAll(visited) },
        targets,
        clients: TABLETS,
      },
    ]
  },
  after: (visited, [booked, decided]) => keepMixed(visited, booked, decided),
}

const AT_ONCE = [1, 8, 32]

/**
 * All that is compared. What the bookings of a round leave to do goes on in the next one, as in a busy hour; the report says how
 * much that was.
 */
const CASES: readonly Case[] = [
  ...reads(),
  desks,
  // In turns: a vehicle takes fifty requests that nobody has answered, and a fast side asks for tens of thousands. What is
  // approved makes room for more; where that is not enough, `makeRoom` does.
  ...AT_ONCE.flatMap((clients) => [book(clients), approve(clients)]),
  ...AT_ONCE.map(bookHot),
]

/**
 * The cases that have this, or one of several with `|` between, in one of their names; all of them for an empty text.
 * @throws when there is none
 */
export function casesNamed(part: string): readonly Case[] {
  const parts = part.split('|')
  const found = CASES.filter(({ names }) => names.some((name) => parts.some((one) => name.includes(one))))
  if (found.length > 0) return found
  const names = new Set(CASES.flatMap((each) => each.names))
  throw new Error(`No call has ${part} in its name. There are:\n${[...names].map((name) => `  ${name}`).join('\n')}`)
}
