import type { KeyObject } from 'node:crypto'
import {
  type AuditEvent,
  type BusinessEvent,
  type CustomerEvent,
  type CustomerFact,
  EVENTS,
  type NameClaimEvent,
  type NotificationEvent,
  type ScheduleEvent,
  type ScheduleFact,
  type UserEvent,
  type UserFact,
  type VehicleEvent,
} from '@forecourt/domain/catalogue.ts'
import type { AnyEvent } from '@forecourt/domain/event.ts'
import { z } from 'zod'
import { ERASED, type Erased } from './erased.ts'
import { eventId } from './event-id.ts'
import { type CommandMetadata, FactMetadata } from './metadata.ts'
import type { NewEvent, Position, Recorded } from './port.ts'
import { type Binding, seal, unseal } from './seal.ts'
import { upcast } from './upcast.ts'

type Event =
  | AuditEvent
  | BusinessEvent
  | CustomerEvent
  | NameClaimEvent
  | NotificationEvent
  | ScheduleEvent
  | UserEvent
  | VehicleEvent

/** Any event of the product as rules and projections fold it: its personal part is not in it. */
export type Fact =
  | AuditEvent
  | BusinessEvent
  | CustomerFact
  | NameClaimEvent
  | NotificationEvent
  | ScheduleFact
  | UserFact
  | VehicleEvent

interface Place {
  readonly kind: 'fact'
  readonly stream: string
  readonly revision: bigint
  readonly position: Position
  readonly id: string
  readonly metadata: FactMetadata
  readonly recordedAt: Date
  /** The personal part, closed: see {@link open}. */
  readonly sealed: string | undefined
}

/** A fact as it came out of the log, in the shape of today. Narrow it by `type`. */
export type StoredFact = Fact & Place

/** An event of a type that this version of the product does not know. Who folds may pass over it. */
export interface UnknownFact {
  readonly kind: 'unknown'
  readonly type: string
  readonly stream: string
  readonly position: Position
}

type PersonalEvent = Extract<Event, { readonly personal: unknown }>
type PersonalParts = { readonly [E in PersonalEvent as E['type']]: E['personal'] }
/** A stored fact that has a personal part. */
export type PersonalFact = Extract<StoredFact, { readonly type: keyof PersonalParts }>
/** The personal part of an event type. */
export type PersonalOf<Type extends keyof PersonalParts> = PersonalParts[Type]

/** What is in the log is not what the catalogue says. The event cannot be used; nothing else is wrong with the log. */
export class UnreadableEvent extends Error {
  constructor(
    { stream, position, type }: Pick<Recorded, 'stream' | 'position' | 'type'>,
    why: string,
    cause?: unknown,
  ) {
    super(`${type} at position ${position} in ${stream} cannot be read: ${why}`, { cause })
    this.name = 'UnreadableEvent'
  }
}

/** The member of the stored data that holds the personal part. */
const SEALED = 'sealed'
const FIELD = 'personal'

/**
 * The event as the log stores it: payload as JSON, personal part sealed into one member of it.
 * @param index the event's place among those that the command appends to this stream, from 0
 * @param key of `metadata.dataSubject`; only events with a personal part need it
 * @param idsFrom a UUID that the event's id is made of; that of the command, unless it is another
 * @throws {Error} a personal part without a key or subject, or a type that is not in the catalogue
 */
export function encode(
  stream: string,
  index: number,
  event: AnyEvent,
  key: KeyObject | undefined,
  metadata: CommandMetadata,
  idsFrom: string = metadata.commandId,
): NewEvent {
  const definition = EVENTS.get(event.type)
  if (definition === undefined) throw new Error(`${event.type} is not in the catalogue`)
  const { dataSubject, ...common } = metadata
  const stored = { schemaVersion: String(definition.version), ...common }
  const id = eventId(idsFrom, stream, index)
  if (definition.personal === null) {
    return { id, type: event.type, data: JSON.stringify(event.data), metadata: stored }
  }
  if (key === undefined || dataSubject === undefined) throw new Error(`${event.type} needs its person's key`)
  const sealed = seal(key, { stream, type: event.type, field: FIELD }, JSON.stringify(event.personal))
  const data = JSON.stringify({ ...members.parse(event.data), [SEALED]: sealed })
  return { id, type: event.type, data, metadata: { ...stored, dataSubject } }
}

/** The events of one command for one stream, in order: see {@link encode}. */
export function encodeAll(
  stream: string,
  events: readonly AnyEvent[],
  key: KeyObject | undefined,
  metadata: CommandMetadata,
  idsFrom?: string,
): NewEvent[] {
  return events.map((event, index) => encode(stream, index, event, key, metadata, idsFrom))
}

const members = z.record(z.string(), z.unknown())

/**
 * The event in the shape of today, checked; its personal part stays closed.
 * @throws {UnreadableEvent}
 */
export function decode(recorded: Recorded): StoredFact | UnknownFact {
  const { stream, revision, position, id, type, recordedAt } = recorded
  const definition = EVENTS.get(type)
  if (definition === undefined) return { kind: 'unknown', type, stream, position }
  try {
    const metadata = FactMetadata.parse(recorded.metadata)
    const written: unknown = JSON.parse(recorded.data)
    const sealed = sealedIn(written)
    const data = definition.data.parse(upcast('data', type, versionOf(metadata, definition.version), written))
    const place: Place = {
      kind: 'fact',
      stream,
      revision,
      position,
      id,
      metadata,
      recordedAt,
      sealed,
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type's own schema has just checked the payload
    return { type, data, ...place } as StoredFact
  } catch (cause) {
    throw new UnreadableEvent(recorded, 'it is not what the catalogue says', cause)
  }
}

/** The sealed member; the payload's own schema looks over it. A schema of all members would cost as much as the payload's. */
function sealedIn(written: unknown): string | undefined {
  if (typeof written !== 'object' || written === null || !(SEALED in written)) return undefined
  const { [SEALED]: sealed } = written
  if (typeof sealed !== 'string') throw new Error('its sealed part is no text')
  return sealed
}

/**
 * Opens the personal part.
 * @param keys by data subject; a subject that is not there has been erased
 * @throws {SealBroken} it was altered, or the key is another person's
 * @throws {UnreadableEvent} it opens, but is not what the catalogue says
 */
export function open<F extends PersonalFact>(
  fact: F,
  keys: ReadonlyMap<string, KeyObject>,
): PersonalOf<F['type']> | Erased {
  const { type, stream, metadata, sealed } = fact
  const definition = EVENTS.get(type)
  if (sealed === undefined || metadata.dataSubject === undefined || !definition?.personal) {
    throw new UnreadableEvent(fact, 'it has no sealed part')
  }
  const key = keys.get(metadata.dataSubject)
  if (key === undefined) return ERASED
  const binding: Binding = { stream, type, field: FIELD }
  const written: unknown = JSON.parse(unseal(key, binding, sealed))
  const personal = definition.personal.safeParse(
    upcast('personal', type, versionOf(metadata, definition.version), written),
  )
  if (!personal.success) throw new UnreadableEvent(fact, 'its personal part is not what the catalogue says')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type's own schema has just checked it
  return personal.data as PersonalOf<F['type']>
}

/** Whether a later version of the product has written the event, in a shape that this one does not know. */
export function isOfLaterVersion({ type, metadata }: Pick<Recorded, 'type' | 'metadata'>): boolean {
  const newest = EVENTS.get(type)?.version
  return newest !== undefined && Number(metadata.schemaVersion) > newest
}

/** @throws {Error} a later version of the product has written the event */
function versionOf(metadata: FactMetadata, newest: number): number {
  const version = Number(metadata.schemaVersion)
  if (version > newest) throw new Error(`its shape is version ${version}; this program knows up to ${newest}`)
  return version
}
