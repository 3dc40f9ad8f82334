import type { UserId } from '../ids.ts'
import type { CalendarFeed } from './calendar-feeds.ts'
import type { BusinessEvent } from './events.ts'

type DataOf<Type extends BusinessEvent['type']> = Extract<BusinessEvent, { type: Type }>['data']
export type Branding = Omit<DataOf<'BusinessBrandingChanged'>, 'businessId'>
export type RentalRules = Omit<DataOf<'BusinessRentalRulesChanged'>, 'businessId'>
export type Contact = Omit<DataOf<'BusinessContactChanged'>, 'businessId'>

/** The business's own terms of hire; version 0 before it has any. */
export interface Terms {
  readonly terms: string | null
  readonly termsVersion: number
}

/** A rental business as its own stream tells it; not there before it is onboarded. */
export interface Business extends Branding, Contact, RentalRules, Terms, Omit<DataOf<'BusinessOnboarded'>, 'name'> {
  readonly active: boolean
  /** Counts what was changed of the settings: who saves them says which ones they saw. */
  readonly settingsVersion: number
  /** Those of the staff who are shut out. */
  readonly shutOut: readonly UserId[]
  /** All calendars that there ever were, in the order in which they were made. */
  readonly feeds: readonly CalendarFeed[]
}
export type BusinessState = Business | undefined

/** The specification's default is "a blue hex colour" (section 9: exact value not shown). */
export const DEFAULT_PRIMARY_COLOUR = '#2563eb'

const unbranded = { primaryColor: DEFAULT_PRIMARY_COLOUR, logoPath: null }
/** A business that has not chosen keeps no day free between two hires, and licences for a month. */
export const DEFAULT_RENTAL_RULES: RentalRules = { turnaroundDays: 0, licenceRetentionDays: 30 }
const withoutTerms: Terms = { terms: null, termsVersion: 0 }
const withoutContact: Contact = { description: null, contactEmail: null, contactPhone: null, address: null }

/** Folds one fact. Facts about a business that was never onboarded change nothing. */
export function evolve(business: BusinessState, fact: BusinessEvent): BusinessState {
  if (fact.type === 'BusinessOnboarded') {
    const chosen = { ...unbranded, ...withoutContact, ...DEFAULT_RENTAL_RULES, ...withoutTerms }
    return { ...chosen, ...fact.data, active: true, settingsVersion: 0, shutOut: [], feeds: [] }
  }
  if (business === undefined) return undefined
  switch (fact.type) {
    case 'BusinessBrandingChanged':
    case 'BusinessContactChanged':
    case 'BusinessRentalRulesChanged':
      return { ...business, ...fact.data, settingsVersion: business.settingsVersion + 1 }
    case 'BusinessTermsChanged': {
      const { terms, version } = fact.data
      return { ...business, terms, termsVersion: version, settingsVersion: business.settingsVersion + 1 }
    }
    case 'BusinessMemberDeactivated':
      return { ...business, shutOut: [...business.shutOut, fact.data.userId] }
    case 'BusinessMemberReactivated':
      return { ...business, shutOut: business.shutOut.filter((userId) => userId !== fact.data.userId) }
    case 'CalendarFeedOpened': {
      const { feedId, vehicleId } = fact.data
      return { ...business, feeds: [...business.feeds, { feedId, vehicleId, revoked: false }] }
    }
    case 'CalendarFeedRevoked': {
      const { feedId } = fact.data
      return {
        ...business,
        feeds: business.feeds.map((feed) => (feed.feedId === feedId ? { ...feed, revoked: true } : feed)),
      }
    }
    case 'BusinessDeactivated':
      return { ...business, active: false }
    case 'BusinessReactivated':
      return { ...business, active: true }
    default:
      return fact satisfies never
  }
}
