import { DEFAULT_RENTAL_RULES } from '@forecourt/domain/business/business.ts'
import type { ToldOf } from './facts.ts'
import type { BusinessRow } from './rows.ts'

/** The blue of a business that has not chosen its colour (specification section 3: "default a blue hex colour"). */
const DEFAULT_COLOUR = '#2563eb'

/** A new tenant, as an operator onboards it. */
export function onboarded({ data, at }: ToldOf<'BusinessOnboarded'>): BusinessRow {
  return {
    businessId: data.businessId,
    name: data.name,
    slug: data.slug,
    description: null,
    logoPath: null,
    primaryColor: DEFAULT_COLOUR,
    contactEmail: null,
    contactPhone: null,
    address: null,
    ...DEFAULT_RENTAL_RULES,
    currency: data.currency,
    timeZone: data.timeZone,
    isActive: true,
    createdAt: at,
    updatedAt: at,
  }
}

export function rebranded(business: BusinessRow, { data, at }: ToldOf<'BusinessBrandingChanged'>): BusinessRow {
  return { ...business, name: data.name, primaryColor: data.primaryColor, logoPath: data.logoPath, updatedAt: at }
}

export function contactChanged(business: BusinessRow, { data, at }: ToldOf<'BusinessContactChanged'>): BusinessRow {
  const { description, contactEmail, contactPhone, address } = data
  return { ...business, description, contactEmail, contactPhone, address, updatedAt: at }
}

/** How vehicles are let from here on; what was approved before stays as it is. */
export function rentalRulesChanged(
  business: BusinessRow,
  { data, at }: ToldOf<'BusinessRentalRulesChanged'>,
): BusinessRow {
  return { ...business, turnaroundDays: data.turnaroundDays, updatedAt: at }
}

/** A business that is not active answers like an absent one everywhere (decisions: bookings). */
export function activity(
  business: BusinessRow,
  { type, at }: ToldOf<'BusinessDeactivated' | 'BusinessReactivated'>,
): BusinessRow {
  return { ...business, isActive: type === 'BusinessReactivated', updatedAt: at }
}
