import type { CivilDate } from '@forecourt/domain/civil-date.ts'
import type { BookingId, BusinessId, CustomerId, Slug, UserId, VehicleId } from '@forecourt/domain/ids.ts'
import type { Pence } from '@forecourt/domain/money.ts'

export interface Tenant {
  readonly businessId: BusinessId
  readonly slug: Slug
  readonly staff: UserId
}

export interface Car {
  readonly vehicleId: VehicleId
  readonly tenant: Tenant
  readonly dailyRate: Pence
}

export interface Rental {
  readonly bookingId: BookingId
  readonly customerId: CustomerId
  readonly car: Car
  readonly pickupDate: CivilDate
  readonly dropoffDate: CivilDate
}
