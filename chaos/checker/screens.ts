import { DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import { type Answered, isAcknowledged } from './commands.ts'
import { CLOCKS_JUMP, type Evidence } from './evidence.ts'

/** Screens of staff that somebody has to have looked at, by the call that they are made of. */
const SCREENS = [
  'ownBusiness',
  'settings',
  'listStaff',
  'listCalendarFeeds',
  'carPerformance',
  'listVehicles',
  'listCustomers',
  'listMaintenance',
  'stats',
] as const

/**
 * Once all has followed, each screen is to the letter what a process makes of the rows that has kept nothing. That rows are right is
 * found elsewhere, and says nothing of a body that was kept since people were busy: figures under a version that they are not of.
 */
export function faultsOfScreens({ history }: Evidence): string[] {
  const looks = history.requests.filter(({ asked }) => asked.screens !== undefined).filter(isAcknowledged)
  return history.tenants.flatMap(({ businessId }) => {
    const theirs = Map.groupBy(
      looks.filter((look) => look.businessId === businessId),
      whatOf,
    )
    const calls = new Set([...theirs.values()].flatMap(([look]) => look?.call ?? []))
    return [
      ...SCREENS.filter((call) => !calls.has(call)).map((call) => `nobody has looked at ${call} of ${businessId}`),
      ...[...theirs].flatMap(([what, its]) => differences(`${what} of ${businessId}`, its)),
    ]
  })
}

function differences(what: string, looks: readonly Answered[]): string[] {
  const afresh = looks.find(({ asked }) => asked.screens === 'afresh')
  const kept = looks.filter(({ asked }) => asked.screens === 'kept')
  if (afresh === undefined || kept.length === 0)
    return [`${what} was not looked at ${kept.length === 0 ? 'before' : 'after'} its processes were ended`]
  // Some of it is of today, and the processes' clocks may differ.
  if (new Set(looks.flatMap(daysOf)).size > 1) return []
  return looks
    .filter(({ answer }) => answer.body === null || answer.body !== afresh.answer.body)
    .map(({ id, asked }) => `${what} (${id}, ${asked.screens}) is not what a process says that has kept nothing`)
}

/** Which screen, with what was asked of it. */
function whatOf({ call, asked }: Answered): string {
  const which = Object.entries(asked).filter(([name]) => name !== 'screens')
  return [call, ...which.map(([name, value]) => `${name} ${value}`)].join(' ')
}

const daysOf = ({ startedAt, endedAt }: Answered): string[] =>
  [startedAt - CLOCKS_JUMP, endedAt + CLOCKS_JUMP].flatMap((at) => todayIn(DEFAULT_TIME_ZONE, instantOf(at)) ?? [])
