import { randomUUID } from 'node:crypto'
import {
  type BusinessRefusal,
  businessDecider,
  onboard as decideOnboarding,
  type OnboardBusiness,
} from '@forecourt/domain/business/decider.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import { BusinessId, type Slug } from '@forecourt/domain/ids.ts'
import { nameClaimDecider } from '@forecourt/domain/name-claim/decider.ts'
import { businessStream, slugClaimStream } from '@forecourt/domain/streams.ts'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run, stateAfter } from '../log/run.ts'

export type NewBusiness = Omit<OnboardBusiness, 'businessId'>
export type OnboardRefusal = BusinessRefusal | { readonly code: 'slug-taken' }

/**
 * Takes a business on: its slug is claimed in a stream of its own, then it is onboarded. Done again after a crash in
 * between, it goes on with the claim that is there.
 * @throws {Unavailable} how far it came is unknown; it may be done again
 */
export async function onboardBusiness(
  core: Core,
  call: Call,
  business: NewBusiness,
): Promise<Executed<OnboardRefusal, { readonly businessId: BusinessId }>> {
  // Asked first as if all were new, so that nobody is left with a claim for a business that can never be.
  const asked = decideOnboarding({ ...business, businessId: BusinessId.parse(randomUUID()) }, undefined)
  if (!asked.ok) return asked
  const businessId = await claimSlug(core, call, business.slug)
  const begun = begin(core, call, {
    stream: businessStream(businessId),
    tenantId: businessId,
    resource: `business.onboard ${businessId}`,
    asked: business,
  })
  const command = { type: 'onboard', ...business, businessId } as const
  const onboarded = await run(core, core.businesses, businessDecider, begun, command, {
    answer: () => ({ businessId }),
  })
  if (!onboarded.ok && onboarded.refusal.code === 'already-onboarded') return refuse({ code: 'slug-taken' })
  return onboarded
}

/** The business that has the slug now: a new one, or whoever claimed it earlier. */
async function claimSlug(core: Core, call: Call, slug: Slug): Promise<BusinessId> {
  const stream = slugClaimStream(slug)
  const begun = begin(core, call, { stream, tenantId: undefined, resource: `slug.claim ${slug}`, asked: {} })
  const claim = { type: 'claim', kind: 'slug', ownerId: randomUUID() } as const
  const claimed = await run(core, core.names, nameClaimDecider, begun, claim, {
    answer: (outcome) => stateAfter(nameClaimDecider, outcome).ownerId,
  })
  return BusinessId.parse(claimed.ok ? claimed.answer : (await core.names.load(stream)).state.ownerId)
}
