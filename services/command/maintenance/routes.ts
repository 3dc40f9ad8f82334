import { MaintenanceCancellation, MaintenanceEdit, MaintenanceInput } from '@forecourt/contracts/maintenance.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import { Router } from 'express'
import { requireMember } from '../account/sessions.ts'
import { answer } from '../answer.ts'
import type { CommandDeps } from '../app.ts'
import { callOf } from '../call-of.ts'
import { cancelMaintenance, changeMaintenance, scheduleMaintenance } from './maintenance.ts'

/** The calls that take vehicles out of hire and give them back. */
export function maintenanceRoutes(deps: CommandDeps): Router {
  const { core, now } = deps
  const router = Router({ caseSensitive: true })

  router.post('/api/admin/cars/:id/maintenance', async (request, response) => {
    const member = await requireMember(core, request, now())
    const asked = parseBody(MaintenanceInput, request.body)
    const call = callOf(deps, request, response, member)
    answer(response, 201, await scheduleMaintenance(core, call, member, request.params.id, asked))
  })

  router
    .route('/api/admin/cars/:id/maintenance/:maintenanceId')
    .put(async (request, response) => {
      const member = await requireMember(core, request, now())
      const asked = parseBody(MaintenanceEdit, request.body)
      const call = callOf(deps, request, response, member)
      answer(response, 200, await changeMaintenance(core, call, member, addressIn(request.params), asked))
    })
    .delete(async (request, response) => {
      const member = await requireMember(core, request, now())
      const asked = parseBody(MaintenanceCancellation, request.body)
      const call = callOf(deps, request, response, member)
      answer(response, 200, await cancelMaintenance(core, call, member, addressIn(request.params), asked))
    })

  return router
}

const addressIn = ({ id, maintenanceId }: { readonly id: string; readonly maintenanceId: string }) => ({
  carId: id,
  maintenanceId,
})
