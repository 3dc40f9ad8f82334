import { LicenceStatusChange } from '@forecourt/contracts/customer.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import { Router } from 'express'
import { requireMember } from '../account/sessions.ts'
import { answer } from '../answer.ts'
import type { CommandDeps } from '../app.ts'
import { callOf, Nothing } from '../call-of.ts'
import { checkLicence } from './check-licence.ts'
import { eraseCustomer } from './erase.ts'
import { hideCustomer } from './hide.ts'

/** Why staff's erasures happen; who it was stands beside it in the log. */
const BASIS = 'asked for by staff'

/** The calls about customers (specification section 7, and the licence's status). */
export function customerRoutes(deps: CommandDeps): Router {
  const { core, now } = deps
  const router = Router({ caseSensitive: true })

  router.delete('/api/admin/customers/:id', async (request, response) => {
    const member = await requireMember(core, request, now())
    parseBody(Nothing, request.body)
    const call = callOf(deps, request, response, member)
    const erasure = { businessId: member.businessId, customerId: request.params.id, basis: BASIS }
    answer(response, 200, await eraseCustomer(deps, call, erasure))
  })

  router.patch('/api/admin/customers/:id/hide-from-customers-page', async (request, response) => {
    const member = await requireMember(core, request, now())
    parseBody(Nothing, request.body)
    const call = callOf(deps, request, response, member)
    const named = { businessId: member.businessId, customerId: request.params.id }
    answer(response, 200, await hideCustomer(deps, call, named))
  })

  router.put('/api/admin/customers/:id/license-status', async (request, response) => {
    const member = await requireMember(core, request, now())
    const change = parseBody(LicenceStatusChange, request.body)
    const call = callOf(deps, request, response, member)
    const named = { businessId: member.businessId, customerId: request.params.id }
    answer(response, 200, await checkLicence(deps, call, named, change))
  })

  return router
}
