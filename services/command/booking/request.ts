import type { BookingReceipt, BookingRequest } from '@forecourt/contracts/booking.ts'
import { BookingReference } from '@forecourt/domain/booking-reference.ts'
import { CivilDate, todayIn } from '@forecourt/domain/civil-date.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import { bookingIdOf, VehicleId } from '@forecourt/domain/ids.ts'
import { penceToPounds, poundsToPence } from '@forecourt/domain/money.ts'
import { ObjectPath } from '@forecourt/domain/object-path.ts'
import type { ScheduleEvent, ScheduleFact } from '@forecourt/domain/schedule/events.ts'
import type { ScheduleRefusal } from '@forecourt/domain/schedule/refusals.ts'
import { type Channel, request } from '@forecourt/domain/schedule/request.ts'
import type { ScheduleState } from '@forecourt/domain/schedule/state.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { ulid } from '@forecourt/domain/ulid.ts'
import type { Vehicle } from '@forecourt/domain/vehicle/vehicle.ts'
import { randomBytes } from '@forecourt/event-log/random.ts'
import type { Person } from '@forecourt/event-log/vault/vault.ts'
import { isLicencePath } from '@forecourt/kit/object-path.ts'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import { commandIdentity, commandIdOf } from '../log/command-id.ts'
import type { Core } from '../log/core.ts'
import { type Executed, execute, type GeneralRefusal, type Outcome } from '../log/execute.ts'
import { adopt, customerIdOf, customerOf, subjectOf } from '../people/customer.ts'
import { findOffer, newerOffer, type Offer } from './offer.ts'

export type RequestRefusal =
  | ScheduleRefusal
  | { readonly code: 'car-not-found' }
  /** The licence is not one that was uploaded here, or it is somebody else's. */
  | { readonly code: 'licence-unknown' }

export interface RequestOptions {
  /** Runs once before anything is decided, unless the request has been made already: where limits are counted. */
  readonly admit?: (vehicle: Vehicle | undefined) => Promise<void>
}

type Requested = Executed<RequestRefusal, BookingReceipt>

/** An idempotency key counts within the vehicle, whoever asks: a session that ends between two sendings changes nothing. */
const resourceOf = (carId: string) => `booking.request ${carId}`

/**
 * Somebody asks for a vehicle (`POST /api/bookings`). The business is the vehicle's; price, days and status are reckoned
 * here; a member of that business makes it a desk booking (decisions: bookings).
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function requestBooking(
  core: Core,
  call: Call,
  asked: BookingRequest,
  { admit }: RequestOptions = {},
): Promise<Requested> {
  const vehicleId = VehicleId.safeParse(asked.carId)
  if (vehicleId.success) void readBookings(core, vehicleId.data)
  const offer = await findOffer(core, asked.carId)
  if (offer === undefined) {
    await admit?.(undefined)
    return refuse({ code: 'car-not-found' })
  }
  const requested = await requestFrom(core, call, asked, offer, admit)
  if (requested.ok || !HANGS_ON_OFFER.has(requested.refusal.code)) return requested
  const newer = await newerOffer(core, offer)
  return newer === undefined ? requested : await requestFrom(core, call, asked, newer)
}

/**
 * Has the vehicle's bookings read in one turn with the vehicle: where memory has neither, as for the first who asks for it, PostgreSQL
 * brings both with one statement. Whoever decides asks for them again, and hears of it if they cannot be read.
 */
export async function readBookings({ schedules }: Pick<Core, 'schedules'>, vehicleId: VehicleId): Promise<void> {
  await schedules.load(scheduleStream(vehicleId)).catch(() => {})
}

/** What the rules would not say if the vehicle or its business were otherwise. */
const HANGS_ON_OFFER: ReadonlySet<string> = new Set([
  'car-not-found',
  'vehicle-unavailable',
  'price-changed',
  'dates-unavailable',
])

/** Whether this request has been made already, as far as memory alone can tell: nothing is read for the question. */
export function isRemembered(core: Core, call: Call, asked: BookingRequest): boolean {
  const carId = VehicleId.safeParse(asked.carId)
  if (!carId.success) return false
  const { commandId, digest } = commandIdentity(call, resourceOf(carId.data), asked, core.lookupKey)
  return digest !== undefined && core.schedules.peek(scheduleStream(carId.data))?.commands.get(commandId) !== undefined
}

/** Whether a request with this key was made already or is under way; undefined when memory cannot tell. */
export function isKeyKnown(
  { schedules }: Pick<Core, 'schedules'>,
  vehicleId: VehicleId,
  key: string,
): boolean | undefined {
  const fold = schedules.peek(scheduleStream(vehicleId))
  if (fold === undefined) return undefined
  const commandId = commandIdOf(key, resourceOf(vehicleId))
  return fold.commands.has(commandId) || schedules.aheads.of(fold)?.has(commandId) === true
}

async function requestFrom(
  core: Core,
  call: Call,
  asked: BookingRequest,
  { vehicle, business }: Offer,
  admit?: RequestOptions['admit'],
): Promise<Requested> {
  const { vehicleId, businessId, status, removed, details } = vehicle
  const channel: Channel = call.actor.kind === 'member' && call.actor.businessId === businessId ? 'desk' : 'portal'
  const begun = begin(core, channel === 'desk' ? call : asVisitor(call), {
    stream: scheduleStream(vehicleId),
    tenantId: businessId,
    resource: resourceOf(vehicleId),
    asked,
  })
  const { at } = begun
  const licencePath = ObjectPath.parse(asked.licenseImageUrl)
  const bookingId = bookingIdOf(vehicleId, ulid(Date.parse(at), randomBytes(10)))
  const personal = {
    customer: {
      name: asked.customerName,
      email: asked.customerEmail,
      phone: asked.customerPhone,
      address: asked.customerAddress,
    },
    licencePath,
    notes: asked.notes === '' ? null : (asked.notes ?? null),
  }

  const executed = await execute<ScheduleState, ScheduleEvent, ScheduleFact, RequestRefusal, BookingReceipt, Person>(
    core,
    core.schedules,
    {
      ...begun,
      ...(admit === undefined ? {} : { admit: () => admit(vehicle) }),
      person: customerOf(core.vault, businessId, asked.customerEmail),
      adopt: (person, conflict) => adopt(core.vault, person, conflict),
      stored: (person) => core.vault.remember(person),
      decide(schedule, person) {
        // Before the licence is looked at: what is not let is absent, whatever comes along.
        if (removed || !business.active) return refuse({ code: 'car-not-found' })
        return isLicencePath(core.lookupKey, licencePath)
          ? request(
              {
                bookingId,
                customerId: customerIdOf(person),
                channel,
                vehicle: { vehicleId, businessId, dailyRate: details.dailyRate, status, removed },
                business: { active: business.active, turnaroundDays: business.turnaroundDays },
                pickupDate: CivilDate.parse(asked.pickupDate),
                dropoffDate: CivilDate.parse(asked.dropoffDate),
                personal,
                totalAmount: asked.totalAmount === undefined ? undefined : poundsToPence(asked.totalAmount),
                reference: asked.reference === undefined ? undefined : BookingReference.parse(asked.reference),
                at,
                today: todayIn(business.timeZone, at),
              },
              schedule,
            )
          : refuse({ code: 'licence-unknown' })
      },
      encode: (events, person) => begun.encode(events, subjectOf(person)),
      alongside: (person) => ({
        person: person.row,
        file: { objectPath: licencePath, businessId, customerId: person.row.subjectId },
      }),
      answer: receipt,
    },
  )
  return executed.ok ? executed : refuse(told(executed.refusal, channel))
}

/** What of a refusal may be told: visitors do not learn of other people's bookings, nobody of other people's files. */
function told(refusal: RequestRefusal | GeneralRefusal, channel: Channel): RequestRefusal | GeneralRefusal {
  if (refusal.code === 'file-of-another') return { code: 'licence-unknown' }
  // Gone from the fleet, or its business is closed: as absent as a vehicle that never was.
  if (refusal.code === 'not-found') return { code: 'car-not-found' }
  return refusal.code === 'dates-unavailable' && channel === 'portal'
    ? { ...refusal, conflicts: [], maintenance: [] }
    : refusal
}

/** Staff of one business are visitors at another's portal. An import stays one. */
function asVisitor(call: Call): Call {
  return call.actor.kind === 'member' ? { ...call, actor: { kind: 'customer' } } : call
}

/** What the customer is told of their request: it is pending, whatever became of it when the same call comes again. */
function receipt({ events, at }: Outcome<ScheduleState, ScheduleFact>): BookingReceipt {
  const requested = events.find((event) => event.type === 'BookingRequested')
  if (requested === undefined) throw new Error('a request was accepted without an event')
  const { bookingId, reference, vehicleId, pickupDate, dropoffDate, days, dailyRate, totalAmount } = requested.data
  return {
    id: bookingId,
    reference,
    status: 'pending',
    carId: vehicleId,
    pickupDate,
    dropoffDate,
    days,
    dailyRate: penceToPounds(dailyRate),
    totalAmount: penceToPounds(totalAmount),
    createdAt: at,
  }
}
