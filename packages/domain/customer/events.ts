import { z } from 'zod'
import { defineEvent, definePersonalEvent, type EventOf, type FactOf } from '../event.ts'
import { BusinessId, CustomerId } from '../ids.ts'
import { CustomerIdentity } from '../schedule/events.ts'

const subject = { customerId: CustomerId, businessId: BusinessId }

export const CustomerContactChanged = definePersonalEvent(
  'CustomerContactChanged',
  1,
  z.object(subject),
  CustomerIdentity,
)
export const CustomerLicenceVerified = defineEvent('CustomerLicenceVerified', 1, z.object(subject))
export const CustomerLicenceReset = defineEvent('CustomerLicenceReset', 1, z.object(subject))
export const CustomerHiddenFromCustomersPage = defineEvent('CustomerHiddenFromCustomersPage', 1, z.object(subject))
export const CustomerErased = defineEvent('CustomerErased', 1, z.object({ ...subject, basis: z.string() }))

type Definition =
  | typeof CustomerContactChanged
  | typeof CustomerLicenceVerified
  | typeof CustomerLicenceReset
  | typeof CustomerHiddenFromCustomersPage
  | typeof CustomerErased
export type CustomerEvent = EventOf<Definition>
export type CustomerFact = FactOf<Definition>
