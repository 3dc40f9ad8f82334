import { sentenceOf } from '@forecourt/domain/history/sentences.ts'
import { decode, open, type PersonalFact, type StoredFact } from '@forecourt/event-log/codec.ts'
import { ERASED } from '@forecourt/event-log/erased.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Vault } from '@forecourt/event-log/vault/vault.ts'
import { mask, personalLines } from './mask.ts'

/** One thing that happened, as an operator reads it. */
export interface Entry {
  readonly position: string
  readonly eventId: string
  readonly stream: string
  readonly type: string
  /** When it happened, by the business's account of it; ISO 8601 in UTC. */
  readonly at: string
  readonly sentence: string
  readonly who: Who
  /** Ties together all that one request caused. */
  readonly request: string
  /** The event that caused it; null when a person did. */
  readonly cause: string | null
  /** What is sealed: masked, unless it was to be revealed. Null when there is nothing; `erased` when its key is gone. */
  readonly personal: Readonly<Record<string, string>> | 'erased' | null
}

export interface Who {
  readonly kind: string
  /** The id of a member, the name of an operator. */
  readonly id: string
}

/**
 * The events as entries, in their order. Those of a type that this version does not know are told by their type.
 * @param reveal whether what is sealed is shown as it is
 */
export async function entriesOf(events: readonly Recorded[], vault: Vault, reveal: boolean): Promise<Entry[]> {
  const facts = events.map(decode)
  const subjects = facts.flatMap((fact) => (fact.kind === 'fact' ? (fact.metadata.dataSubject ?? []) : []))
  const keys = await vault.keysOf(subjects)
  const ids = new Set(events.map(({ id }) => id))
  const show = reveal ? (text: string) => text : mask
  return events.map((event, index) => {
    const fact = facts[index]
    const { metadata } = event
    return {
      position: String(event.position),
      eventId: event.id,
      stream: event.stream,
      type: event.type,
      at: metadata.occurredAt ?? event.recordedAt.toISOString(),
      sentence: fact?.kind === 'fact' ? sentenceOf(fact) : `${event.type} (this version does not know it)`,
      who: { kind: metadata.actorKind ?? 'unknown', id: metadata.actorId ?? '' },
      request: metadata.$correlationId ?? '',
      cause: ids.has(metadata.$causationId ?? '') ? (metadata.$causationId ?? null) : null,
      personal: fact?.kind === 'fact' && isPersonal(fact) ? personalOf(fact, keys, show) : null,
    }
  })
}

const isPersonal = (fact: StoredFact): fact is PersonalFact => fact.sealed !== undefined

function personalOf(
  fact: PersonalFact,
  keys: Parameters<typeof open>[1],
  show: (text: string) => string,
): Entry['personal'] {
  const personal = open(fact, keys)
  return personal === ERASED ? 'erased' : personalLines(personal, show)
}
