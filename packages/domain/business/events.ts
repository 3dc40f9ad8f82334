import { z } from 'zod'
import { defineEvent, type EventOf } from '../event.ts'
import { BusinessId, FeedId, Slug, UserId, VehicleId } from '../ids.ts'
import { ObjectPath } from '../object-path.ts'

export const BrandColour = z.string().regex(/^#[0-9a-f]{6}$/)

export const BusinessOnboarded = defineEvent(
  'BusinessOnboarded',
  1,
  z.object({ businessId: BusinessId, name: z.string(), slug: Slug, currency: z.literal('GBP'), timeZone: z.string() }),
)
export const BusinessBrandingChanged = defineEvent(
  'BusinessBrandingChanged',
  1,
  z.object({ businessId: BusinessId, name: z.string(), primaryColor: BrandColour, logoPath: ObjectPath.nullable() }),
)
export const BusinessContactChanged = defineEvent(
  'BusinessContactChanged',
  1,
  z.object({
    businessId: BusinessId,
    description: z.string().nullable(),
    contactEmail: z.string().nullable(),
    contactPhone: z.string().nullable(),
    address: z.string().nullable(),
  }),
)
/** A business's own terms of hire, or that it has none any more. `version` counts them: a contract names the one it was made with. */
export const BusinessTermsChanged = defineEvent(
  'BusinessTermsChanged',
  1,
  z.object({ businessId: BusinessId, version: z.int().min(1), terms: z.string().nullable() }),
)
/** The most days that a business may keep free after each hire. */
export const MOST_TURNAROUND_DAYS = 3
/** A licence is of no use before the hire is over, and nobody needs it for longer than a year after. */
export const FEWEST_RETENTION_DAYS = 1
export const MOST_RETENTION_DAYS = 365
/**
 * How the business lets its vehicles. `turnaroundDays`: so many days after each approved booking no other booking may
 * hold (cleaning, the way back). It binds what is decided from here on; what was approved before stays approved.
 * `licenceRetentionDays`: so many days after the hire, or the refusal, the driving licence is kept.
 */
export const BusinessRentalRulesChanged = defineEvent(
  'BusinessRentalRulesChanged',
  1,
  z.object({
    businessId: BusinessId,
    turnaroundDays: z.int().min(0).max(MOST_TURNAROUND_DAYS),
    licenceRetentionDays: z.int().min(FEWEST_RETENTION_DAYS).max(MOST_RETENTION_DAYS),
  }),
)
export const BusinessDeactivated = defineEvent(
  'BusinessDeactivated',
  1,
  z.object({ businessId: BusinessId, reason: z.string() }),
)
export const BusinessReactivated = defineEvent('BusinessReactivated', 1, z.object({ businessId: BusinessId }))

/**
 * Somebody of the staff is shut out, or let in again. It is the business's affair before it is theirs: that somebody is
 * always left who can sign in is decided here, in one stream.
 */
const member = z.object({ businessId: BusinessId, userId: UserId })
export const BusinessMemberDeactivated = defineEvent('BusinessMemberDeactivated', 1, member)
export const BusinessMemberReactivated = defineEvent('BusinessMemberReactivated', 1, member)

/** The schedule of one vehicle, or of all (null), can be followed by whoever has a link that follows from these ids. */
export const CalendarFeedOpened = defineEvent(
  'CalendarFeedOpened',
  1,
  z.object({ businessId: BusinessId, feedId: FeedId, vehicleId: VehicleId.nullable() }),
)
/** The link leads nowhere any more. */
export const CalendarFeedRevoked = defineEvent(
  'CalendarFeedRevoked',
  1,
  z.object({ businessId: BusinessId, feedId: FeedId }),
)

export type BusinessEvent = EventOf<
  | typeof BusinessOnboarded
  | typeof BusinessBrandingChanged
  | typeof BusinessContactChanged
  | typeof BusinessTermsChanged
  | typeof BusinessRentalRulesChanged
  | typeof BusinessDeactivated
  | typeof BusinessReactivated
  | typeof BusinessMemberDeactivated
  | typeof BusinessMemberReactivated
  | typeof CalendarFeedOpened
  | typeof CalendarFeedRevoked
>
