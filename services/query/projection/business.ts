import { DEFAULT_RENTAL_RULES } from '@forecourt/domain/business/business.ts'
import type { Instant } from '@forecourt/domain/instant.ts'
import { z } from 'zod'
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
    terms: null,
    termsVersion: 0,
    ...DEFAULT_RENTAL_RULES,
    settingsVersion: 0,
    calendarFeeds: '[]',
    currency: data.currency,
    timeZone: data.timeZone,
    isActive: true,
    createdAt: at,
    updatedAt: at,
  }
}

export function rebranded(business: BusinessRow, { data, at }: ToldOf<'BusinessBrandingChanged'>): BusinessRow {
  const { name, primaryColor, logoPath } = data
  return { ...settingsSaved(business, at), name, primaryColor, logoPath }
}

export function contactChanged(business: BusinessRow, { data, at }: ToldOf<'BusinessContactChanged'>): BusinessRow {
  const { description, contactEmail, contactPhone, address } = data
  return { ...settingsSaved(business, at), description, contactEmail, contactPhone, address }
}

export function termsChanged(business: BusinessRow, { data, at }: ToldOf<'BusinessTermsChanged'>): BusinessRow {
  return { ...settingsSaved(business, at), terms: data.terms, termsVersion: data.version }
}

/** How vehicles are let from here on; what was approved before stays as it is. */
export function rentalRulesChanged(
  business: BusinessRow,
  { data, at }: ToldOf<'BusinessRentalRulesChanged'>,
): BusinessRow {
  const { turnaroundDays, licenceRetentionDays } = data
  return { ...settingsSaved(business, at), turnaroundDays, licenceRetentionDays }
}

const Feeds = z.array(z.object({ id: z.string(), carId: z.string().nullable() }))

/** A calendar's link works from now on. */
export function feedOpened(business: BusinessRow, { data, at }: ToldOf<'CalendarFeedOpened'>): BusinessRow {
  const feeds = [...Feeds.parse(JSON.parse(business.calendarFeeds)), { id: data.feedId, carId: data.vehicleId }]
  return { ...business, calendarFeeds: JSON.stringify(feeds), updatedAt: at }
}

/** And no more. */
export function feedRevoked(business: BusinessRow, { data, at }: ToldOf<'CalendarFeedRevoked'>): BusinessRow {
  const feeds = Feeds.parse(JSON.parse(business.calendarFeeds)).filter(({ id }) => id !== data.feedId)
  return { ...business, calendarFeeds: JSON.stringify(feeds), updatedAt: at }
}

/** Counted as the rules count them: whoever saves says which settings they have seen. */
function settingsSaved(business: BusinessRow, updatedAt: Instant): BusinessRow {
  return { ...business, settingsVersion: business.settingsVersion + 1, updatedAt }
}

/** A business that is not active answers like an absent one everywhere (decisions: bookings). */
export function activity(
  business: BusinessRow,
  { type, at }: ToldOf<'BusinessDeactivated' | 'BusinessReactivated'>,
): BusinessRow {
  return { ...business, isActive: type === 'BusinessReactivated', updatedAt: at }
}
