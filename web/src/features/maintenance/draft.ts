import { type Maintenance, MaintenanceInput } from '@forecourt/contracts/maintenance.ts'
import * as z from 'zod/mini'
import { addDays, addYears, daysBetween, longDay } from '../../lib/dates.ts'

/** The form of a block as it is typed, and what it says. */
export const BlockDraft = z.object({ from: z.string(), to: z.string(), kind: z.string(), note: z.string() })
export type BlockDraft = Readonly<z.infer<typeof BlockDraft>>
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
type Work = Pick<Maintenance, 'from' | 'to' | 'kind' | 'note'>
export const draftOf = ({ from, to, kind, note }: Work): BlockDraft => ({ from, to, kind, note: note ?? '' })

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
