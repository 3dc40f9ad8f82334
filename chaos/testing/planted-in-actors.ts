import { randomUUID } from 'node:crypto'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Evidence } from '../checker/evidence.ts'
import { appended, edited, isOf, lastOf } from './forging.ts'
import { madeAgain, type Planted, REQUESTED } from './planted-in-log.ts'

export const ACTORS = 'each event has who sent its command'
export const UNASKED = 'nothing happens that nobody asked for'

/** With the last event of a type said to be by somebody else. */
const putDownTo = (good: Evidence, type: string, other: Recorded['metadata']): Evidence =>
  edited(good, isOf(type), ({ metadata }) => ({ metadata: { ...metadata, ...other } }))

/** With the last event of a type once more, under a command that nobody has sent. */
function unasked(good: Evidence, type: string, by?: Recorded['metadata']): Evidence {
  const event = lastOf(good.log, isOf(type))
  const { actorKind: _kind, actorId: _id, ...metadata } = event.metadata
  const actor = by === undefined ? event.metadata : { ...metadata, ...by }
  return appended(good, { ...event, id: randomUUID(), metadata: { ...actor, commandId: randomUUID() } })
}

/** Something happens that nobody has asked for. */
export const unaskedFor = (bug: string, type: string, plant = (good: Evidence) => unasked(good, type)): Planted => ({
  bug,
  violates: UNASKED,
  says: new RegExp(`^nobody has asked for ${type}`),
  plant,
})

/** It is done in the name of somebody who has no part in a run. */
const bySomebodyElse = (bug: string, type: string, by: Recorded['metadata']): Planted =>
  unaskedFor(bug, type, (good) => unasked(good, type, by))

/** Who is said to have done what. */
export const PLANTED_IN_ACTORS: readonly Planted[] = [
  unaskedFor('a key is forgotten, and the request is applied again under another name', 'BookingRequested', (good) =>
    appended(good, madeAgain(lastOf(good.log, REQUESTED), randomUUID())),
  ),
  unaskedFor('a customer is hidden whom nobody has hidden', 'CustomerHiddenFromCustomersPage'),
  {
    bug: 'an approval is put down to a colleague',
    violates: ACTORS,
    says: /^BookingApproved at \d+ is said to be by member \S+ of \S+; member clerk of canary\w+ of \S+ sent it$/,
    plant: (good) => putDownTo(good, 'BookingApproved', { actorId: randomUUID() }),
  },
  {
    bug: 'what staff have done is put down to a customer',
    violates: ACTORS,
    says: /^MaintenanceScheduled at \d+ is said to be by customer customer of /,
    plant: (good) => putDownTo(good, 'MaintenanceScheduled', { actorKind: 'customer', actorId: 'customer' }),
  },
  {
    bug: 'a request of the portal is put down to staff',
    violates: ACTORS,
    says: /^BookingRequested at \d+ is said to be by member .* visitor renter of canary\w+ of \S+ sent it$/,
    plant: (good) => putDownTo(good, 'BookingRequested', { actorKind: 'member', actorId: randomUUID() }),
  },
  {
    bug: 'a change is put down to another business',
    violates: ACTORS,
    says: /^VehicleStatusChanged at /,
    plant: (good) => putDownTo(good, 'VehicleStatusChanged', { tenantId: randomUUID() }),
  },
  unaskedFor('a vehicle is put out of service, and nobody has said so', 'VehicleStatusChanged'),
  unaskedFor('a business keeps other days free, and nobody has said so', 'BusinessRentalRulesChanged'),
  bySomebodyElse('the system cancels a booking by itself', 'BookingCancelled', { actorKind: 'system' }),
  bySomebodyElse('a vehicle is put out of service in an operator’s name', 'VehicleStatusChanged', {
    actorKind: 'operator',
  }),
  bySomebodyElse('maintenance is cancelled as if it were history brought in', 'MaintenanceCancelled', {
    actorKind: 'import',
  }),
  bySomebodyElse('a request is rejected, and nobody is said to have done it', 'BookingRejected', {}),
  {
    bug: 'a contract is made twice',
    violates: UNASKED,
    says: /^contract .* was made 2 times/,
    plant: (good) => appended(good, { ...lastOf(good.log, isOf('ContractGenerated')), id: randomUUID() }),
  },
]
