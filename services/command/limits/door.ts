import { BookingRequest } from '@forecourt/contracts/booking.ts'
import { type BusinessId, VehicleId } from '@forecourt/domain/ids.ts'
import { scheduleStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import { notSignedIn, Problem, unavailable } from '@forecourt/kit/problem.ts'
import type { Request, RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { isKeyKnown, readBookings } from '../booking/request.ts'
import { idempotencyKeyOf } from '../call-of.ts'
import type { Core } from '../log/core.ts'
import { both, type Counted } from './counted.ts'
import type { Limits } from './limits.ts'
import { createRecognition, type Recognition, saysItIsStaff } from './recognition.ts'
import { Busy, createSemaphore } from './semaphore.ts'
import type { ToldTogether } from './told-together.ts'

interface DoorOptions extends Recognition {
  readonly core: Pick<Core, 'vehicles' | 'schedules'>
  readonly limits: Pick<Limits, 'mayAskForBooking' | 'mayBeAskedForBooking' | 'bookingRequest' | 'bookingRequestOf'>
  readonly together: ToldTogether
}

const AboutVehicle = z.object({ carId: VehicleId })

/**
 * Vehicles that nobody has asked for of late are read for visitors, with their bookings, so many at a time, most of all those
 * that are made up.
 */
const READING = { atOnce: 8, waiting: 1_000, patience: 8_000 }

/** Nobody had booked these vehicles a moment ago, in milliseconds: in a flood each is read so often and no more. */
const NEVER_BOOKED = { max: 1_000, ttl: 1_000 }

const counted = new WeakMap<Request, Counted>()

/** What the request has cost its address and business; undefined when it was let through without. */
export const countedAtDoor = (request: Request): Counted | undefined => counted.get(request)

/**
 * Counts visitors who ask for a booking, and turns them away when the limits are reached: 429 from memory, before sessions,
 * the vehicle's turn and the database. A flood that is counted only there costs its neighbours as much as one that is
 * served. Whoever may be staff, or sends again what was sent before, is let through: limits are not for them.
 */
export function door({ core, limits, together, ...recognition }: DoorOptions): RequestHandler {
  const mayBeStaff = createRecognition(recognition)
  const inTurn = createSemaphore(READING)
  const wasSentBefore = keysOf(core)

  async function businessOf(vehicleId: VehicleId): Promise<BusinessId | undefined> {
    const stream = vehicleStream(vehicleId)
    const read = async () => {
      const [vehicle] = await Promise.all([core.vehicles.load(stream), readBookings(core, vehicleId)])
      return vehicle
    }
    const fold = core.vehicles.peek(stream) ?? (await inTurn(read))
    return fold.state?.businessId
  }

  async function count({ ip, body }: Request, vehicleId: VehicleId): Promise<Counted> {
    await limits.mayAskForBooking(ip)
    const businessId = await businessOf(vehicleId)
    if (businessId !== undefined) await limits.mayBeAskedForBooking(businessId)
    // Before the business's: neither an address that asks too often nor what never could be a booking uses that up.
    const ofAddress = await limits.bookingRequest(ip)
    parseBody(BookingRequest, body)
    if (businessId === undefined) return ofAddress
    try {
      return both(ofAddress, await limits.bookingRequestOf(businessId))
    } catch (error) {
      await ofAddress.giveBack()
      throw error
    }
  }

  /** Tells of an address that asks too often, or else of the business that is asked. */
  async function tell({ ip }: Request, vehicleId: VehicleId): Promise<void> {
    try {
      await limits.mayAskForBooking(ip)
      together.turnedAway(await businessOf(vehicleId))
    } catch {
      together.turnedAway()
    }
  }

  return async (request, response, next) => {
    if (request.method !== 'POST' || mayBeStaff(request)) return next()
    if (saysItIsStaff(request)) {
      response.locals.isToldOfTogether = true
      together.notSignedIn()
      throw notSignedIn()
    }
    const vehicleId = AboutVehicle.safeParse(request.body).data?.carId
    const key = idempotencyKeyOf(request)
    if (vehicleId === undefined || (key !== undefined && isKeyKnown(core, vehicleId, key))) return next()
    try {
      counted.set(request, await count(request, vehicleId))
    } catch (error) {
      if (error instanceof Busy) throw unavailable(error)
      if (!isTooMany(error)) throw error
      if (key === undefined || !(await wasSentBefore(vehicleId, key))) {
        response.locals.isToldOfTogether = true
        await tell(request, vehicleId)
        throw error
      }
    }
    next()
  }
}

/** Whether a request with this key was made already; the vehicle's schedule is read when it is not in memory. */
function keysOf(core: DoorOptions['core']): (vehicleId: VehicleId, key: string) => Promise<boolean> {
  const neverBooked = new LRUCache<VehicleId, true>(NEVER_BOOKED)
  return async (vehicleId, key) => {
    const isKnown = isKeyKnown(core, vehicleId, key)
    if (isKnown !== undefined) return isKnown
    if (neverBooked.has(vehicleId)) return false
    const { revision } = await core.schedules.load(scheduleStream(vehicleId))
    if (revision >= 0n) return isKeyKnown(core, vehicleId, key) !== false
    neverBooked.set(vehicleId, true)
    return false
  }
}

const isTooMany = (error: unknown): boolean => error instanceof Problem && error.status === 429
