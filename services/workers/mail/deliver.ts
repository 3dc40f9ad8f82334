import { todayIn } from '@forecourt/domain/civil-date.ts'
import type { Decision } from '@forecourt/domain/decision.ts'
import { Instant } from '@forecourt/domain/instant.ts'
import {
  abandon,
  type NotificationState,
  notificationDecider,
  recordFailed,
  recordSent,
} from '@forecourt/domain/notification/decider.ts'
import type { NotificationEvent } from '@forecourt/domain/notification/events.ts'
import { notificationStream } from '@forecourt/domain/streams.ts'
import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'
import { decode, encodeAll, type StoredFact } from '@forecourt/event-log/codec.ts'
import { WrongRevision } from '@forecourt/event-log/port.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Database } from '@forecourt/kit/postgres.ts'
import type { MailJob } from '../queue/mail-queue.ts'
import { withinCourtesy } from './courtesy.ts'
import { type Particulars, particularsOf, type Sources } from './particulars.ts'
import { MailRefused, type MailTransport } from './transport.ts'

export interface Delivery extends Sources {
  readonly database: Database
  readonly transport: MailTransport
  /** Sender's address of every mail. */
  readonly from: string
  readonly appVersion: string
  readonly log: Log
  readonly now: () => Date
}

/**
 * Delivers one mail that is due, at least once: it is sent twice only when the process dies between the mail server's
 * answer and its own append (ARCHITECTURE section 6), and then both carry one Message-ID.
 * @param last no further attempt will follow
 * @throws the reason to try again later
 */
export async function deliver(delivery: Delivery, notificationId: string, job: MailJob, last: boolean): Promise<void> {
  const history = await historyOf(delivery, notificationId)
  if (history.state.outcome !== 'due') return
  const subject = { notificationId, template: job.template }
  const cause = await factOf(delivery, job)
  const record = (decision: Decision<NotificationEvent, never>) => append(delivery, history, cause, decision)
  const giveUp = (reason: string) => record(abandon({ ...subject, reason }, history.state))

  const particulars = await particularsOf(delivery, cause)
  if (particulars === undefined) return await giveUp('the customer was erased')
  // Loaded with the first mail: most of the time there is none.
  const { compose } = await import('./compose.ts')
  const mail = compose(job.template, particulars, delivery.from)
  if (mail === undefined) return await giveUp('the business has no contact address')
  if (!(await isWelcome(delivery, notificationId, job, particulars)))
    return await giveUp('too many mails to one address in a day')

  const messageId = `<${notificationId}@${domainOf(delivery.from)}>`
  try {
    await delivery.transport.send(mail, messageId)
  } catch (error) {
    const reason = inBrief(error)
    delivery.log.warn(
      { jobId: notificationId, template: job.template, attempt: history.state.attempts + 1, error: reason },
      'a mail was not taken',
    )
    await record(recordFailed({ ...subject, reason }, history.state))
    if (error instanceof MailRefused || last) {
      const failed = await historyOf(delivery, notificationId)
      return await append(delivery, failed, cause, abandon({ ...subject, reason }, failed.state))
    }
    throw error
  }
  await record(recordSent({ ...subject, messageId }, history.state))
}

interface History {
  readonly stream: string
  readonly state: NotificationState
  /** Of the last event; -1 when there is none. */
  readonly revision: bigint
}

async function historyOf({ eventLog }: Delivery, notificationId: string): Promise<History> {
  const stream = notificationStream(notificationId)
  let state = notificationDecider.initial()
  let revision = -1n
  for await (const recorded of eventLog.read(stream)) {
    const fact = decode(recorded)
    revision = recorded.revision
    if (fact.kind === 'fact' && isNotification(fact)) state = notificationDecider.evolve(state, fact)
  }
  return { stream, state, revision }
}

function isNotification(fact: StoredFact): fact is Extract<StoredFact, { readonly type: NotificationEvent['type'] }> {
  return fact.type.startsWith('Notification')
}

async function factOf({ eventLog }: Delivery, { stream, revision }: MailJob): Promise<StoredFact> {
  for await (const recorded of eventLog.read(stream, BigInt(revision))) {
    const fact = decode(recorded)
    if (fact.kind === 'fact') return fact
    break
  }
  throw new Error(`${stream} has no fact at revision ${revision}`)
}

async function append(
  { eventLog, appVersion, now }: Delivery,
  { stream, revision }: History,
  cause: StoredFact,
  decision: Decision<NotificationEvent, never>,
): Promise<void> {
  if (!decision.ok || decision.events.length === 0) return
  // One command per place in the stream: the same outcome recorded again, after a crash, is the same event.
  const commandId = uuidV5(cause.id, `${stream}/${revision}/${decision.events.map(({ type }) => type).join()}`)
  const metadata = {
    tenantId: cause.metadata.tenantId,
    actorKind: 'system' as const,
    actorId: 'mail',
    commandId,
    commandDigest: '',
    $correlationId: cause.metadata.$correlationId,
    $causationId: cause.id,
    occurredAt: now().toISOString(),
    appVersion,
  }
  try {
    await eventLog.append(
      stream,
      revision < 0n ? 'noStream' : revision,
      encodeAll(stream, decision.events, undefined, metadata),
    )
  } catch (error) {
    // Somebody else has recorded an outcome meanwhile: theirs stands.
    if (!(error instanceof WrongRevision)) throw error
  }
}

/** Mails that an anonymous visitor can cause are few a day and address; the business itself is always told. */
async function isWelcome(
  { database, vault }: Delivery,
  notificationId: string,
  { template }: MailJob,
  { business, request, personal }: Particulars,
): Promise<boolean> {
  if (template !== 'request-received' || request.data.channel === 'desk') return true
  return await withinCourtesy(database, {
    notificationId,
    businessId: business.businessId,
    addressHmac: vault.lookupHmac('customer', business.businessId, personal.customer.email),
    day: todayIn(business.timeZone, Instant.parse(request.metadata.occurredAt)),
  })
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** What went wrong, without addresses or anything a server may have quoted. */
function inBrief(error: unknown): string {
  if (error instanceof MailRefused) return error.message
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return 'the mail could not be handed over'
}
