import { isDeepStrictEqual } from 'node:util'
import { match } from 'ts-pattern'
import { DEFAULT_TIME_ZONE, isTimeZone } from '../civil-date.ts'
import { accept, type Decider, type Decision, refuse } from '../decision.ts'
import type { BusinessId, FeedId, Slug, UserId } from '../ids.ts'
import { type Branding, type BusinessState, type Contact, evolve } from './business.ts'
import { type FeedRefusal, type OpenFeed, openFeed, revokeFeed } from './calendar-feeds.ts'
import type { BusinessEvent } from './events.ts'
import { isReserved, type SlugReserved } from './reserved-slugs.ts'
import { type SaveSettings, type SettingsRefusal, saveSettings } from './settings.ts'
import { type DeactivateMember, deactivateMember, type MemberRefusal, reactivateMember } from './staff.ts'

export type BusinessRefusal =
  | { readonly code: 'already-onboarded' }
  | SlugReserved
  | { readonly code: 'unknown-time-zone'; readonly timeZone: string }
  | SettingsRefusal
  | MemberRefusal
  | FeedRefusal

type Outcome = Decision<BusinessEvent, BusinessRefusal>

/** A new tenant. Its slug is claimed in a stream of its own first: that is what makes it unique. */
export interface OnboardBusiness {
  readonly businessId: BusinessId
  readonly name: string
  readonly slug: Slug
  /** IANA name; `Europe/London` unless set. */
  readonly timeZone?: string | undefined
  readonly branding?: Omit<Branding, 'name'> | undefined
  readonly contact?: Contact | undefined
}

/** An operator takes a business on, with its branding and contact when they are known already. */
export function onboard(command: OnboardBusiness, business: BusinessState): Outcome {
  const { businessId, name, slug, timeZone = DEFAULT_TIME_ZONE, branding, contact } = command
  if (business !== undefined) return refuse({ code: 'already-onboarded' })
  if (isReserved(slug)) return refuse({ code: 'slug-reserved', slug })
  if (!isTimeZone(timeZone)) return refuse({ code: 'unknown-time-zone', timeZone })
  const events: BusinessEvent[] = [
    { type: 'BusinessOnboarded', data: { businessId, name, slug, currency: 'GBP', timeZone } },
  ]
  if (branding !== undefined) {
    events.push({ type: 'BusinessBrandingChanged', data: { businessId, name, ...branding } })
  }
  if (contact !== undefined) events.push({ type: 'BusinessContactChanged', data: { businessId, ...contact } })
  return accept(...events)
}

/** Name, colour and logo as portal, login and dashboard show them (specification section 1). */
export function changeBranding({ branding }: { readonly branding: Branding }, business: BusinessState): Outcome {
  if (business === undefined) return refuse({ code: 'not-found' })
  const { businessId, name, primaryColor, logoPath } = business
  if (isDeepStrictEqual(branding, { name, primaryColor, logoPath })) return accept()
  return accept({ type: 'BusinessBrandingChanged', data: { businessId, ...branding } })
}

/** How customers reach the business; new requests are mailed to `contactEmail`. */
export function changeContact({ contact }: { readonly contact: Contact }, business: BusinessState): Outcome {
  if (business === undefined) return refuse({ code: 'not-found' })
  const { businessId, description, contactEmail, contactPhone, address } = business
  if (isDeepStrictEqual(contact, { description, contactEmail, contactPhone, address })) return accept()
  return accept({ type: 'BusinessContactChanged', data: { businessId, ...contact } })
}

/** From here on the business answers as an absent one everywhere (decisions: bookings). */
export function deactivate({ reason }: { readonly reason: string }, business: BusinessState): Outcome {
  if (business === undefined) return refuse({ code: 'not-found' })
  if (!business.active) return accept()
  return accept({ type: 'BusinessDeactivated', data: { businessId: business.businessId, reason } })
}

/** The business is open again, with all it had. */
export function reactivate(business: BusinessState): Outcome {
  if (business === undefined) return refuse({ code: 'not-found' })
  if (business.active) return accept()
  return accept({ type: 'BusinessReactivated', data: { businessId: business.businessId } })
}

export type BusinessCommand =
  | ({ readonly type: 'onboard' } & OnboardBusiness)
  | { readonly type: 'changeBranding'; readonly branding: Branding }
  | { readonly type: 'changeContact'; readonly contact: Contact }
  | ({ readonly type: 'saveSettings' } & SaveSettings)
  | ({ readonly type: 'deactivateMember' } & DeactivateMember)
  | { readonly type: 'reactivateMember'; readonly userId: UserId }
  | ({ readonly type: 'openFeed' } & OpenFeed)
  | { readonly type: 'revokeFeed'; readonly feedId: FeedId }
  | { readonly type: 'deactivate'; readonly reason: string }
  | { readonly type: 'reactivate' }

function decide(command: BusinessCommand, business: BusinessState): Outcome {
  return match(command)
    .with({ type: 'onboard' }, (asked) => onboard(asked, business))
    .with({ type: 'changeBranding' }, (asked) => changeBranding(asked, business))
    .with({ type: 'changeContact' }, (asked) => changeContact(asked, business))
    .with({ type: 'saveSettings' }, (asked) => saveSettings(asked, business))
    .with({ type: 'deactivateMember' }, (asked) => deactivateMember(asked, business))
    .with({ type: 'reactivateMember' }, (asked) => reactivateMember(asked, business))
    .with({ type: 'openFeed' }, (asked) => openFeed(asked, business))
    .with({ type: 'revokeFeed' }, (asked) => revokeFeed(asked, business))
    .with({ type: 'deactivate' }, (asked) => deactivate(asked, business))
    .with({ type: 'reactivate' }, () => reactivate(business))
    .exhaustive()
}

export const businessDecider: Decider<BusinessCommand, BusinessState, BusinessEvent, BusinessEvent, BusinessRefusal> = {
  initial: () => undefined,
  decide,
  evolve,
}
