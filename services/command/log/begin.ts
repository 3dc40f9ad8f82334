import { type KeyObject, randomUUID } from 'node:crypto'
import type { AnyEvent } from '@forecourt/domain/event.ts'
import type { BusinessId } from '@forecourt/domain/ids.ts'
import type { Instant } from '@forecourt/domain/instant.ts'
import { encodeAll } from '@forecourt/event-log/codec.ts'
import type { NewEvent } from '@forecourt/event-log/port.ts'
import packageJson from '../package.json' with { type: 'json' }
import { type Call, callMetadata, instantOfCall } from './call.ts'
import { type CommandIdentity, commandIdentity } from './command-id.ts'
import type { Core } from './core.ts'

/** Whose key seals the personal part of the events. */
export interface Subject {
  readonly subjectId: string
  readonly key: KeyObject
}

/** A call's command on one stream, before anything is decided. */
export interface Begun extends CommandIdentity {
  readonly stream: string
  readonly at: Instant
  readonly abandoned: (() => boolean) | undefined
  /** The events as the log takes them. */
  encode(events: readonly AnyEvent[], subject: Subject | undefined): NewEvent[]
}

/** What the command is about. */
export interface About {
  readonly stream: string
  /** The tenant; undefined for what belongs to the platform. */
  readonly tenantId: BusinessId | undefined
  /** What is done to what: an idempotency key counts within it. */
  readonly resource: string
  /** What is asked for, without anything that differs between two sendings. */
  readonly asked: unknown
}

/** Gives the call's command its time, its identity and its events' metadata. */
export function begin(core: Pick<Core, 'lookupKey'>, call: Call, about: About): Begun {
  const at = instantOfCall(call)
  const { commandId, digest } = commandIdentity(call, about.resource, about.asked, core.lookupKey)
  const metadata = {
    ...callMetadata(call, at, about.tenantId),
    commandId,
    commandDigest: digest ?? '',
    $causationId: commandId,
    appVersion: packageJson.version,
  }
  /*
   * Two processes that are sent the same key at once decide apart, with ids and seals of their own. If their events had
   * the same ids, the log would take the second append for a repetition of the first and acknowledge what it never
   * stored. So ids are of this call: its own retries repeat them, and the other process meets a conflict, reads on and
   * finds the command by its id in the metadata.
   */
  const idsFrom = digest === undefined ? commandId : randomUUID()
  return {
    stream: about.stream,
    at,
    commandId,
    digest,
    abandoned: call.abandoned,
    encode: (events, subject) =>
      encodeAll(
        about.stream,
        events,
        subject?.key,
        subject === undefined ? metadata : { ...metadata, dataSubject: subject.subjectId },
        idsFrom,
      ),
  }
}
