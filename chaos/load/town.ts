import { addStaff } from '@forecourt/command/account/add-staff.ts'
import type { Call } from '@forecourt/command/log/call.ts'
import type { BookingStatus } from '@forecourt/contracts/booking.ts'
import type { VehicleId } from '@forecourt/domain/ids.ts'
import { onboard, type Tenant } from '../../tests/system/support/tenant.ts'
import type { Tenant as Witnessed } from '../history.ts'
import type { Platform } from '../platform/platform.ts'
import { canaryOf } from '../witness.ts'
import { addTrainee, type Trainee } from './trainee.ts'

/** A business with what its people know of its bookings. */
export interface Business {
  readonly tenant: Tenant
  /** How each of its staff signs in. */
  readonly staff: readonly Tenant['credentials'][]
  readonly trainee: Trainee
  readonly canary: string
  /** The latest bookings and what was last heard of each. */
  readonly bookings: Map<string, BookingStatus>
  /** Vehicles that were taken out of service and not put back. */
  readonly outOfService: VehicleId[]
  /** Maintenance that was entered and not cancelled. */
  readonly maintenance: { readonly id: string; readonly vehicle: string }[]
  /** Paths of the licences that were uploaded for its bookings. */
  readonly licences: string[]
  /** Of those whose booking was refused: they are nobody's, and are shown to nobody. */
  readonly turnedAway: string[]
  /** Paths of contracts that were read, or uploaded on paper. */
  readonly contracts: string[]
  /** Of those on paper, the ones that were put to a booking. */
  readonly papers: { readonly file: string; readonly booking: string }[]
  /** Approved bookings whose renters have asked to cancel them. */
  readonly askedToCancel: string[]
  /** The renter of each of the latest bookings, by e-mail address. */
  readonly renters: Map<string, string>
}

/** Older ones are forgotten: a run may go on for hours. */
const MOST_REMEMBERED = 400

interface Size {
  readonly businesses: number
  /** Of each business, as are accounts of its staff. */
  readonly vehicles: number
  readonly accounts: number
}

/** Onboards so many businesses, whose names in public are their canaries. */
export async function foundTown(platform: Platform, { businesses, vehicles, accounts }: Size): Promise<Business[]> {
  return await Promise.all(
    Array.from({ length: businesses }, async (_, index) => {
      const canary = canaryOf(`${index}x${Math.random().toString(36).slice(2, 8)}`)
      const tenant = await onboard(platform, vehicles, {
        vehicle: (number) => ({ name: `Golf ${number + 1} ${canary}` }),
      })
      const staff = [tenant.credentials]
      while (staff.length < accounts) staff.push(await addColleague(platform, tenant, staff.length))
      return {
        tenant,
        staff,
        trainee: await addTrainee(platform, tenant),
        canary,
        bookings: new Map(),
        outOfService: [],
        maintenance: [],
        licences: [],
        turnedAway: [],
        contracts: [],
        papers: [],
        askedToCancel: [],
        renters: new Map(),
      }
    }),
  )
}

async function addColleague(
  { core, pool }: Platform,
  { businessId, slug }: Tenant,
  number: number,
): Promise<Tenant['credentials']> {
  const call: Call = { actor: { kind: 'operator', name: 'chaos' }, now: () => new Date() }
  const account = { email: `staff-${number}@${slug}.example`, password: `password ${number} of ${slug}` }
  const added = await addStaff(core, pool, call, { businessId, ...account })
  if (!added.ok) throw new Error(added.refusal.code)
  return { ...account, slug }
}

/** As the history's beginning names it. */
export const witnessedTenant = ({ tenant, canary }: Business): Witnessed => ({
  businessId: tenant.businessId,
  slug: tenant.slug,
  contactEmail: tenant.contactEmail,
  canary,
})

/** What somebody has heard of a booking. */
export function heard({ bookings, renters }: Business, id: string, status: BookingStatus): void {
  bookings.delete(id)
  bookings.set(id, status)
  const [oldest] = bookings.keys()
  if (bookings.size <= MOST_REMEMBERED || oldest === undefined) return
  bookings.delete(oldest)
  renters.delete(oldest)
}
