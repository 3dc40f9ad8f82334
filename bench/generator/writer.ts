import type { KeyObject } from 'node:crypto'
import type { AnyEvent } from '@forecourt/domain/event.ts'
import type { BusinessId } from '@forecourt/domain/ids.ts'
import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'
import { encodeAll } from '@forecourt/event-log/codec.ts'
import type { Alongside, EventLog, NewEvent } from '@forecourt/event-log/port.ts'
import type { Vault } from '@forecourt/event-log/vault/vault.ts'
import packageJson from '../../package.json' with { type: 'json' }

/** Where history is written to, as the product's own processes reach it. */
export interface Target {
  readonly eventLog: EventLog
  readonly vault: Vault
  readonly lookupKey: KeyObject
}

/** A command that was decided: what happens, when, and whose key seals what is personal in it. */
export interface Decided {
  /** No other command of the same seed has the name. */
  readonly name: string
  readonly tenantId: BusinessId | undefined
  readonly at: string
  readonly events: readonly AnyEvent[]
  readonly subject?: { readonly subjectId: string; readonly key: KeyObject }
}

/** Writes into the log as fast as it takes events: many appends under way, in their order, and never more than that. */
export interface Writer {
  /** Events that were written so far. */
  readonly events: number
  /**
   * Appends the commands' events to the stream, all together. Resolves when there is room for the next append.
   * @param revision of the stream's last event; -1 when it has none
   * @returns the stream's revision afterwards
   */
  append(stream: string, revision: bigint, commands: readonly Decided[], alongside?: Alongside): Promise<bigint>
  /** Resolves when all that was appended is in the log. @throws what an append was refused with */
  settle(): Promise<void>
}

/** Some batches of the log's: while one is written, the next ones are made. */
const UNDER_WAY = 256
/** Ids of commands are names in here. */
const NAMESPACE = 'b6c1ce2f-8b2c-4c8e-9d0a-3d3c0b0a7f11'

/** The id that the name has in histories of this seed. */
export const idOf = (seed: number, name: string): string => uuidV5(NAMESPACE, `${seed} ${name}`)

/** History that was brought in: no mail is due for any of it. */
export function createWriter({ eventLog }: Pick<Target, 'eventLog'>, seed: number): Writer {
  const underWay = new Set<Promise<void>>()
  let failure: { readonly error: unknown } | undefined
  let events = 0

  return {
    get events() {
      return events
    },

    async append(stream, revision, commands, alongside = {}) {
      const encoded = commands.flatMap((command) => encode(stream, command))
      if (encoded.length === 0) return revision
      const appending = send(stream, revision, encoded, alongside).finally(() => underWay.delete(appending))
      underWay.add(appending)
      events += encoded.length
      while (underWay.size >= UNDER_WAY) await Promise.race(underWay)
      if (failure !== undefined) throw failure.error
      return revision + BigInt(encoded.length)
    },

    async settle() {
      await Promise.all(underWay)
      if (failure !== undefined) throw failure.error
    },
  }

  /** What the first append that fails is refused with is told to whoever appends next. */
  async function send(stream: string, revision: bigint, encoded: readonly NewEvent[], alongside: Alongside) {
    try {
      await eventLog.append(stream, revision === -1n ? 'noStream' : revision, encoded, alongside)
    } catch (error) {
      failure ??= { error }
    }
  }

  function encode(stream: string, { name, tenantId, at, events: happened, subject }: Decided): NewEvent[] {
    const commandId = idOf(seed, name)
    const metadata = {
      tenantId: tenantId ?? '',
      actorKind: 'import' as const,
      actorId: 'generator',
      commandId,
      commandDigest: '',
      $correlationId: commandId,
      $causationId: commandId,
      occurredAt: at,
      appVersion: packageJson.version,
    }
    return subject === undefined
      ? encodeAll(stream, happened, undefined, metadata)
      : encodeAll(stream, happened, subject.key, { ...metadata, dataSubject: subject.subjectId })
  }
}
