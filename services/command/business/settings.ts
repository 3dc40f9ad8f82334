import type { BusinessSettings } from '@forecourt/contracts/settings.ts'
import { type BusinessRefusal, businessDecider } from '@forecourt/domain/business/decider.ts'
import type { Settings } from '@forecourt/domain/business/settings.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import type { BusinessId } from '@forecourt/domain/ids.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import { isLogoOf } from '@forecourt/kit/object-path.ts'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run, stateAfter } from '../log/run.ts'

/**
 * Staff save the settings of their business: what has changed, in one append.
 * @throws {Unavailable} whether it was stored is unknown; with its key it may be sent again
 */
export async function saveBusinessSettings(
  core: Core,
  call: Call,
  businessId: BusinessId,
  asked: BusinessSettings,
): Promise<Executed<BusinessRefusal, BusinessSettings>> {
  const settings = settingsFrom(asked)
  const { logoPath } = settings
  const begun = begin(core, call, {
    stream: businessStream(businessId),
    tenantId: businessId,
    resource: `business.settings ${businessId}`,
    asked,
  })
  const isOwnLogo = logoPath !== null && isLogoOf(core.lookupKey, businessId, logoPath)
  const command = { type: 'saveSettings', settings, seen: asked.version, isOwnLogo } as const
  const executed = await run(core, core.businesses, businessDecider, begun, command, {
    // It belongs to the business from then on, so the sweep of files that nothing refers to leaves it alone.
    file: logoPath === null ? undefined : { objectPath: logoPath, businessId, customerId: businessId },
    answer: (outcome) => {
      const business = stateAfter(businessDecider, outcome)
      if (business === undefined) throw new Error('settings were saved of a business that is not there')
      const { logoPath: logoUrl, settingsVersion: version, name, primaryColor, terms, termsVersion } = business
      const { description, contactEmail, contactPhone, address, turnaroundDays, licenceRetentionDays } = business
      return {
        version,
        name,
        primaryColor,
        logoUrl,
        description,
        contactEmail,
        contactPhone,
        address,
        terms,
        termsVersion,
        turnaroundDays,
        licenceRetentionDays,
      }
    },
  })
  // Swept away meanwhile: for this business there is no such logo.
  if (!executed.ok && executed.refusal.code === 'file-of-another') return refuse({ code: 'logo-unknown' })
  return executed
}

function settingsFrom({ logoUrl, version: _seen, termsVersion: _ours, ...chosen }: BusinessSettings): Settings {
  return { ...chosen, logoPath: logoUrl }
}
