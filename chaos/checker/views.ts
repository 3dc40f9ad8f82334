import type { Request } from '../history.ts'
import { isAcknowledged, isAnswered, isDenied, named } from './commands.ts'
import { CLOCKS_APART, type Evidence, type View } from './evidence.ts'
import { usersIn } from './sessions.ts'

const HOUR = 3_600_000

/** Calls that show a customer's file. */
const VIEWING: ReadonlySet<string> = new Set(['licence', 'contract'])

/**
 * Whoever is shown a licence or a contract is in the book of that hour before they see it, and nobody else ever is (decisions
 * "Files").
 */
export function faultsOfViews({ history, tables: { views } }: Evidence): string[] {
  const looks = history.requests.filter(({ call, actor }) => VIEWING.has(call) && actor === 'member')
  const usersOf = usersIn(history)
  const isOf =
    ({ file, userId }: View) =>
    (look: Request) =>
      look.asked.file === file && usersOf(look).has(userId)
  return [
    ...looks
      .filter(isAcknowledged)
      .filter((look) => !views.some((view) => isOf(view)(look) && isBefore(view, look)))
      .map((look) => `${named(look)} was shown ${look.asked.file}, and it was not written down by then`),
    ...views.flatMap((view) => {
      const its = looks.filter(isOf(view)).filter((look) => mayHaveWritten(look, view))
      const when = new Date(view.at).toISOString()
      if (its.length === 0)
        return [`it is written down that ${view.userId} was shown ${view.file} at ${when}, who did not look at it`]
      const isTheirs = its.some(({ businessId }) => businessId === view.businessId)
      return isTheirs ? [] : [`it is written down for ${view.businessId} that ${view.file} was shown at ${when}`]
    }),
  ]
}

/** Whether the line is of the hour of the look, and was there before its answer: only the first look of an hour writes one. */
const isBefore = ({ hour, at }: View, { startedAt, endedAt }: Request): boolean =>
  hour + HOUR > startedAt - CLOCKS_APART && at <= endedAt + CLOCKS_APART

/**
 * It is written down first, so whoever heard of no refusal may be in the book; later than their answer only when that was
 * none, or said that the database was away.
 */
const mayHaveWritten = (look: Request, { at }: View): boolean =>
  at >= look.startedAt - CLOCKS_APART &&
  !isDenied(look) &&
  (at <= look.endedAt + CLOCKS_APART || !isAnswered(look) || look.answer.status >= 500)
