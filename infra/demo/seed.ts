import { addStaff } from '@forecourt/command/account/add-staff.ts'
import { changeBooking } from '@forecourt/command/booking/change.ts'
import { requestBooking } from '@forecourt/command/booking/request.ts'
import { onboardBusiness } from '@forecourt/command/business/onboard.ts'
import { addVehicle, changeVehicleStatus } from '@forecourt/command/fleet/vehicles.ts'
import type { Call } from '@forecourt/command/log/call.ts'
import type { Core } from '@forecourt/command/log/core.ts'
import type { Executed } from '@forecourt/command/log/execute.ts'
import { createFileCabinet } from '@forecourt/command/upload/file-cabinet.ts'
import { todayIn, yearOf } from '@forecourt/domain/civil-date.ts'
import { type BusinessId, Slug, type VehicleId } from '@forecourt/domain/ids.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import { poundsToPence } from '@forecourt/domain/money.ts'
import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'
import { mintLicencePath, mintVehicleImagePath, type ObjectPath } from '@forecourt/kit/object-path.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'
import type pg from 'pg'
import type { DemoVehicle } from './fleets/vehicle.ts'
import { demoCustomer } from './people.ts'
import { drawLicence, drawVehicle, PICTURE_WIDTH } from './pictures.ts'
import { ONBOARDED, type PlannedBooking, planBookings } from './plan.ts'
import type { DemoTenant } from './tenants.ts'

const DAY_MS = 86_400_000

/** Keys of the demo's commands are names in here: a run that was killed half way goes on where it stopped. */
const NAMESPACE = '5f0b1f0e-5a0e-4b0a-9d53-6c1d3f3e2a71'

/** What the product's commands need. */
export interface Seeder {
  readonly core: Core
  readonly pool: pg.Pool
  readonly storage: ObjectStorage
}

/**
 * Writes the history of a demo tenant by sending the product's own commands, with the clock set to when each would have
 * happened. The same `now` again writes nothing a second time.
 * @param now what "today" was when the demo was first begun
 * @returns false when another business has the slug: then nothing was done
 * @throws when a command is refused, which means that the demo's plan breaks a rule
 */
export async function seedTenant(seeder: Seeder, tenant: DemoTenant, now: Date): Promise<boolean> {
  const { core, pool } = seeder
  const began = new Date(now.getTime() + ONBOARDED * DAY_MS)
  const { name, primaryColor, contact, staff, scenery } = tenant
  const slug = Slug.parse(tenant.slug)
  const branding = { primaryColor, logoPath: null }
  const onboarded = await onboardBusiness(core, callAt(began, `${slug} onboard`), { name, slug, branding, contact })
  if (!onboarded.ok) return false
  const { businessId } = onboarded.answer
  done(await addStaff(core, pool, callAt(began, `${slug} staff`), { businessId, ...staff }), 'staff')

  const vehicles: VehicleId[] = []
  for (const [number, vehicle] of tenant.fleet.entries())
    vehicles.push(await addToFleet(seeder, { businessId, slug, scenery, number, vehicle, began, now }))
  await Promise.all(Array.from({ length: tenant.customers }, (_, number) => putLicence(seeder, slug, number)))
  const steps = planBookings(tenant, now).flatMap((booking, number) =>
    stepsOf(seeder, { businessId, slug, number, booking, vehicleId: vehicles[booking.vehicle] }),
  )
  // In the order in which it happened, across all vehicles, as the log would have it.
  for (const { run } of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await run()

  for (const [number, { status }] of tenant.fleet.entries()) {
    const vehicleId = vehicles[number]
    if (status === undefined || vehicleId === undefined) continue
    const call = callAt(new Date(now.getTime() - 10 * 60_000), `${slug} vehicle ${number} status`)
    done(await changeVehicleStatus(core, call, businessId, vehicleId, status), 'vehicle status')
  }
  return true
}

interface Added {
  readonly businessId: BusinessId
  readonly slug: Slug
  readonly scenery: DemoTenant['scenery']
  readonly number: number
  readonly vehicle: DemoVehicle
  readonly began: Date
  readonly now: Date
}

async function addToFleet(
  seeder: Seeder,
  { businessId, slug, scenery, number, vehicle, began, now }: Added,
): Promise<VehicleId> {
  const { rate, age, ...details } = vehicle.details
  const upload = { businessId, uploadId: `demo ${slug} ${number}` }
  const imagePath = mintVehicleImagePath(seeder.core.lookupKey, upload, PICTURE_WIDTH)
  await put(seeder, imagePath, 'vehicle-image', () => drawVehicle(vehicle.look, scenery, number))
  const dailyRate = poundsToPence(String(rate))
  if (dailyRate === undefined) throw new Error(`${rate} is not an amount`)
  const year = yearOf(todayIn('Europe/London', instantOf(now.getTime()))) - age
  const call = callAt(began, `${slug} vehicle ${number}`)
  const added = await addVehicle(seeder.core, call, businessId, { details: { ...details, dailyRate, year, imagePath } })
  return done(added, `vehicle ${details.name}`).vehicleId
}

interface Step {
  readonly at: Date
  readonly run: () => Promise<void>
}

interface Booked {
  readonly businessId: BusinessId
  readonly slug: Slug
  readonly number: number
  readonly booking: PlannedBooking
  readonly vehicleId: VehicleId | undefined
}

/** The request of a booking and what staff did with it, each at its time. */
function stepsOf({ core }: Seeder, { businessId, slug, number, booking, vehicleId }: Booked): Step[] {
  if (vehicleId === undefined) throw new Error('a booking is planned for a vehicle that is not there')
  const { customer, pickupDate, dropoffDate, notes, requestedAt, decisions } = booking
  const person = demoCustomer(customer)
  let bookingId = ''
  const request = async (): Promise<void> => {
    const requested = await requestBooking(core, callAt(requestedAt, `${slug} booking ${number}`), {
      carId: vehicleId,
      pickupDate,
      dropoffDate,
      customerName: person.name,
      customerEmail: person.email,
      customerPhone: person.phone,
      customerAddress: person.address,
      licenseImageUrl: licencePath(core, slug, customer),
      notes,
    })
    bookingId = done(requested, `booking ${number} of ${slug}`).id
  }
  const decide = ({ at, change }: PlannedBooking['decisions'][number], index: number): Step => ({
    at,
    run: async () => {
      const call = callAt(at, `${slug} booking ${number} decision ${index}`)
      done(
        await changeBooking(core, call, { businessId }, bookingId, change),
        `decision on booking ${number} of ${slug}`,
      )
    },
  })
  return [{ at: requestedAt, run: request }, ...decisions.map(decide)]
}

const licencePath = ({ lookupKey }: Core, slug: Slug, customer: number) =>
  mintLicencePath(lookupKey, `demo ${slug} ${customer}`)

async function putLicence(seeder: Seeder, slug: Slug, customer: number): Promise<void> {
  await put(seeder, licencePath(seeder.core, slug, customer), 'license', () => drawLicence(customer))
}

async function put(
  { storage }: Seeder,
  path: ObjectPath,
  purpose: 'license' | 'vehicle-image',
  draw: () => Promise<Buffer>,
): Promise<void> {
  const cabinet = createFileCabinet(storage)
  if (await cabinet.has(path, purpose)) return
  const stored = await cabinet.put(() => path, purpose, await draw())
  if (!stored.ok) throw new Error(`The demo's picture ${path} is not taken: ${stored.refusal}`)
}

function callAt(at: Date, name: string): Call {
  return { actor: { kind: 'import', name: 'demo' }, now: () => at, idempotencyKey: uuidV5(NAMESPACE, name) }
}

function done<Refusal extends { readonly code: string }, Answer>(
  executed: Executed<Refusal, Answer>,
  what: string,
): Answer {
  if (!executed.ok) throw new Error(`The demo is refused at ${what}: ${executed.refusal.code}`)
  return executed.answer
}
