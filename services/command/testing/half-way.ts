import { type BusinessCommand, businessDecider } from '@forecourt/domain/business/decider.ts'
import type { BusinessId, UserId } from '@forecourt/domain/ids.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import { run } from '../log/run.ts'

/** Shuts somebody out as far as the business's own fact: the process that did it died before theirs was written. */
export async function shutOutHalfWay(
  core: Core,
  call: Call,
  { businessId, userId, by }: { readonly businessId: BusinessId; readonly userId: UserId; readonly by: UserId },
): Promise<void> {
  await upToTheBusiness(core, call, businessId, { type: 'deactivateMember', userId, by, members: [by] })
}

/** Lets somebody in again as far as the business's own fact. */
export async function letInHalfWay(
  core: Core,
  call: Call,
  { businessId, userId }: { readonly businessId: BusinessId; readonly userId: UserId },
): Promise<void> {
  await upToTheBusiness(core, call, businessId, { type: 'reactivateMember', userId })
}

async function upToTheBusiness(core: Core, call: Call, businessId: BusinessId, command: BusinessCommand) {
  const stream = businessStream(businessId)
  const begun = begin(core, call, { stream, tenantId: businessId, resource: 'test', asked: {} })
  const done = await run(core, core.businesses, businessDecider, begun, command, { answer: () => null })
  if (!done.ok) throw new Error(done.refusal.code)
}
