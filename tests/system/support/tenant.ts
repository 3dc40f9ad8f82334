import { randomBytes, randomUUID } from 'node:crypto'
import { addStaff } from '@forecourt/command/account/add-staff.ts'
import { onboardBusiness } from '@forecourt/command/business/onboard.ts'
import { addVehicle } from '@forecourt/command/fleet/vehicles.ts'
import type { Call } from '@forecourt/command/log/call.ts'
import type { BookingRequest } from '@forecourt/contracts/booking.ts'
import { addDays, DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { type BusinessId, Slug, type VehicleId } from '@forecourt/domain/ids.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import { Pence } from '@forecourt/domain/money.ts'
import type { VehicleDetails } from '@forecourt/domain/vehicle/events.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { mintLicencePath } from '@forecourt/kit/object-path.ts'
import type { Client } from './client.ts'
import type { Platform } from './platform.ts'

/** A business with a member of staff and a fleet. */
export interface Tenant {
  readonly businessId: BusinessId
  readonly slug: string
  readonly contactEmail: string
  readonly vehicles: readonly VehicleId[]
  /** How its member of staff signs in. */
  readonly credentials: { readonly email: string; readonly password: string; readonly slug: string }
  /** Somebody of the staff, signed in. */
  staff(): Promise<Client>
}

interface Particulars {
  readonly contactPhone?: string
  readonly address?: string
  readonly vehicle?: (index: number) => Partial<VehicleDetails>
}

/** Onboards a business as an operator does, with one member of staff and so many vehicles. */
export async function onboard(
  platform: Pick<Platform, 'core' | 'pool' | 'client'>,
  vehicleCount: number,
  { contactPhone, address, vehicle }: Particulars = {},
): Promise<Tenant> {
  const { core, pool } = platform
  const slug = `hire-${randomBytes(4).toString('hex')}`
  const call: Call = { actor: { kind: 'operator', name: 'system test' }, now: () => new Date() }
  const contactEmail = `desk@${slug}.example`
  const business = await onboardBusiness(core, call, {
    name: `Hire ${slug}`,
    slug: Slug.parse(slug),
    contact: { description: null, contactEmail, contactPhone: contactPhone ?? null, address: address ?? null },
  })
  if (!business.ok) throw new Error(business.refusal.code)
  const { businessId } = business.answer
  const [email, password] = [`staff@${slug}.example`, `password of ${slug}`]
  const staff = await addStaff(core, pool, call, { businessId, email, password })
  if (!staff.ok) throw new Error(staff.refusal.code)
  const vehicles = await Promise.all(
    Array.from({ length: vehicleCount }, async (_, index) => {
      const added = await addVehicle(core, call, businessId, {
        details: { ...detailsOf(index), ...vehicle?.(index) },
      })
      if (!added.ok) throw new Error(added.refusal.code)
      return added.answer.vehicleId
    }),
  )
  return {
    businessId,
    slug,
    contactEmail,
    vehicles,
    credentials: { email, password, slug },
    async staff() {
      const client = platform.client()
      await client.signIn({ email, password, slug })
      return client
    },
  }
}

const detailsOf = (index: number) => ({
  name: `VW Golf ${index + 1}`,
  description: null,
  category: 'compact' as const,
  capacity: 5,
  transmission: 'manual' as const,
  fuelType: 'petrol' as const,
  dailyRate: Pence.parse(4500),
  licensePlate: `AB12 C${index}`,
  year: 2024,
  imagePath: null,
})

/** Days from today and how many of them. */
interface Days {
  readonly from: number
  readonly count: number
}

let requests = 0

/** A renter's request as the portal's form sends it. Reference and e-mail address are nobody else's. */
export function requestFor({ lookupKey }: Pick<Platform, 'lookupKey'>, vehicle: VehicleId, { from, count }: Days) {
  requests += 1
  const today = todayIn(DEFAULT_TIME_ZONE, instantOf(Date.now()))
  const pickupDate = addDays(today, from)
  return {
    carId: vehicle,
    pickupDate,
    dropoffDate: addDays(pickupDate, count),
    customerName: `Renter ${requests}`,
    customerEmail: `renter-${requests}@renters.example`,
    customerPhone: '07700900123',
    customerAddress: '12 Harbour Street',
    licenseImageUrl: mintLicencePath(keyFromBase64(lookupKey), randomUUID()),
    reference: `BR-${String(requests).padStart(8, '0')}`,
  } satisfies BookingRequest
}

/** So many days, so far ahead, as maintenance is asked for. */
export function daysFromToday(ahead: number, count: number) {
  const from = addDays(todayIn(DEFAULT_TIME_ZONE, instantOf(Date.now())), ahead)
  return { from, to: addDays(from, count) }
}
