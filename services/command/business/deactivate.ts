import { type BusinessRefusal, businessDecider } from '@forecourt/domain/business/decider.ts'
import type { BusinessId } from '@forecourt/domain/ids.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import type pg from 'pg'
import { dropSessions } from '../account/drop-sessions.ts'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run } from '../log/run.ts'

/** Closes a business: it answers as an absent one everywhere, and the sessions of its staff end. */
export async function deactivateBusiness(
  core: Core,
  pool: pg.Pool,
  call: Call,
  businessId: BusinessId,
  reason: string,
): Promise<Executed<BusinessRefusal, null>> {
  const begun = begin(core, call, {
    stream: businessStream(businessId),
    tenantId: businessId,
    resource: `business.deactivate ${businessId}`,
    asked: { reason },
  })
  const executed = await run(
    core,
    core.businesses,
    businessDecider,
    begun,
    { type: 'deactivate', reason },
    { answer: () => null },
  )
  if (executed.ok) await dropSessions(pool, { businessId })
  return executed
}
