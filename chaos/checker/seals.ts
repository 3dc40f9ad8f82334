import { isSealed } from '@forecourt/event-log/seals/chain.ts'
import { checkLog } from '@forecourt/operator/seals/check-log.ts'
import type { Evidence } from './evidence.ts'
import { logOf } from './log-of.ts'

/** The sealer looks every 30 seconds; a fault may keep it from one look, and from the next. */
const SEALED_WITHIN = 120_000

/** Every seal is signed, follows from the one before it and names the events that are there; and what is old is sealed. */
export async function faultsOfSeals({ history, log, isDense, publicKeys }: Evidence): Promise<string[]> {
  if (publicKeys.size === 0) return ['nobody sealed: there is no key that a seal could be looked at with']
  const { findings, unsealed } = await checkLog({ log: logOf(log), publicKeys, file: undefined, isDense })
  const covered = log.filter(isSealed)
  const due = (history.endedAt ?? 0) - SEALED_WITHIN
  const late = covered.slice(covered.length - unsealed).filter(({ recordedAt }) => recordedAt.getTime() < due)
  return [
    ...findings.map(({ position, what }) => (position === undefined ? what : `position ${position}: ${what}`)),
    ...(late.length === 0
      ? []
      : [`${late.length} events are old and not sealed, from position ${late[0]?.position} on`]),
  ]
}
