import {
  NotificationAbandoned,
  NotificationSent,
  NotificationWithdrawn,
} from '@forecourt/domain/notification/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { mailsFor, type Template } from '@forecourt/workers/mail/mails-for.ts'
import { z } from 'zod'

/** A mail that a fact calls for. */
export interface Due {
  readonly notificationId: string
  readonly template: Template
  readonly cause: Recorded
}

/** All mails that the log calls for. */
export const dueIn = (log: readonly Recorded[]): Due[] =>
  log.flatMap((cause) => mailsFor(cause).map((mail) => ({ ...mail, cause })))

/** What became of a mail. */
export interface Outcome {
  readonly template: string
  /** Why it was not sent; `sent` when it was. */
  readonly reason: string
  /** When that was appended. */
  readonly at: number
  readonly position: bigint
  /** When it happened, by the clock of whoever wrote it down. */
  readonly occurredAt: number
}

const Settled = z.object({ notificationId: z.string(), template: z.string(), reason: z.string().optional() })

/** What became of each mail, by its id; the last word counts. */
export function outcomesIn(log: readonly Recorded[]): ReadonlyMap<string, Outcome> {
  const outcomes = new Map<string, Outcome>()
  for (const { type, data, recordedAt, position, metadata } of log) {
    if (!SETTLES.has(type)) continue
    const { notificationId, template, reason = type } = Settled.parse(JSON.parse(data))
    outcomes.set(notificationId, {
      template,
      reason: type === NotificationSent.type ? 'sent' : reason,
      at: recordedAt.getTime(),
      position,
      occurredAt: Date.parse(metadata.occurredAt ?? ''),
    })
  }
  return outcomes
}

const SETTLES: ReadonlySet<string> = new Set(
  [NotificationSent, NotificationWithdrawn, NotificationAbandoned].map(({ type }) => type),
)

/** The mail that a Message-ID is of. */
export const notificationIn = (messageId: string): string => /^<([^@]+)@/.exec(messageId)?.[1] ?? messageId
