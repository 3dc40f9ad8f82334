import { randomBytes, randomUUID } from 'node:crypto'
import type { AnyEvent } from '@forecourt/domain/event.ts'
import type { BusinessId, UserId } from '@forecourt/domain/ids.ts'
import { Instant } from '@forecourt/domain/instant.ts'
import { encodeAll } from '@forecourt/event-log/codec.ts'
import { markOfPicture } from '@forecourt/event-log/mark.ts'
import type { Appended, EventLog, NewEvent } from '@forecourt/event-log/port.ts'
import type { Person, Vault } from '@forecourt/event-log/vault/vault.ts'

/** Who did it and when: the platform, a minute after what was written before, unless it is said. */
export interface Circumstances {
  readonly by?: UserId | undefined
  readonly at?: string | undefined
}

/** Writes down what happened, as the command service would. Time goes on by a minute each time. */
export class Scribe {
  readonly #log: EventLog
  readonly #vault: Vault
  #minute = Date.parse('2026-05-01T08:00:00Z')

  constructor(log: EventLog, vault: Vault) {
    this.#log = log
    this.#vault = vault
  }

  /** Somebody of that address: known already, or new. */
  async person(kind: 'customer' | 'user', businessId: string, email: string, subjectId: string): Promise<Person> {
    const identity = { kind, businessId, emailHmac: this.#vault.lookupHmac(kind, businessId, email) }
    return (await this.#vault.findPerson(identity)) ?? this.#vault.newPerson(identity, subjectId)
  }

  /** Destroys somebody's key. */
  async forget(subjectId: string): Promise<void> {
    await this.#vault.forget(subjectId)
  }

  /** These facts happened, whatever they are; what is personal in them is `person`'s. */
  async append(
    stream: string,
    businessId: BusinessId,
    events: readonly AnyEvent[],
    person?: Person,
    circumstances: Circumstances = {},
  ): Promise<Appended> {
    const metadata = {
      ...this.#metadata(businessId, circumstances),
      ...(person === undefined ? {} : { dataSubject: person.row.subjectId }),
    }
    const encoded = encodeAll(stream, events, person?.key, metadata)
    return await this.#log.append(stream, 'any', encoded, person === undefined ? {} : { person: person.row })
  }

  /** A fact about somebody who is known already, and whose key may be gone. */
  async appendAbout(
    subjectId: string,
    stream: string,
    businessId: BusinessId,
    event: AnyEvent,
    circumstances: Circumstances = {},
  ): Promise<Appended> {
    const key = (await this.#vault.keysOf([subjectId])).get(subjectId)
    const metadata = { ...this.#metadata(businessId, circumstances), dataSubject: subjectId }
    return await this.#log.append(stream, 'any', encodeAll(stream, [event], key, metadata))
  }

  /** What tells the picture from others; null when nobody says which, as in events that are older than marks. */
  async markOf(customerId: string, path: string | undefined): Promise<string | null> {
    const key = (await this.#vault.keysOf([customerId])).get(customerId)
    return path === undefined || key === undefined ? null : markOfPicture(key, customerId, path)
  }

  /** An event that need not be what the catalogue says. */
  async appendUnchecked(stream: string, tenantId: string, event: Pick<NewEvent, 'type' | 'data'>): Promise<Appended> {
    const metadata = { ...this.#metadata(tenantId, {}), schemaVersion: '1' }
    return await this.#log.append(stream, 'any', [{ id: randomUUID(), ...event, metadata }])
  }

  #metadata(tenantId: string, { by, at }: Circumstances) {
    this.#minute += 60_000
    const commandId = randomUUID()
    return {
      tenantId,
      ...(by === undefined
        ? { actorKind: 'system' as const, actorId: 'test' }
        : { actorKind: 'member' as const, actorId: by }),
      commandId,
      commandDigest: randomBytes(8).toString('hex'),
      $correlationId: commandId,
      $causationId: commandId,
      occurredAt: Instant.parse(at ?? new Date(this.#minute).toISOString()),
      appVersion: '1.0.0',
    }
  }
}
