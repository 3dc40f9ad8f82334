import { isDeepStrictEqual } from 'node:util'
import { accept, type Decision, refuse } from '../decision.ts'
import type { Branding, BusinessState, Contact, RentalRules } from './business.ts'
import type { BusinessEvent } from './events.ts'

/** All that staff choose for their business, on one page. */
export interface Settings extends Branding, Contact, RentalRules {
  readonly terms: string | null
}

export interface SaveSettings {
  readonly settings: Settings
  /** `settingsVersion` of the settings that whoever saves has seen. */
  readonly seen: number
  /** Whether the logo is a picture that this business uploaded as one. */
  readonly isOwnLogo: boolean
}

export type SettingsRefusal =
  | { readonly code: 'not-found' }
  /** Somebody else saved meanwhile: nothing of theirs is overwritten by whoever has not seen it. */
  | { readonly code: 'settings-changed' }
  | { readonly code: 'logo-unknown' }

/**
 * Staff save the settings of their business: only what has changed becomes a fact, all of it or nothing. What is so already
 * is so whoever saved it, so that the same request sent twice is no conflict with itself.
 */
export function saveSettings(
  { settings, seen, isOwnLogo }: SaveSettings,
  business: BusinessState,
): Decision<BusinessEvent, SettingsRefusal> {
  if (business === undefined) return refuse({ code: 'not-found' })
  const events = changesBetween(business, settings)
  if (events.length === 0) return accept()
  const isNewLogo = settings.logoPath !== null && settings.logoPath !== business.logoPath
  if (isNewLogo && !isOwnLogo) return refuse({ code: 'logo-unknown' })
  if (seen !== business.settingsVersion) return refuse({ code: 'settings-changed' })
  return accept(...events)
}

function changesBetween(business: BusinessState & object, settings: Settings): BusinessEvent[] {
  const { businessId } = business
  const events: BusinessEvent[] = []
  const branding = brandingOf(settings)
  if (!isDeepStrictEqual(branding, brandingOf(business))) {
    events.push({ type: 'BusinessBrandingChanged', data: { businessId, ...branding } })
  }
  const contact = contactOf(settings)
  if (!isDeepStrictEqual(contact, contactOf(business))) {
    events.push({ type: 'BusinessContactChanged', data: { businessId, ...contact } })
  }
  if (settings.terms !== business.terms) {
    const version = business.termsVersion + 1
    events.push({ type: 'BusinessTermsChanged', data: { businessId, version, terms: settings.terms } })
  }
  const rules = rulesOf(settings)
  if (!isDeepStrictEqual(rules, rulesOf(business))) {
    events.push({ type: 'BusinessRentalRulesChanged', data: { businessId, ...rules } })
  }
  return events
}

const brandingOf = ({ name, primaryColor, logoPath }: Branding): Branding => ({ name, primaryColor, logoPath })

const contactOf = ({ description, contactEmail, contactPhone, address }: Contact): Contact => ({
  description,
  contactEmail,
  contactPhone,
  address,
})

const rulesOf = ({ turnaroundDays, licenceRetentionDays }: RentalRules): RentalRules => ({
  turnaroundDays,
  licenceRetentionDays,
})
