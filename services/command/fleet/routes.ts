import { DueDatesEdit } from '@forecourt/contracts/due-dates.ts'
import {
  VehicleEdit,
  VehicleInput,
  type VehicleRemoved,
  VehicleStatusChange,
  type VehicleStatusChanged,
} from '@forecourt/contracts/vehicle.ts'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import { notFound } from '@forecourt/kit/problem.ts'
import { type Request, Router } from 'express'
import { requireMember } from '../account/sessions.ts'
import { answer } from '../answer.ts'
import type { CommandDeps } from '../app.ts'
import { callOf, Nothing } from '../call-of.ts'
import type { Executed } from '../log/execute.ts'
import { editedDueDatesFrom, editedFrom, savedDueDates, savedVehicle, vehicleFrom } from './vehicle-form.ts'
import {
  addVehicle,
  type ChangedVehicle,
  changeDueDates,
  changeVehicle,
  changeVehicleStatus,
  removeVehicle,
} from './vehicles.ts'

/** The calls about the fleet of the member's own business (specification section 7). */
export function fleetRoutes(deps: CommandDeps): Router {
  const { core, now } = deps
  const router = Router({ caseSensitive: true })

  router.post('/api/admin/cars', async (request, response) => {
    const member = await requireMember(core, request, now())
    const vehicle = vehicleFrom(parseBody(VehicleInput, request.body))
    const call = callOf(deps, request, response, member)
    answer(response, 201, shown(savedVehicle, await addVehicle(core, call, member.businessId, vehicle)))
  })

  router
    .route('/api/admin/cars/:id')
    .put(async (request, response) => {
      const member = await requireMember(core, request, now())
      const vehicle = editedFrom(parseBody(VehicleEdit, request.body))
      const call = callOf(deps, request, response, member)
      const changed = await changeVehicle(core, call, member.businessId, idIn(request), vehicle)
      answer(response, 200, shown(savedVehicle, changed))
    })
    .delete(async (request, response) => {
      const member = await requireMember(core, request, now())
      parseBody(Nothing, request.body)
      const call = callOf(deps, request, response, member)
      const removed = await removeVehicle(core, call, member.businessId, idIn(request), 'removed by staff')
      answer(
        response,
        200,
        shown(({ vehicleId }): VehicleRemoved => ({ id: vehicleId, removed: true }), removed),
      )
    })

  router.put('/api/admin/cars/:id/status', async (request, response) => {
    const member = await requireMember(core, request, now())
    const { status, from } = parseBody(VehicleStatusChange, request.body)
    const call = callOf(deps, request, response, member)
    const changed = await changeVehicleStatus(core, call, member.businessId, idIn(request), status, from)
    answer(
      response,
      200,
      shown(({ vehicleId, status: stored }): VehicleStatusChanged => ({ id: vehicleId, status: stored }), changed),
    )
  })

  router.put('/api/admin/cars/:id/due-dates', async (request, response) => {
    const member = await requireMember(core, request, now())
    const change = editedDueDatesFrom(parseBody(DueDatesEdit, request.body))
    const call = callOf(deps, request, response, member)
    const changed = await changeDueDates(core, call, member.businessId, idIn(request), change)
    answer(response, 200, shown(savedDueDates, changed))
  })

  return router
}

/** A text that is no id of a vehicle is nobody's: absent like any other. @throws {Problem} 404 */
function idIn(request: Request): VehicleId {
  const id = VehicleId.safeParse(request.params.id)
  if (!id.success) throw notFound()
  return id.data
}

/** The same outcome with its answer as the caller sees it. */
function shown<Refusal, Answer>(
  show: (vehicle: ChangedVehicle) => Answer,
  executed: Executed<Refusal, ChangedVehicle>,
): Executed<Refusal, Answer> {
  return executed.ok ? { ...executed, answer: show(executed.answer) } : executed
}
