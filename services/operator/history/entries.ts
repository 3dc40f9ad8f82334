import { sentenceOf } from '@forecourt/domain/history/sentences.ts'
import {
  decode,
  open,
  type PersonalFact,
  type StoredFact,
  type UnknownFact,
  UnreadableEvent,
} from '@forecourt/event-log/codec.ts'
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
  /**
   * What is sealed: masked, unless it was to be revealed. Null when there is nothing; `erased` when its key is gone;
   * `unreadable` when it was altered, or damaged.
   */
  readonly personal: Readonly<Record<string, string>> | 'erased' | 'unreadable' | null
}

export interface Who {
  readonly kind: string
  /** The id of a member, the name of an operator. */
  readonly id: string
}

/**
 * The events as entries, in their order. Those of a type that this version does not know are told by their type, and so are
 * those that cannot be read: one that was altered keeps nobody from the others.
 * @param reveal whether what is sealed is shown as it is
 */
export async function entriesOf(events: readonly Recorded[], vault: Vault, reveal: boolean): Promise<Entry[]> {
  const facts = events.map(factOf)
  const subjects = facts.flatMap((fact) => (fact?.kind === 'fact' ? (fact.metadata.dataSubject ?? []) : []))
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
      sentence: sentenceFor(event, fact),
      who: { kind: metadata.actorKind ?? 'unknown', id: metadata.actorId ?? '' },
      request: metadata.$correlationId ?? '',
      cause: ids.has(metadata.$causationId ?? '') ? (metadata.$causationId ?? null) : null,
      personal: personalIn(fact, keys, show),
    }
  })
}

type Told = StoredFact | UnknownFact | undefined

/** What the event says; undefined when it is not what it was when it was written. */
export function factOf(event: Recorded): Told {
  try {
    return decode(event)
  } catch (error) {
    if (error instanceof UnreadableEvent) return undefined
    throw error
  }
}

function sentenceFor({ type }: Recorded, fact: Told): string {
  if (fact === undefined) return `${type} (it cannot be read: "forecourt verify" tells whether it was changed)`
  return fact.kind === 'fact' ? sentenceOf(fact) : `${type} (this version does not know it)`
}

function personalIn(fact: Told, keys: Parameters<typeof open>[1], show: (text: string) => string): Entry['personal'] {
  if (fact === undefined) return 'unreadable'
  return fact.kind === 'fact' && isPersonal(fact) ? personalOf(fact, keys, show) : null
}

const isPersonal = (fact: StoredFact): fact is PersonalFact => fact.sealed !== undefined

function personalOf(
  fact: PersonalFact,
  keys: Parameters<typeof open>[1],
  show: (text: string) => string,
): Entry['personal'] {
  try {
    const personal = open(fact, keys)
    return personal === ERASED ? 'erased' : personalLines(personal, show)
  } catch {
    // Whatever was altered, the bytes or the text in them: the cipher and the catalogue each say it in their own way.
    return 'unreadable'
  }
}
