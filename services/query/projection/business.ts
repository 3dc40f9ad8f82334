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

/** A business that is not active answers like an absent one everywhere (decisions: bookings). */
export function activity(
  business: BusinessRow,
  { type, at }: ToldOf<'BusinessDeactivated' | 'BusinessReactivated'>,
): BusinessRow {
  return { ...business, isActive: type === 'BusinessReactivated', updatedAt: at }
}
