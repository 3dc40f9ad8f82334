import type { BookingId, UserId } from '@forecourt/domain/ids.ts'
import type { CustomerIdentity } from '@forecourt/domain/schedule/events.ts'
import { customerStream, scheduleStream } from '@forecourt/domain/streams.ts'
import type { Appended } from '@forecourt/event-log/port.ts'
import type { Rental } from './rental.ts'
import type { Scribe } from './scribe.ts'

/** What happens to customers and their licences. */
export function customerVerbs(scribe: Scribe) {
  const happened = async (
    type: string,
    { customerId, car }: Rental,
    more: object = {},
    personal?: object,
    by?: UserId,
  ): Promise<Appended> => {
    const { businessId } = car.tenant
    const event = { type, data: { customerId, businessId, ...more }, ...(personal === undefined ? {} : { personal }) }
    return await scribe.appendAbout(customerId, customerStream(customerId), businessId, event, { by })
  }
  /** Says that the customer is erased while their key is still there: the writer has not come so far yet. */
  const eraseKeepingKey = (rental: Rental) => happened('CustomerErased', rental, { basis: 'asked for it' })

  return {
    eraseKeepingKey,

    /** Destroys the customer's key, then says so. */
    async erase(rental: Rental) {
      await scribe.forget(rental.customerId)
      return await eraseKeepingKey(rental)
    },

    changeContact: (rental: Rental, contact: CustomerIdentity) =>
      happened('CustomerContactChanged', rental, {}, contact),
    hideCustomer: (rental: Rental) => happened('CustomerHiddenFromCustomersPage', rental),
    /**
     * @param by whoever of the staff; nobody when absent
     * @param seen the picture that they looked at; nobody wrote down which when absent
     */
    async verifyLicence(rental: Rental, by?: UserId, seen?: string) {
      const picture = await scribe.markOf(rental.customerId, seen)
      return await happened('CustomerLicenceVerified', rental, { picture }, undefined, by)
    },
    /** @param bookingId that the renter is written to about; null when staff knew of none */
    async expireLicence(rental: Rental, bookingId: BookingId | null = rental.bookingId, seen?: string) {
      const picture = await scribe.markOf(rental.customerId, seen)
      return await happened('CustomerLicenceExpired', rental, { picture, bookingId })
    },
    resetLicence: (rental: Rental) => happened('CustomerLicenceReset', rental),
    deleteLicence: (rental: Rental, licencePath: string) =>
      happened('CustomerLicenceDeleted', rental, { picture: licencePath }, { licencePath }),
    async refuseLicence(rental: Rental, reason: string, by?: UserId, seen?: string) {
      const picture = await scribe.markOf(rental.customerId, seen)
      const refusal = { picture, bookingId: rental.bookingId, mark: reason }
      return await happened('CustomerLicenceRefused', rental, refusal, { reason }, by)
    },

    /** The renter sends another picture from the page of their booking. */
    async replaceLicence({ bookingId, customerId, car }: Rental, licencePath: string) {
      const { businessId } = car.tenant
      const data = { bookingId, businessId, customerId, mark: licencePath }
      const event = { type: 'BookingLicenceReplaced', data, personal: { licencePath } }
      return await scribe.appendAbout(customerId, scheduleStream(car.vehicleId), businessId, event)
    },
  }
}
