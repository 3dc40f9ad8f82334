import { CivilDate } from '@forecourt/domain/civil-date.ts'
import type { AnyEvent } from '@forecourt/domain/event.ts'
import type { BookingId, BusinessId, CustomerId, VehicleId } from '@forecourt/domain/ids.ts'
import { Pence } from '@forecourt/domain/money.ts'

/** Facts that speak of stored files, as the command service writes them. */

export interface OfBooking {
  readonly bookingId: BookingId
  readonly businessId: BusinessId
  readonly customerId: CustomerId
  readonly vehicleId: VehicleId
}

/** A customer has asked for a vehicle with this licence. */
export const bookingRequested = (booking: OfBooking, licencePath: string): AnyEvent => ({
  type: 'BookingRequested',
  data: {
    ...booking,
    reference: 'BR-1765180800000',
    channel: 'portal',
    pickupDate: CivilDate.parse('2026-12-08'),
    dropoffDate: CivilDate.parse('2026-12-10'),
    days: 2,
    dailyRate: Pence.parse(4550),
    totalAmount: Pence.parse(9100),
  },
  personal: {
    customer: { name: 'Ada', email: 'ada@renter.example', phone: '07700900123', address: '12 Harbour Street' },
    licencePath,
    notes: null,
  },
})

/** The booking has got another licence. */
export const licenceReplaced = ({ bookingId, businessId, customerId }: OfBooking, licencePath: string): AnyEvent => ({
  type: 'BookingLicenceReplaced',
  data: { bookingId, businessId, customerId, mark: licencePath },
  personal: { licencePath },
})

/** A contract on paper was put to the booking. */
export const contractUploaded = ({ bookingId, businessId, customerId }: OfBooking, contractPath: string): AnyEvent => ({
  type: 'ContractUploaded',
  data: { bookingId, businessId, customerId, contractPath },
})

/** A vehicle with this picture was added. */
export const vehicleAdded = (
  { vehicleId, businessId }: Pick<OfBooking, 'vehicleId' | 'businessId'>,
  imagePath: string,
): AnyEvent => ({
  type: 'VehicleAddedToFleet',
  data: {
    vehicleId,
    businessId,
    status: 'available',
    details: {
      name: 'Ford Fiesta',
      description: null,
      category: 'compact',
      capacity: 5,
      transmission: 'manual',
      fuelType: 'petrol',
      dailyRate: Pence.parse(4550),
      licensePlate: null,
      year: 2023,
      imagePath,
    },
  },
})
