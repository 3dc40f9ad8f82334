import { randomBytes, randomUUID } from 'node:crypto'
import { BookingId, bookingIdOf, vehicleOf } from '@forecourt/domain/ids.ts'
import { MOST_PENDING } from '@forecourt/domain/schedule/request.ts'
import { ulid } from '@forecourt/domain/ulid.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { isAnswered } from '../checker/commands.ts'
import type { Evidence } from '../checker/evidence.ts'
import type { Request } from '../history.ts'
import { appended, asked, isOf, lastOf, otherwise, told } from './forging.ts'
import { ONCE, type Planted } from './planted-in-log.ts'
import { isOfCall, OfBooking, planted } from './planted-in-refusals.ts'

/** Answers by what was so until a moment before, to somebody who asks after others were told that it is so no more. */

/** A request for the days of maintenance of which somebody was told a moment before that it is cancelled. */
const ofDaysGivenBack = (good: Evidence) => {
  const cancelled = lastOf(good.history.requests, isOfCall('cancelMaintenance', 200))
  const made = lastOf(
    good.history.requests,
    (request) =>
      isOfCall('scheduleMaintenance', 201)(request) &&
      isAnswered(request) &&
      request.answer.id === cancelled.asked.maintenanceId,
  )
  const { id: carId = '', from: pickupDate = '', to: dropoffDate = '' } = made.asked
  return asked(good, isOfCall('requestBooking', 201), (request) => ({
    ...otherwise(request, { status: 409, code: 'dates-unavailable', position: null, id: null }),
    asked: { ...request.asked, carId, pickupDate, dropoffDate },
    ...justAfter(cancelled),
  }))
}

/** A request for a vehicle of which somebody was told a moment before that it is in service again. */
const ofVehiclePutBack = (good: Evidence) => {
  const back = lastOf(good.history.requests, isOfCall('changeVehicleStatus', 200))
  return asked(good, isOfCall('requestBooking', 201), (request) => ({
    ...otherwise(request, { status: 409, code: 'vehicle-unavailable', position: null, id: null }),
    asked: { ...request.asked, carId: back.asked.id ?? '' },
    ...justAfter(back),
  }))
}

/** The refused approval, as if it had been the completion of a booking of which somebody was told a moment before that it is approved. */
const ofJustApproved = (good: Evidence) => {
  const approved = lastOf(
    good.history.requests,
    (request) => isOfCall('changeBooking', 200)(request) && request.asked.status === 'approved',
  )
  return asked(good, isOfCall('changeBooking', 409), (request) => ({
    ...otherwise(request, { code: 'transition-not-allowed' }),
    asked: { ...request.asked, id: approved.asked.id ?? '', status: 'completed' },
    ...justAfter(approved),
  }))
}

/** The approval of a booking for which its business had kept too many days free until a moment before. */
const ofDaysKeptNoMore = (good: Evidence) => {
  const { id } = lastOf(
    good.history.requests,
    (request) => isOfCall('changeBooking', 200)(request) && request.asked.status === 'rejected',
  ).asked
  return asked(
    good,
    (request) =>
      isOfCall('changeBooking', 200)(request) && request.asked.id === id && request.asked.status === 'approved',
    (request) => otherwise(request, { status: 409, code: 'dates-unavailable', position: null, id: null }),
  )
}

/** Whoever has seen the settings as they were just saved saves them once more. */
const ofJustSaved = (good: Evidence) => {
  const saved = lastOf(good.history.requests, isOfCall('saveSettings', 200))
  const refusedAfter: Request = {
    ...saved,
    ...otherwise(saved, { status: 409, code: 'settings-changed', position: null }),
    id: 'one more',
    key: randomUUID(),
    asked: { ...saved.asked, version: Number(saved.asked.version) + 1 },
    ...justAfter(saved),
  }
  return told(good, { requests: [...good.history.requests, refusedAfter] })
}

const withId = ({ data, ...event }: Recorded, bookingId: string | undefined): Recorded => ({
  ...event,
  data: JSON.stringify({ ...JSON.parse(data), bookingId }),
})

/** So many wait for a vehicle as may; then one is rejected, and after somebody was told of that the next is turned away. */
const ofRoomJustMade = (good: Evidence) => {
  const last = lastOf(good.log, isOf('BookingRejected'))
  const { bookingId } = OfBooking.parse(JSON.parse(last.data))
  const made = lastOf(good.log, ({ type, data }) => type === 'BookingRequested' && data.includes(bookingId))
  const vehicle = vehicleOf(BookingId.parse(bookingId))
  const ids = Array.from({ length: MOST_PENDING }, () =>
    bookingIdOf(vehicle, ulid(made.recordedAt.getTime(), randomBytes(10))),
  )
  const crowded = ids.reduce(
    (before, id) => appended(before, { ...withId(made, id), metadata: { ...made.metadata, commandId: randomUUID() } }),
    good,
  )
  const withRoom = appended(crowded, withId(last, ids[0]))
  const rejecting = lastOf(
    good.history.requests,
    ({ asked: { status, id } }) => status === 'rejected' && id === bookingId,
  )
  return asked(withRoom, isOfCall('requestBooking', 201), (request) => ({
    ...otherwise(request, { status: 429, code: 'too-many-pending', position: null, id: null }),
    asked: { ...request.asked, carId: vehicle },
    ...justAfter(rejecting),
  }))
}

const saysOfLicence = (status: string) => (request: Request) =>
  isOfCall('changeLicenceStatus', 200)(request) && request.asked.status === status

/** Somebody is told that a licence is verified already, after others were told that it is refused since. */
const ofJustRefused = (good: Evidence) => {
  const refused = lastOf(good.history.requests, saysOfLicence('refused'))
  const verified = lastOf(
    good.history.requests,
    (request) => saysOfLicence('verified')(request) && request.asked.id === refused.asked.id,
  )
  const again: Request = {
    ...verified,
    ...otherwise(verified, { position: null }),
    id: 'one more',
    key: randomUUID(),
    ...justAfter(refused),
  }
  return told(good, { requests: [...good.history.requests, again] })
}

const justAfter = ({ endedAt }: Request) => ({ startedAt: endedAt + 1, endedAt: endedAt + 2 })

export const PLANTED_IN_HEARSAY: readonly Planted[] = [
  planted(
    'a request is refused for days that were just given back',
    'requestBooking',
    409,
    'dates-unavailable',
    ofDaysGivenBack,
  ),
  planted(
    'a request is refused for a vehicle that was just put back into service',
    'requestBooking',
    409,
    'vehicle-unavailable',
    ofVehiclePutBack,
  ),
  planted(
    'a decision is refused because of a status that the booking just had',
    'changeBooking',
    409,
    'transition-not-allowed',
    ofJustApproved,
  ),
  planted(
    'an approval is refused for days that are kept free no more',
    'changeBooking',
    409,
    'dates-unavailable',
    ofDaysKeptNoMore,
  ),
  planted(
    'settings are said to be changed since they were just saved',
    'saveSettings',
    409,
    'settings-changed',
    ofJustSaved,
  ),
  planted(
    'a vehicle is said to be asked for too often that has just got room',
    'requestBooking',
    429,
    'too-many-pending',
    ofRoomJustMade,
  ),
  {
    bug: 'a licence is said to be what it was a moment before',
    violates: ONCE,
    says: /^changeLicenceStatus .* was acknowledged at no place in the log, and it was not so already$/,
    plant: ofJustRefused,
  },
]
