import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Request } from '../history.ts'
import { stepsOf } from './commands.ts'
import type { Evidence } from './evidence.ts'
import { usersIn } from './sessions.ts'

/** Who changed something can be asked years later: each event has the business and the account of whoever sent its command. */
export function faultsOfActors({ history, log }: Evidence): string[] {
  const commands = stepsOf(history)
  const usersOf = usersIn(history)
  const isBy =
    ({ actorKind, actorId, tenantId }: Recorded['metadata']) =>
    (sending: Request): boolean =>
      tenantId === sending.businessId &&
      (sending.actor === 'visitor'
        ? actorKind === 'customer'
        : actorKind === 'member' && usersOf(sending).has(actorId ?? ''))
  return log.flatMap(({ type, position, metadata }) => {
    const sendings = commands.get(metadata.commandId ?? '')?.sendings
    if (sendings === undefined || sendings.some(isBy(metadata))) return []
    const { actorKind, actorId, tenantId } = metadata
    const [{ actor, client, businessId } = {}] = sendings
    return [
      `${type} at ${position} is said to be by ${actorKind} ${actorId} of ${tenantId}; ${actor} ${client} of ${businessId} sent it`,
    ]
  })
}
