import { SIDES, type SideName } from '../sides/side.ts'
import { median } from '../statistics.ts'

/** What a side did for those who are told of bookings, in one of its turns. */
export interface Turn {
  readonly seconds: number
  /** Requests and decisions that were answered. */
  readonly writes: number
  readonly mails: number
  readonly documents: number
  /** Mails and documents that were due and not done when it ended: of this turn and those before. */
  readonly left: number
}

/** What a side did of it when it had the machine for itself and nobody asked anything. */
export interface CaughtUp {
  readonly seconds: number
  readonly mails: number
  readonly documents: number
  /** False: there was more than it was waited for. */
  readonly isAll: boolean
}

/** All that a side was given to do in a case, its warm-up included, and how long it worked at that and at what follows. */
export interface Worked {
  readonly writes: number
  readonly seconds: number
}

/** All turns of a case with writes, and what came after them. */
export interface FollowUps {
  readonly name: string
  readonly clients: number
  readonly turns: Readonly<Record<SideName, readonly Turn[]>>
  readonly after: Readonly<Record<SideName, CaughtUp>>
  /** Absent where writes came at a pace, which says nothing of how many could have. */
  readonly worked?: Readonly<Record<SideName, Worked>>
}

const HEAD = [
  '',
  'clients',
  ...SIDES.flatMap((side) => [`${side}: mails, documents`, 'left', 'gone after', 'all done, writes /s']),
]

/**
 * @returns a table in Markdown: mails and documents that were done within the turns, for each request or decision (median);
 *   how many were left at the end of the last one; how long the side worked at them afterwards, alone, and how many it did in
 *   a second; and how many requests and decisions that makes a second, when all that follows from them is done as well
 */
export function followUpTable(all: readonly FollowUps[]): string {
  const lines = all.map(({ name, clients, turns, after, worked }) => [
    name,
    String(clients),
    ...SIDES.flatMap((side) => {
      const each = (figure: 'mails' | 'documents') =>
        median(turns[side].map((turn) => turn[figure] / turn.writes)).toFixed(2)
      const { seconds, mails, documents, isAll } = after[side]
      const pace = ((mails + documents) / seconds).toFixed(0)
      return [
        `${each('mails')}, ${each('documents')}`,
        String(turns[side].at(-1)?.left ?? ''),
        `${isAll ? '' : 'more than '}${seconds.toFixed(0)} s, at ${pace} /s`,
        worked === undefined
          ? '–'
          : `${isAll ? '' : 'less than '}${(worked[side].writes / worked[side].seconds).toFixed(0)}`,
      ]
    }),
  ])
  return [HEAD, HEAD.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
