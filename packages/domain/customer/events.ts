import { z } from 'zod'
import { defineEvent, definePersonalEvent, type EventOf, type FactOf } from '../event.ts'
import { BookingId, BusinessId, CustomerId } from '../ids.ts'
import { ObjectPath } from '../object-path.ts'
import { CustomerIdentity } from '../schedule/events.ts'

const subject = { customerId: CustomerId, businessId: BusinessId }

export const CustomerContactChanged = definePersonalEvent(
  'CustomerContactChanged',
  1,
  z.object(subject),
  CustomerIdentity,
)

/**
 * What staff looked at when they checked a driving licence: `picture` tells one picture from another without saying where it
 * is ('' for none, null in events that are older than it). Who checked it, and when, every fact says anyway.
 */
const checked = { ...subject, picture: z.string().nullable() }
/** The booking that the renter is written to about; null when none was known. */
const told = { ...checked, bookingId: BookingId.nullable() }
export const CustomerLicenceVerified = defineEvent('CustomerLicenceVerified', 2, z.object(checked))
/** `mark` tells this reason from others without opening it. */
export const CustomerLicenceRefused = definePersonalEvent(
  'CustomerLicenceRefused',
  1,
  z.object({ ...told, mark: z.string() }),
  z.object({ reason: z.string() }),
)
export const CustomerLicenceExpired = defineEvent('CustomerLicenceExpired', 1, z.object(told))
export const CustomerLicenceReset = defineEvent('CustomerLicenceReset', 1, z.object(subject))
/** The days for which the business keeps this licence are over, and no booking needs it any more: its picture is deleted. */
export const CustomerLicenceDeleted = definePersonalEvent(
  'CustomerLicenceDeleted',
  1,
  z.object({ ...subject, picture: z.string() }),
  z.object({ licencePath: ObjectPath }),
)

export const CustomerHiddenFromCustomersPage = defineEvent('CustomerHiddenFromCustomersPage', 1, z.object(subject))
export const CustomerErased = defineEvent('CustomerErased', 1, z.object({ ...subject, basis: z.string() }))

type Definition =
  | typeof CustomerContactChanged
  | typeof CustomerLicenceVerified
  | typeof CustomerLicenceRefused
  | typeof CustomerLicenceExpired
  | typeof CustomerLicenceReset
  | typeof CustomerLicenceDeleted
  | typeof CustomerHiddenFromCustomersPage
  | typeof CustomerErased
export type CustomerEvent = EventOf<Definition>
export type CustomerFact = FactOf<Definition>
