import { setTimeout as pause } from 'node:timers/promises'
import type { Generator } from '../load/generator.ts'
import type { Measured } from '../load/load.ts'
import type { Side } from '../sides/side.ts'
import type { Case } from './cases.ts'
import type { CaughtUp, Turn } from './follow-ups.ts'
import type { Visited } from './visit.ts'

/** A process that was stopped catches up with its clock when it goes on: for so long nothing is asked of it. In milliseconds. */
const SETTLING_MS = 100
/** Of the answers so many may show less than their reader has written: who reads on rows that lag behind has an easier time. */
const MOST_STALE = 0.01

/** What came of a turn. */
export interface Taken {
  readonly measured: readonly Measured[]
  readonly turn: Turn
  /** Why that says less than it seems to, in words. */
  readonly doubts: readonly string[]
}

/**
 * One side alone on the machine, under the load of a case.
 * @param load who makes it, and for how long where a case is of usual length
 * @returns what was answered and what was done for those who are told of bookings
 * @throws when an answer is not the expected one
 */
export async function takeTurn(
  visited: Visited,
  what: Case,
  { generator, milliseconds }: { readonly generator: Generator; readonly milliseconds: number },
): Promise<Taken> {
  const { side } = visited
  const before = await side.followUp()
  const endedMeanwhile = watchProcesses(side)
  side.thaw()
  await pause(SETTLING_MS)
  const length = milliseconds * (what.length ?? 1)
  let measured: readonly Measured[]
  let doubt: string | undefined
  let lost: string | undefined
  try {
    measured = await generator.run(what.loads(visited), length)
    doubt = what.after?.(visited, measured)
    lost = endedMeanwhile()
  } finally {
    await side.freeze()
  }
  const { mails, documents, left } = await side.followUp()
  const writes = measured.reduce((sum, each) => sum + each.writes, 0)
  const seconds = length / 1_000
  const turn = { seconds, writes, mails: mails - before.mails, documents: documents - before.documents, left }
  const doubts = [doubt, lost, staleness(side, measured), bodiesSentAnew(side, what, measured)]
  return { measured, turn, doubts: doubts.filter((one) => one !== undefined) }
}

/** @returns asked later, that a process of the side has ended since, in words: the others had the machine for themselves */
export function watchProcesses(side: Pick<Side, 'name' | 'processes'>): () => string | undefined {
  const named = () =>
    side
      .processes()
      .map(({ pid, startedAt }) => `${pid} ${startedAt}`)
      .toSorted()
      .join()
  const before = named()
  return () => (named() === before ? undefined : `a process of ${side.name} has ended in between`)
}

function staleness(side: Side, measured: readonly Measured[]): string | undefined {
  const answers = measured.reduce((sum, { times }) => sum + times.length, 0)
  const stale = measured.reduce((sum, each) => sum + each.stale, 0)
  if (stale <= MOST_STALE * answers) return undefined
  return `${side.name} showed less than was written in ${((100 * stale) / answers).toFixed(0)} % of its answers`
}

/** Where nothing changes, all but the first question of each client are answered without a body. */
function bodiesSentAnew(
  side: Side,
  { asksUnchanged = false, clients }: Case,
  [reads]: readonly Measured[],
): string | undefined {
  if (!asksUnchanged || reads === undefined || reads.unchanged >= reads.times.length - clients) return undefined
  return `${side.name} sent a body anew ${reads.times.length - reads.unchanged} times though nothing had changed`
}

/**
 * Lets a side come to the end of what is left for it to do, alone on the machine.
 * @param milliseconds for no longer than that
 */
export async function catchUp({ side }: Visited, milliseconds: number): Promise<CaughtUp> {
  const before = await side.followUp()
  const began = performance.now()
  side.thaw()
  const isAll = await side.settled(AbortSignal.timeout(milliseconds))
  const seconds = (performance.now() - began) / 1_000
  await side.freeze()
  const { mails, documents } = await side.followUp()
  return { seconds, mails: mails - before.mails, documents: documents - before.documents, isAll }
}
