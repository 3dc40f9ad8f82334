import { randomUUID } from 'node:crypto'
import type { BusinessId, UserId } from '@forecourt/domain/ids.ts'
import { type Instant, instantOf } from '@forecourt/domain/instant.ts'
import type { CommandMetadata } from '@forecourt/event-log/metadata.ts'

/** Who acts. `import` marks history brought in from elsewhere: no mail is ever due for it. */
export type Actor =
  | { readonly kind: 'customer' }
  | { readonly kind: 'member'; readonly userId: UserId; readonly businessId: BusinessId }
  | { readonly kind: 'operator'; readonly name: string }
  | { readonly kind: 'system' }
  | { readonly kind: 'import'; readonly name: string }

/** The circumstances of a command, whichever way it comes in: HTTP, the operators' CLI, an import. */
export interface Call {
  readonly actor: Actor
  /** The clock: time comes in with the command, so that an import can write history. */
  readonly now: () => Date
  /** Ties together what one request caused; made up when absent. */
  readonly correlationId?: string | undefined
  /** A UUID of the caller's: the same key and command again writes nothing and answers as the first time. */
  readonly idempotencyKey?: string | undefined
  /** Whether the caller has gone. Nothing is decided for somebody who no longer hears the answer. */
  readonly abandoned?: (() => boolean) | undefined
}

/** The instant of the call. */
export function instantOfCall(call: Call): Instant {
  return instantOf(call.now().getTime())
}

type CallMetadata = Pick<CommandMetadata, 'tenantId' | 'actorKind' | 'actorId' | '$correlationId' | 'occurredAt'>

/** Metadata that every event of a call carries (flat strings); `tenantId` is empty for what belongs to the platform. */
export function callMetadata(call: Call, at: Instant, tenantId: BusinessId | undefined): CallMetadata {
  return {
    tenantId: tenantId ?? '',
    actorKind: call.actor.kind,
    actorId: actorId(call.actor),
    $correlationId: call.correlationId ?? randomUUID(),
    occurredAt: at,
  }
}

/** A visitor has no id of their own: who they are is sealed in what they sent. */
function actorId(actor: Actor): string {
  switch (actor.kind) {
    case 'member':
      return actor.userId
    case 'operator':
    case 'import':
      return actor.name
    case 'customer':
    case 'system':
      return actor.kind
    default:
      return actor satisfies never
  }
}
