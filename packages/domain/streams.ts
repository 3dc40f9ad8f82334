import {
  type BookingId,
  type BusinessId,
  type CustomerId,
  type Slug,
  type UserId,
  type VehicleId,
  vehicleOf,
} from './ids.ts'

/** Names of the streams (ARCHITECTURE: streams and events). One function a kind, so that no name is spelt twice. */
export const businessStream = (id: BusinessId) => `rent.business-${id}`
export const userStream = (id: UserId) => `rent.user-${id}`
export const vehicleStream = (id: VehicleId) => `rent.vehicle-${id}`
export const scheduleStream = (id: VehicleId) => `rent.schedule-${id}`
export const scheduleStreamOf = (booking: BookingId) => scheduleStream(vehicleOf(booking))
/** How the streams of customers are named, before the customer's id. */
export const CUSTOMER_STREAMS = 'rent.customer-'
export const customerStream = (id: CustomerId) => `${CUSTOMER_STREAMS}${id}`
export const slugClaimStream = (slug: Slug) => `rent.claim-slug.${slug}`
/** `hmac`: keyed hash of the normalised e-mail address. */
export const loginClaimStream = (hmac: string) => `rent.claim-login.${hmac}`
export const notificationStream = (id: string) => `rent.notification-${id}`
/** What operators looked at and found; one stream, because who audits reads all of it. */
export const AUDIT_STREAM = 'rent.audit-main'
/** The seals over all other streams. */
export const SEAL_STREAM = 'rent.seal-main'
