import type { Generator } from '../load/generator.ts'
import type { Measured } from '../load/load.ts'
import type { Case } from './cases.ts'
import type { CaughtUp, Turn } from './follow-ups.ts'
import type { Visited } from './visit.ts'

/** What came of a turn. */
export interface Taken {
  readonly measured: readonly Measured[]
  readonly turn: Turn
  /** Why that says less than it seems to, in words. */
  readonly doubt: string | undefined
}

/** One side alone on the machine, under the load of a case. */
export async function takeTurn(
  of: Visited,
  what: Case,
  { generator, milliseconds }: { readonly generator: Generator; readonly milliseconds: number },
): Promise<Taken> {
  const { side } = of
  const before = await side.followUp()
  side.thaw()
  let measured: readonly Measured[]
  let doubt: string | undefined
  try {
    measured = await generator.run(what.loads(of), milliseconds * (what.length ?? 1))
    doubt = what.after?.(of, measured)
  } finally {
    await side.freeze()
  }
  const { mails, documents, left } = await side.followUp()
  const writes = measured.reduce((sum, each) => sum + each.writes, 0)
  const turn = { writes, mails: mails - before.mails, documents: documents - before.documents, left }
  return { measured, turn, doubt }
}

/** Lets a side come to the end of what is left for it to do, alone on the machine, but for no longer than that. */
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
