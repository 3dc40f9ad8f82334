import { isDeepStrictEqual } from 'node:util'
import type { CivilDate } from '../civil-date.ts'
import type { MaintenanceKind } from './events.ts'

/** What staff say of work on a vehicle: `[from, to)`, what kind, and a word about it. */
export interface Work {
  readonly from: CivilDate
  readonly to: CivilDate
  readonly kind: MaintenanceKind
  readonly note: string | null
}

/** A part of it that one person changes by itself. The days are one: half of two moves is nobody's plan. */
export type WorkPart = (typeof PARTS)[number]
const PARTS = ['days', 'kind', 'note'] as const

/** What tells whether it is still what somebody saw who would have it cancelled. A note says nothing about that. */
export type SeenWork = Pick<Work, 'from' | 'to' | 'kind'>

/** What others have changed of it since it was seen. */
export const changedSince = (present: Work, seen: SeenWork): readonly WorkPart[] =>
  (['days', 'kind'] as const).filter(
    (part) => !isDeepStrictEqual(partsOf(present)[part], partsOf({ ...present, ...seen })[part]),
  )

interface Torn {
  readonly parts: readonly WorkPart[]
  readonly present: Work
  readonly wanted: Work
}

/**
 * The work as it is to be: what the person has changed since they saw it, on top of what it is now. Or the parts which
 * somebody else has changed too meanwhile, into something else. Whoever does not say what they saw has changed everything.
 */
export function workAfter(present: Work, { seen, ...asked }: Work & { readonly seen?: Work | undefined }): Work | Torn {
  const wanted = workOf(asked)
  if (seen === undefined) return wanted
  const [mine, before, now] = [partsOf(wanted), partsOf(seen), partsOf(present)]
  const changed = PARTS.filter((part) => !isDeepStrictEqual(mine[part], before[part]))
  const parts = changed.filter(
    (part) => !isDeepStrictEqual(now[part], before[part]) && !isDeepStrictEqual(now[part], mine[part]),
  )
  if (parts.length > 0) return { parts, present: workOf(present), wanted }
  const merged = { ...now, ...Object.fromEntries(changed.map((part) => [part, mine[part]])) }
  return { ...merged.days, kind: merged.kind, note: merged.note }
}

const workOf = ({ from, to, kind, note }: Work): Work => ({ from, to, kind, note })
const partsOf = ({ from, to, kind, note }: Work) => ({ days: { from, to }, kind, note })
