import { BusinessSettings } from '@forecourt/contracts/settings.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import { onlyMethods } from '@forecourt/kit/problem.ts'
import { Router } from 'express'
import { requireMember } from '../account/sessions.ts'
import { answer } from '../answer.ts'
import type { CommandDeps } from '../app.ts'
import { callOf } from '../call-of.ts'
import { saveBusinessSettings } from './settings.ts'

/** `PUT /api/admin/business/settings`: the settings of the member's own business. */
export function businessRoutes(deps: CommandDeps): Router {
  const { core, now } = deps
  const router = Router({ caseSensitive: true })

  router
    .route('/api/admin/business/settings')
    .put(async (request, response) => {
      const member = await requireMember(core, request, now())
      const settings = parseBody(BusinessSettings, request.body)
      const call = callOf(deps, request, response, member)
      answer(response, 200, await saveBusinessSettings(core, call, member.businessId, settings))
    })
    .all(onlyMethods('PUT'))

  return router
}
