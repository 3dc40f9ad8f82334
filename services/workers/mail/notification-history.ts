import { type NotificationState, notificationDecider } from '@forecourt/domain/notification/decider.ts'
import type { NotificationEvent } from '@forecourt/domain/notification/events.ts'
import { notificationStream } from '@forecourt/domain/streams.ts'
import { decode, type StoredFact } from '@forecourt/event-log/codec.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'

/** What has become of a mail. */
export interface History {
  readonly notificationId: string
  readonly stream: string
  readonly state: NotificationState
  /** Of the last event; -1 when there is none. */
  readonly revision: bigint
}

/** What the log says of a mail by now; of one that it has never heard of, that it is due. */
export async function historyOf(eventLog: EventLog, notificationId: string): Promise<History> {
  const stream = notificationStream(notificationId)
  let state = notificationDecider.initial()
  let revision = -1n
  for await (const recorded of eventLog.read(stream)) {
    const fact = decode(recorded)
    revision = recorded.revision
    if (fact.kind === 'fact' && isNotification(fact)) state = notificationDecider.evolve(state, fact)
  }
  return { notificationId, stream, state, revision }
}

function isNotification(fact: StoredFact): fact is Extract<StoredFact, { readonly type: NotificationEvent['type'] }> {
  return fact.type.startsWith('Notification')
}
