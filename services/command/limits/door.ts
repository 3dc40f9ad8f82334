import { VehicleId } from '@forecourt/domain/ids.ts'
import { vehicleStream } from '@forecourt/domain/streams.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import { Problem } from '@forecourt/kit/problem.ts'
import type { Request, RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { isKeyKnown } from '../booking/request.ts'
import { idempotencyKeyOf } from '../call-of.ts'
import type { Core } from '../log/core.ts'
import type { Counted, Limits } from './limits.ts'
import { mayBeStaff, type Recognition } from './recognition.ts'

interface DoorOptions extends Recognition {
  readonly core: Pick<Core, 'vehicles' | 'schedules'>
  readonly limits: Pick<Limits, 'mayAskForBooking' | 'bookingRequestAtDoor'>
  readonly say: Log
}

const AboutVehicle = z.object({ carId: VehicleId })

const counted = new WeakMap<Request, Counted>()

/** What the request has cost its address and business; undefined when it was let through without. */
export const countedAtDoor = (request: Request): Counted | undefined => counted.get(request)

/**
 * Counts visitors who ask for a booking, and turns them away when the limits are reached: 429 from memory, before sessions,
 * validation, the vehicle's turn and the database. A flood that is counted only there costs its neighbours as much as one
 * that is served. Whoever may be staff, or sends again what was sent before, is let through: limits are not for them.
 */
export function door({ core, limits, say, ...recognition }: DoorOptions): RequestHandler {
  const tell = onceInAWhile(say)

  async function count(request: Request, vehicleId: VehicleId): Promise<Counted | undefined> {
    const key = idempotencyKeyOf(request)
    const isKnown = key === undefined ? false : isKeyKnown(core, vehicleId, key)
    if (isKnown === true) return undefined
    try {
      await limits.mayAskForBooking(request.ip)
      const businessId = (await core.vehicles.load(vehicleStream(vehicleId))).state?.businessId
      return businessId && (await limits.bookingRequestAtDoor(request.ip, businessId))
    } catch (error) {
      if (isTooMany(error) && isKnown === undefined) return undefined
      if (isTooMany(error)) tell(core.vehicles.peek(vehicleStream(vehicleId))?.state?.businessId)
      throw error
    }
  }

  return async (request, response, next) => {
    const vehicleId = AboutVehicle.safeParse(request.body).data?.carId
    if (request.method !== 'POST' || vehicleId === undefined || mayBeStaff(request, recognition)) return next()
    try {
      const cost = await count(request, vehicleId)
      if (cost !== undefined) counted.set(request, cost)
    } catch (error) {
      response.locals.isToldOfTogether = isTooMany(error)
      throw error
    }
    next()
  }
}

const isTooMany = (error: unknown): boolean => error instanceof Problem && error.status === 429

/** One line a minute for each business, however many are turned away: metrics count them. */
function onceInAWhile(say: Log): (businessId: string | undefined) => void {
  const told = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 })
  return (businessId = '') => {
    if (told.has(businessId)) return
    told.set(businessId, true)
    say.warn(businessId === '' ? {} : { businessId }, 'visitors are turned away: too many requests for bookings')
  }
}
