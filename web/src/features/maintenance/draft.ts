import { type Maintenance, MaintenanceInput } from '@forecourt/contracts/maintenance.ts'
import * as z from 'zod/mini'
import { addDays, addYears, daysBetween, longDay } from '../../lib/dates.ts'

/** The form of a block as it is typed, and what it says. */
export const BlockDraft = z.object({ from: z.string(), to: z.string(), kind: z.string(), note: z.string() })
export type BlockDraft = Readonly<z.infer<typeof BlockDraft>>
/** What is kept of a form: as it is typed, and the block as it was when somebody began to change it. */
export const Typed = z.extend(BlockDraft, { seen: z.optional(BlockDraft) })
export type Typed = Readonly<z.infer<typeof Typed>>
export type Complaints = Readonly<Partial<Record<keyof BlockDraft, string>>>

/** As long and as far ahead as the schedule takes it. */
const LONGEST_DAYS = 365
const YEARS_AHEAD = 10

export const newBlock = (from = '', to = from === '' ? '' : addDays(from, 1)): BlockDraft => ({
  from,
  to,
  kind: 'service',
  note: '',
})
export type Work = Pick<Maintenance, 'from' | 'to' | 'kind' | 'note'>
export const draftOf = ({ from, to, kind, note }: Work): BlockDraft => ({ from, to, kind, note: note ?? '' })

/**
 * A form that was begun a while ago, on top of its block as it is now: only what was typed goes before that. The days are
 * one. `seen` is what the person who saves has seen of the block.
 */
export function onTopOf(
  block: Work,
  { seen = draftOf(block), ...typed }: BlockDraft & { readonly seen?: BlockDraft | undefined },
): { readonly draft: BlockDraft; readonly seen: BlockDraft } {
  const now = draftOf(block)
  const daysTyped = typed.from !== seen.from || typed.to !== seen.to
  const [isKindTyped, isNoteTyped] = [typed.kind !== seen.kind, typed.note !== seen.note]
  const pick = (one: BlockDraft, other: BlockDraft): BlockDraft => ({
    ...(daysTyped ? { from: one.from, to: one.to } : { from: other.from, to: other.to }),
    kind: isKindTyped ? one.kind : other.kind,
    note: isNoteTyped ? one.note : other.note,
  })
  return { draft: pick(typed, now), seen: pick(seen, now) }
}

/** What a person saw of a block, as it is sent. */
export function seenWork(seen: BlockDraft): Work | undefined {
  const { data } = z.safeParse(MaintenanceInput, seen)
  return data === undefined ? undefined : { ...data, note: data.note ?? null }
}

/** Whether only the end of a block can be moved: what has been is not rewritten. */
export const hasBegun = ({ from }: Pick<Maintenance, 'from'>, today: string) => from < today

/**
 * What a draft says, or what is wrong with it: the rules by which the schedule refuses (`maintenance.ts` of the domain), so
 * that nobody hears of them only when the network is back.
 * @param saved the block that is changed; undefined for a new one
 */
export function readBlock(
  draft: BlockDraft,
  today: string,
  saved?: Maintenance,
): { readonly work: MaintenanceInput & { readonly note: string | null } } | { readonly wrong: Complaints } {
  const read = z.safeParse(MaintenanceInput, draft)
  if (!read.success) return { wrong: complaintsOf(read.error.issues) }
  const { from, to, kind, note = null } = read.data
  if (to <= from) return { wrong: { to: 'It must end after the day on which it begins' } }
  if (daysBetween(from, to) > LONGEST_DAYS) return { wrong: { to: `At most ${LONGEST_DAYS} days` } }
  if (from > addYears(today, YEARS_AHEAD)) return { wrong: { from: `At most ${YEARS_AHEAD} years ahead` } }
  if (from !== saved?.from && from < today) return { wrong: { from: `Not before today, ${longDay(today)}` } }
  if (to < today) return { wrong: { to: `Not before today, ${longDay(today)}` } }
  return { work: { from, to, kind, note } }
}

function complaintsOf(issues: readonly { readonly path: PropertyKey[]; readonly message: string }[]): Complaints {
  const wrong: Partial<Record<keyof BlockDraft, string>> = {}
  for (const { path, message } of issues) {
    const [field] = path
    if (field === 'from' || field === 'to' || field === 'kind' || field === 'note') wrong[field] ??= message
  }
  return wrong
}
