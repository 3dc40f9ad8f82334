import { randomUUID } from 'node:crypto'
import { CivilDate, daysBetween } from '@forecourt/domain/civil-date.ts'
import { BookingId, CustomerId, type UserId } from '@forecourt/domain/ids.ts'
import { Pence } from '@forecourt/domain/money.ts'
import { notificationStream, scheduleStream } from '@forecourt/domain/streams.ts'
import type { Car, Rental } from './rental.ts'
import type { Scribe } from './scribe.ts'

interface Renter {
  readonly name?: string
  readonly email?: string
  readonly phone?: string
  readonly licencePath?: string
  readonly address?: string
}

/** What happens to bookings. */
export function bookingVerbs(scribe: Scribe) {
  let bookings = 0
  const decide = async (type: string, { bookingId, customerId, car }: Rental, more: object = {}, by?: UserId) => {
    const { businessId } = car.tenant
    const event = { type, data: { bookingId, businessId, customerId, ...more } }
    return await scribe.append(scheduleStream(car.vehicleId), businessId, [event], undefined, { by })
  }

  return {
    /** Somebody asks for the car: who they are is told by their e-mail address. */
    async request(car: Car, pickup: string, dropoff: string, renter: Renter = {}, at?: string): Promise<Rental> {
      bookings += 1
      const number = bookings
      const { businessId } = car.tenant
      const email = renter.email ?? `renter-${number}@example.com`
      const person = await scribe.person('customer', businessId, email, randomUUID())
      const customerId = CustomerId.parse(person.row.subjectId)
      const pickupDate = CivilDate.parse(pickup)
      const dropoffDate = CivilDate.parse(dropoff)
      const days = daysBetween(pickupDate, dropoffDate)
      const bookingId = BookingId.parse(`${car.vehicleId}.01JD${String(number).padStart(22, '0')}`)
      await scribe.append(
        scheduleStream(car.vehicleId),
        businessId,
        [
          {
            type: 'BookingRequested',
            data: {
              bookingId,
              businessId,
              customerId,
              vehicleId: car.vehicleId,
              reference: `BR-${1_765_180_800_000 + number}`,
              channel: 'portal',
              pickupDate,
              dropoffDate,
              days,
              dailyRate: car.dailyRate,
              totalAmount: Pence.parse(days * car.dailyRate),
            },
            personal: {
              customer: {
                name: renter.name ?? `Renter ${number}`,
                email,
                phone: renter.phone ?? '07700900123',
                address: renter.address ?? '12 Harbour Street',
              },
              licencePath: renter.licencePath ?? `/objects/licences/licence-${number}`,
              notes: 'Please add a child seat',
            },
          },
        ],
        person,
        { at },
      )
      return { bookingId, customerId, car, pickupDate, dropoffDate }
    },

    /** @param by whoever of the staff; the platform when absent, here and below */
    approve: (rental: Rental, by?: UserId) => decide('BookingApproved', rental, periodOf(rental), by),
    reject: (rental: Rental) => decide('BookingRejected', rental, { reason: null }),
    cancel: (rental: Rental, by?: UserId) => decide('BookingCancelled', rental, { reason: null }, by),
    complete: (rental: Rental) => decide('BookingCompleted', rental),
    reinstate: (rental: Rental) => decide('BookingReinstated', rental, periodOf(rental)),
    hideFromRecent: (rental: Rental) => decide('BookingHiddenFromRecent', rental),

    async noteDown({ bookingId, customerId, car }: Rental, notes: string) {
      const { businessId } = car.tenant
      const data = { bookingId, businessId, customerId, mark: notes }
      const event = { type: 'BookingAdminNotesSaved', data, personal: { notes } }
      return await scribe.appendAbout(customerId, scheduleStream(car.vehicleId), businessId, event)
    },

    /** The receiver's server knows no such mailbox. */
    async mailRefused({ bookingId, car }: Rental) {
      const { businessId } = car.tenant
      const notificationId = randomUUID()
      const booking = { bookingId, businessId }
      const failure = { attempts: 1, cause: 'address-refused', reason: 'the mail server answered 550' }
      return await scribe.append(notificationStream(notificationId), businessId, [
        { type: 'NotificationAbandoned', data: { notificationId, template: 'booking-approved', booking, ...failure } },
      ])
    },

    /** Something is written that is not what the catalogue says. */
    async somethingBroken(car: Car) {
      const data = JSON.stringify({ bookingId: 'no booking', secret: 'CANARY' })
      const event = { type: 'BookingCompleted', data }
      return await scribe.appendUnchecked(scheduleStream(car.vehicleId), car.tenant.businessId, event)
    },

    /** A rejection that does not say whose business it is, which its row would take and the line of its history does not. */
    async rejectedForNobody({ bookingId, customerId, car }: Rental) {
      const { businessId } = car.tenant
      const data = JSON.stringify({ bookingId, businessId, customerId, reason: null })
      return await scribe.appendUnchecked(scheduleStream(car.vehicleId), 'nobody', { type: 'BookingRejected', data })
    },
  }
}

const periodOf = ({ pickupDate, dropoffDate }: Rental) => ({ pickupDate, dropoffDate })
