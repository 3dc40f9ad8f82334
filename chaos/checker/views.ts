import type { History, Request } from '../history.ts'
import { isAcknowledged, isDenied, named } from './commands.ts'
import { CLOCKS_APART, type Evidence, type View } from './evidence.ts'

const HOUR = 3_600_000
const LICENCES = '/objects/licences/'

/** Whoever is shown a licence is in the book of that hour before they see it, and nobody else ever is (decisions "Files"). */
export function faultsOfViews({ history, tables }: Evidence): string[] {
  const views = tables.views.filter(({ file }) => file.startsWith(LICENCES))
  const looks = history.requests.filter(({ call, actor }) => call === 'licence' && actor === 'member')
  const usersOf = usersIn(history)
  const isOf =
    ({ file, userId }: View) =>
    ({ asked, client }: Request) =>
      asked.file === file && usersOf(client).has(userId)
  return [
    ...looks
      .filter(isAcknowledged)
      .filter((look) => !views.some((view) => isOf(view)(look) && isWithin(view, look)))
      .map((look) => `${named(look)} was shown ${look.asked.file}, and it is not written down`),
    ...views.flatMap((view) => {
      const its = looks.filter(isOf(view)).filter((look) => mayHaveSeen(look) && isAfter(view, look))
      const when = new Date(view.hour).toISOString()
      if (its.length === 0)
        return [`it is written down that ${view.userId} was shown ${view.file} at ${when}, who did not look at it`]
      const isTheirs = its.some(({ businessId }) => businessId === view.businessId)
      return isTheirs ? [] : [`it is written down for ${view.businessId} that ${view.file} was shown at ${when}`]
    }),
  ]
}

/** Whom each browser was let in as. */
function usersIn(history: History): (client: string) => ReadonlySet<string> {
  const users = new Map<string, Set<string>>()
  for (const { call, client, answer } of history.requests) {
    if (call !== 'signIn' || answer.kind !== 'answer' || answer.user === null) continue
    users.set(client, (users.get(client) ?? new Set()).add(answer.user))
  }
  return (client) => users.get(client) ?? new Set()
}

const isWithin = ({ hour }: View, { startedAt, endedAt }: Request): boolean =>
  hour + HOUR > startedAt - CLOCKS_APART && hour <= endedAt + CLOCKS_APART

/** One that nobody waited for any longer may have been answered at any time since. */
const isAfter = ({ hour }: View, { startedAt }: Request): boolean => hour + HOUR > startedAt - CLOCKS_APART

/** It is written down first, so whoever heard of no refusal may be in the book. */
const mayHaveSeen = (look: Request): boolean => !isDenied(look)
