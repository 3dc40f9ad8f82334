import type { Business } from '@forecourt/domain/business/business.ts'
import { businessDecider } from '@forecourt/domain/business/decider.ts'
import { BusinessId } from '@forecourt/domain/ids.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import { decode } from '@forecourt/event-log/codec.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'
import { isOf } from '../mail/particulars.ts'

/** The business as the log tells it now; undefined when it was never onboarded. */
export async function businessInLog(eventLog: Pick<EventLog, 'read'>, id: string): Promise<Business | undefined> {
  let business = businessDecider.initial()
  for await (const recorded of eventLog.read(businessStream(BusinessId.parse(id)))) {
    const fact = decode(recorded)
    if (fact.kind === 'fact' && isOf(fact, 'Business')) business = businessDecider.evolve(business, fact)
  }
  return business
}
