import type {
  AuditEvent,
  BusinessEvent,
  CustomerFact,
  NameClaimEvent,
  NotificationEvent,
  ScheduleFact,
  UserFact,
  VehicleEvent,
} from '../catalogue.ts'
import { ACCOUNT_SENTENCES, AUDIT_SENTENCES, CUSTOMER_SENTENCES } from './people-sentences.ts'
import { BUSINESS_SENTENCES, FLEET_SENTENCES, MAIL_SENTENCES, NAME_SENTENCES } from './platform-sentences.ts'
import { SCHEDULE_SENTENCES } from './schedule-sentences.ts'
import type { Sentences } from './words.ts'

/** Whatever the log can tell, without what is sealed in it. */
export type TellableFact =
  | AuditEvent
  | BusinessEvent
  | CustomerFact
  | NameClaimEvent
  | NotificationEvent
  | ScheduleFact
  | UserFact
  | VehicleEvent

/** Total: a new type of event does not compile before it has its sentence. */
const SENTENCES: Sentences<TellableFact> = {
  ...SCHEDULE_SENTENCES,
  ...FLEET_SENTENCES,
  ...CUSTOMER_SENTENCES,
  ...ACCOUNT_SENTENCES,
  ...BUSINESS_SENTENCES,
  ...NAME_SENTENCES,
  ...MAIL_SENTENCES,
  ...AUDIT_SENTENCES,
}

/**
 * What happened, as one sentence in the past tense without a full stop. It names nobody: who did it is beside it, and what
 * is personal is sealed in the event and told, if at all, on its own.
 */
export function sentenceOf(fact: TellableFact): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sentence of a type takes that type's payload
  const tell = SENTENCES[fact.type] as (data: TellableFact['data']) => string
  return tell(fact.data)
}
