import type { History, Request } from '../history.ts'
import { named, serviceOf } from './commands.ts'
import {
  AFTER_A_STANDSTILL,
  faultsDuring,
  freshnessFor,
  type Needs,
  neededBy,
  standstillsDuring,
  stoodStill,
} from './damage.ts'
import type { Evidence } from './evidence.ts'
import { membershipsIn } from './memberships.ts'
import { accountsIn } from './sessions.ts'

/**
 * Nobody is left without an answer or told of an error of ours unless a fault explains it, at the time or shortly before:
 * afterwards the system answers again. A standstill of the machine explains doubt likewise, and silence that was mostly its own.
 * Nothing explains a 500: doubt is said with a 503, by all but the object storage.
 */
export function faultsOfErrors({ history, log, backWithin }: Evidence): string[] {
  const [accountsOf, membershipsOf] = [accountsIn(history), membershipsIn(log)]
  /** Whoever was let in a moment ago is in no row yet: rows that say that they are old cannot tell. */
  const mayBeInNoRow = (request: Request) =>
    request.answer.kind === 'answer' &&
    request.answer.stale &&
    [...accountsOf(request)].some((userId) => membershipsOf(userId).byBusiness.length > 1)
  return history.requests.flatMap((request) => {
    const trouble = troubleOf(request, mayBeInNoRow(request) ? freshnessFor(request) : neededBy(request))
    if (trouble === undefined) return []
    const { what, needed } = trouble
    const { startedAt, endedAt } = request
    const isExplained =
      needed !== undefined &&
      (faultsDuring(history, needed, startedAt, endedAt, backWithin).length > 0 || isByStandstill(request, history))
    if (isExplained) return []
    return [`${named(request)} ${what} at ${new Date(startedAt).toISOString()}, and no fault explains it`]
  })
}

/** Longer than all are behind after a standstill, and than it takes to answer then; in milliseconds. */
const TIME_TO_ANSWER = AFTER_A_STANDSTILL + 500

/**
 * Whoever had more time to answer in which the machine went on than in which it stood still has kept silent by themselves. A
 * connection that nobody used may break: its time was over meanwhile, and whoever goes on first sends something on it when it is
 * being closed. So it was with dozens at once where client and server were stopped for six seconds, up to some hundredths of a second
 * after they went on. A process that is down breaks connections for longer.
 */
function isByStandstill({ startedAt, endedAt, answer }: Request, history: Pick<History, 'standstills'>): boolean {
  const isSilence = answer.kind === 'none' && answer.why === 'timeout'
  if (!isSilence) return standstillsDuring(history, startedAt, endedAt).length > 0
  const still = stoodStill(history, startedAt, endedAt)
  return still > 0 && endedAt - startedAt - still <= Math.max(still, TIME_TO_ANSWER)
}

interface Trouble {
  readonly what: string
  /** Whose faults explain it; undefined when none does. */
  readonly needed: Needs | undefined
}

function troubleOf(request: Request, needed: Needs): Trouble | undefined {
  const { answer } = request
  if (answer.kind === 'none') return { what: `had no answer (${answer.why})`, needed }
  // A storage that has no room says so as a server does that fails.
  const isDoubt = answer.status === 503 || serviceOf(request) === 'storage'
  if (answer.status >= 500)
    return { what: `was told ${answer.status} ${answer.code}`, needed: isDoubt ? needed : undefined }
  if (answer.status === 400) return { what: `asked wrongly (${answer.code}): it proves nothing`, needed: undefined }
  return undefined
}
