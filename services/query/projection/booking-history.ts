import { sentenceOf } from '@forecourt/domain/history/sentences.ts'
import { BookingId, BusinessId } from '@forecourt/domain/ids.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { ToldFact } from './facts.ts'
import type { Change } from './working-rows.ts'

/**
 * The line that a fact adds to its booking's history, if it is about one: what staff say of a licence is about none when no
 * booking of its customer was known to them. Nothing ever changes one: it holds what the fact says without its
 * seal, so it stays when the customer is erased.
 */
export function historyOf(fact: ToldFact, { id, metadata, position }: Recorded): readonly Change[] {
  if (!('bookingId' in fact.data) || fact.data.bookingId === null) return []
  const row = {
    eventId: id,
    bookingId: BookingId.parse(fact.data.bookingId),
    businessId: BusinessId.parse(metadata.tenantId),
    position: Number(position),
    at: fact.at,
    sentence: sentenceOf(fact),
    actorKind: metadata.actorKind ?? 'system',
    actorId: metadata.actorId ?? '',
  }
  return [{ table: 'bookingHistory', row }]
}
