import type { BusinessEvent } from './events.ts'

type DataOf<Type extends BusinessEvent['type']> = Extract<BusinessEvent, { type: Type }>['data']
export type Branding = Omit<DataOf<'BusinessBrandingChanged'>, 'businessId'>
export type RentalRules = Omit<DataOf<'BusinessRentalRulesChanged'>, 'businessId'>
export type Contact = Omit<DataOf<'BusinessContactChanged'>, 'businessId'>

/** A rental business as its own stream tells it; not there before it is onboarded. */
export interface Business extends Branding, Contact, RentalRules, Omit<DataOf<'BusinessOnboarded'>, 'name'> {
  readonly active: boolean
}
export type BusinessState = Business | undefined

/** The specification's default is "a blue hex colour" (section 9: exact value not shown). */
export const DEFAULT_PRIMARY_COLOUR = '#2563eb'

const unbranded = { primaryColor: DEFAULT_PRIMARY_COLOUR, logoPath: null }
/** A business that has not chosen keeps no day free between two hires. */
export const DEFAULT_RENTAL_RULES: RentalRules = { turnaroundDays: 0 }
const withoutContact: Contact = { description: null, contactEmail: null, contactPhone: null, address: null }

/** Folds one fact. Facts about a business that was never onboarded change nothing. */
export function evolve(business: BusinessState, fact: BusinessEvent): BusinessState {
  if (fact.type === 'BusinessOnboarded') {
    return { ...unbranded, ...withoutContact, ...DEFAULT_RENTAL_RULES, ...fact.data, active: true }
  }
  if (business === undefined) return undefined
  switch (fact.type) {
    case 'BusinessBrandingChanged':
    case 'BusinessContactChanged':
    case 'BusinessRentalRulesChanged':
      return { ...business, ...fact.data }
    case 'BusinessDeactivated':
      return { ...business, active: false }
    case 'BusinessReactivated':
      return { ...business, active: true }
    default:
      return fact satisfies never
  }
}
