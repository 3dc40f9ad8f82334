import { DEFAULT_TIME_ZONE } from '@forecourt/domain/civil-date.ts'
import { Instant } from '@forecourt/domain/instant.ts'
import { REJECTED_BY_ERASURE } from '@forecourt/domain/schedule/customer-leaves.ts'
import type { StoredFact } from '@forecourt/event-log/codec.ts'
import { isTooLate } from '../reminders/too-late.ts'
import type { AccountSources } from './account-mail.ts'
import type { BookingHistory } from './booking-history.ts'
import { isContractOver } from './contract-news.ts'
import { isOvertaken } from './licence-news.ts'
import { type BookingTemplate, mailsFor } from './mails-for.ts'
import type { Present } from './moot.ts'
import { historyOf } from './notification-history.ts'
import type { Particulars } from './particulars.ts'

/** Where it is looked up. */
type Sources = Pick<AccountSources, 'eventLog' | 'vault' | 'now'>

/** What has become of the booking and its people since the mail was called for. */
export async function presentOf(
  sources: Sources,
  notificationId: string,
  template: BookingTemplate,
  cause: StoredFact,
  { status, facts, request }: BookingHistory,
  particulars: Particulars | undefined,
): Promise<Present> {
  return {
    customerErased: particulars === undefined || isOfErasure(cause),
    businessActive: particulars?.business.active ?? true,
    status,
    isOver: isContractOver(cause, facts) || (await isOvertaken(sources, cause, facts)),
    isTooLate: isTooLate(template, {
      now: sources.now(),
      requestedAt: Instant.parse(request.metadata.occurredAt),
      pickupDate: request.data.pickupDate,
      timeZone: particulars?.business.timeZone ?? DEFAULT_TIME_ZONE,
    }),
    age: sources.now().getTime() - Date.parse(cause.metadata.occurredAt),
    toldAlready: await wasTold(sources, notificationId, cause, facts),
  }
}

/** Whoever is faster, this process or the one that is about to destroy the customer's key: nobody is told. */
function isOfErasure(cause: StoredFact): boolean {
  return cause.type === 'BookingRejected' && cause.data.reason === REJECTED_BY_ERASURE
}

/** Each issue and each signature is another document, each link another address, and who asks twice is answered twice. */
const TOLD_EACH_TIME: ReadonlySet<string> = new Set([
  'SignedContractFiled',
  'ContractGenerated',
  'BookingLinkReissued',
  'CancellationRequested',
  'CancellationDeclined',
])

/** Whether an earlier fact of the same kind has told the customer, or still will. */
async function wasTold(
  sources: Sources,
  notificationId: string,
  cause: StoredFact,
  facts: readonly StoredFact[],
): Promise<boolean> {
  if (TOLD_EACH_TIME.has(cause.type)) return false
  const earlier = facts.filter(({ type, revision }) => type === cause.type && revision < cause.revision)
  // Nearly always there is none, and ids cost a hash each.
  if (earlier.length === 0) return false
  const template = mailsFor(cause).find((mail) => mail.notificationId === notificationId)?.template
  for (const mail of earlier.flatMap(mailsFor)) {
    if (mail.template !== template) continue
    const { state } = await historyOf(sources.eventLog, mail.notificationId)
    if (state.outcome === 'sent' || state.outcome === 'due') return true
  }
  return false
}
