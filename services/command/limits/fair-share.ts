import { VehicleId } from '@forecourt/domain/ids.ts'
import { vehicleStream } from '@forecourt/domain/streams.ts'
import { unavailable } from '@forecourt/kit/problem.ts'
import type { Request, RequestHandler } from 'express'
import { z } from 'zod'
import { memberInSession } from '../account/sessions.ts'
import type { Core } from '../log/core.ts'
import { countedAtDoor } from './door.ts'
import { Busy, createSemaphore, type Semaphore } from './semaphore.ts'

/**
 * What the staff, and apart from them the visitors, of one business may have under way in this process at once. More would
 * not be answered sooner: a process that decides is busy with far fewer, and 32 appends share a commit as well as 64 do.
 */
export const SHARE = { atOnce: 32, waiting: 1_000, patience: 8_000 }

/** Runs a task when it is its turn among those of the same name. @throws {Busy} it was not begun */
export type Shares = <T>(name: string, task: () => Promise<T>) => Promise<T>

/** So many tasks of each name at once: who floods waits behind itself, and everybody else is never behind more than that. */
export function createShares(bounds: Parameters<typeof createSemaphore>[0] = SHARE): Shares {
  const shares = new Map<string, { readonly inTurn: Semaphore; tasks: number }>()
  return async (name, task) => {
    const share = shares.get(name) ?? { inTurn: createSemaphore(bounds), tasks: 0 }
    shares.set(name, share)
    share.tasks += 1
    try {
      return await share.inTurn(task)
    } finally {
      share.tasks -= 1
      if (share.tasks === 0) shares.delete(name)
    }
  }
}

/**
 * Keeps each business to its share of the process, whatever it asks for: a request is begun when its turn has come, and
 * when that is not soon, answered 503 with `Retry-After`; nothing was done for it then. Goes behind the sessions.
 * A place is free again when the answer is out or the caller has gone, be the work for them over or not.
 */
export function fairShare(core: Pick<Core, 'vehicles'>, inShare = createShares()): RequestHandler {
  return async (request, response, next) => {
    const name = shareOf(core, request)
    if (name === undefined) return next()
    const answered = async () => {
      if (response.closed) return
      const { promise, resolve } = Promise.withResolvers<void>()
      response.once('close', resolve)
      next()
      await promise
    }
    try {
      await inShare(name, answered)
    } catch (error) {
      if (!(error instanceof Busy)) throw error
      await countedAtDoor(request)?.giveBack()
      throw unavailable(error)
    }
  }
}

const AboutVehicle = z.object({ carId: VehicleId })

/**
 * Visitors of a business do not stand in its staff's way, and those who make vehicles up in nobody's. Whose a vehicle is was
 * read at the door, if it was not known.
 */
function shareOf({ vehicles }: Pick<Core, 'vehicles'>, request: Request): string | undefined {
  const member = memberInSession(request)
  if (member !== undefined) return `staff of ${member.businessId}`
  const vehicleId = AboutVehicle.safeParse(request.body).data?.carId
  if (vehicleId === undefined) return undefined
  const businessId = vehicles.peek(vehicleStream(vehicleId))?.state?.businessId
  return businessId === undefined ? 'visitors of nobody' : `visitors of ${businessId}`
}
