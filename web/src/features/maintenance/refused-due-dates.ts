import * as z from 'zod/mini'
import { type Begun, onTopOf } from '../../lib/on-top-of.ts'
import type { Actions } from '../../offline/outbox/queue.ts'
import { Dues, noteDueDates } from './actions.ts'
import { type DueDates, PAPERS } from './due.ts'

/** Due dates of a vehicle that the server has refused: ids of their actions, why, and what was typed, on which dates. */
interface RefusedDueDates extends Begun<DueDates> {
  readonly ids: readonly string[]
  readonly refusal: string | undefined
}

/**
 * What was refused of a vehicle's due dates and stands in the form again; undefined when nothing was.
 * @param saved the dates as they are by now
 */
export function refusedDueDates(actions: Actions, carId: string, saved: DueDates): RefusedDueDates | undefined {
  const refused = actions.flatMap(({ id, name, args, state, refusal }) => {
    const dues = name === noteDueDates.name && state === 'refused' ? z.safeParse(Dues, args).data : undefined
    return dues?.carId === carId ? [{ id, dues, refusal }] : []
  })
  const last = refused.at(-1)
  if (last === undefined) return undefined
  const { dues, refusal } = last
  return { ids: refused.map(({ id }) => id), refusal, typed: dues.dueDates, from: dues.from ?? saved }
}

/** What the form shows of them: the typed dates on top of those that are saved, and where somebody has saved others. */
export const againInForm = (saved: DueDates, { typed, from }: Begun<DueDates>) =>
  onTopOf(PAPERS, saved, { typed, from })
