import { type BusinessRefusal, businessDecider } from '@forecourt/domain/business/decider.ts'
import type { BusinessId } from '@forecourt/domain/ids.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run } from '../log/run.ts'

/** Opens a business again that was closed, with all it had; its staff sign in as before. Again changes nothing. */
export async function reactivateBusiness(
  core: Core,
  call: Call,
  businessId: BusinessId,
): Promise<Executed<BusinessRefusal, null>> {
  const begun = begin(core, call, {
    stream: businessStream(businessId),
    tenantId: businessId,
    resource: `business.reactivate ${businessId}`,
    asked: {},
  })
  return await run(core, core.businesses, businessDecider, begun, { type: 'reactivate' }, { answer: () => null })
}
