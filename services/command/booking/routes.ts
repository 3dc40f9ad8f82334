import { BookingChange, BookingRequest } from '@forecourt/contracts/booking.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import { Router } from 'express'
import { callerOf, requireMember } from '../account/sessions.ts'
import { answer } from '../answer.ts'
import type { CommandDeps } from '../app.ts'
import { callOf, Nothing } from '../call-of.ts'
import { both } from '../limits/counted.ts'
import { countedAtDoor } from '../limits/door.ts'
import { CallerGone } from '../log/caller-gone.ts'
import { isUnanswered } from '../unanswered.ts'
import { changeBooking, hideBooking, type Page } from './change.ts'
import { isRemembered, requestBooking } from './request.ts'

/** The calls about bookings (specification section 7). */
export function bookingRoutes(deps: CommandDeps): Router {
  const { core, limits, now } = deps
  const router = Router({ caseSensitive: true })

  router.post('/api/bookings', async (request, response) => {
    const member = await callerOf(core, request, now())
    const asked = parseBody(BookingRequest, request.body)
    const call = callOf(deps, request, response, member)
    // Who asks too often hears so before anything is read for them. What is remembered is answered again all the same.
    const atDoor = countedAtDoor(request)
    let counted = atDoor
    if (counted === undefined && member === undefined && !isRemembered(core, call, asked)) {
      counted = await limits.bookingRequest(request.ip)
    }
    const requested = requestBooking(core, call, asked, {
      admit: async (vehicle) => {
        // Staff at their own desk are known by name: limits are for anonymous calls.
        if (member !== undefined && member.businessId === vehicle?.businessId) return
        if (atDoor !== undefined) return
        counted ??= await limits.bookingRequest(request.ip)
        if (vehicle !== undefined) counted = both(counted, await limits.bookingRequestOf(vehicle.businessId))
      },
    })
    const executed = await requested.catch(async (error: unknown) => {
      // Whoever asks and does not wait has asked: given back, their asking would have no limit, and take the vehicle's turns.
      if (error instanceof CallerGone) await counted?.refused()
      // It is to be sent again: were it counted each time, an outage would end with businesses that nobody may ask.
      else if (isUnanswered(error)) await counted?.giveBack()
      throw error
    })
    if (!executed.ok) await counted?.refused()
    else if (executed.replayed) await counted?.giveBack()
    answer(response, 201, executed)
  })

  router.put('/api/admin/bookings/:id', async (request, response) => {
    const member = await requireMember(core, request, now())
    const change = parseBody(BookingChange, request.body)
    const call = callOf(deps, request, response, member)
    answer(response, 200, await changeBooking(core, call, member, request.params.id, change))
  })

  const hide = (path: string, page: Page) =>
    router.patch(`/api/admin/bookings/:id/${path}`, async (request, response) => {
      const member = await requireMember(core, request, now())
      parseBody(Nothing, request.body)
      const call = callOf(deps, request, response, member)
      answer(response, 200, await hideBooking(core, call, member, request.params.id, page))
    })
  hide('hide-from-recent', 'recent')
  hide('hide-from-bookings-page', 'bookings-page')

  return router
}
