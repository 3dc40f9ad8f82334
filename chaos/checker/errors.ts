import type { FaultTarget, Request } from '../history.ts'
import { named, serviceOf } from './commands.ts'
import { faultsDuring, LEANS_ON } from './damage.ts'
import type { Evidence } from './evidence.ts'

/**
 * Nobody is left without an answer or told of an error of ours unless a fault explains it, at the time or shortly before:
 * afterwards the system answers again. No fault explains a 500: doubt is said with a 503.
 */
export function faultsOfErrors({ history, backWithin }: Evidence): string[] {
  return history.requests.flatMap((request) => {
    const trouble = troubleOf(request)
    if (trouble === undefined) return []
    const { what, leansOn } = trouble
    const { startedAt, endedAt } = request
    if (leansOn !== undefined && faultsDuring(history.faults, leansOn, startedAt, endedAt, backWithin).length > 0)
      return []
    return [`${named(request)} ${what} at ${new Date(startedAt).toISOString()}, and no fault explains it`]
  })
}

interface Trouble {
  readonly what: string
  /** Whose faults explain it; undefined when none does. */
  readonly leansOn: readonly FaultTarget[] | undefined
}

function troubleOf(request: Request): Trouble | undefined {
  const { answer } = request
  const leansOn = LEANS_ON[serviceOf(request)]
  if (answer.kind === 'none') return { what: `had no answer (${answer.why})`, leansOn }
  if (answer.status === 503) return { what: `was told 503 ${answer.code}`, leansOn }
  if (answer.status >= 500) return { what: `was told ${answer.status} ${answer.code}`, leansOn: undefined }
  if (answer.status === 400) return { what: `asked wrongly (${answer.code}): it proves nothing`, leansOn: undefined }
  return undefined
}
