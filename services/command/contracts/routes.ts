import { ContractIssue, ContractSignature, PaperContract } from '@forecourt/contracts/contract.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import { Router } from 'express'
import { requireMember } from '../account/sessions.ts'
import { answer } from '../answer.ts'
import type { CommandDeps } from '../app.ts'
import { callOf } from '../call-of.ts'
import { attachContract } from './attach.ts'
import { issueContract } from './issue.ts'
import { signContract } from './sign.ts'

/** The calls of staff about contracts. */
export function contractRoutes(deps: CommandDeps): Router {
  const { core, now } = deps
  const router = Router({ caseSensitive: true })

  router
    .route('/api/admin/bookings/:id/contract')
    .post(async (request, response) => {
      const member = await requireMember(core, request, now())
      const seen = parseBody(ContractIssue, request.body)
      const call = callOf(deps, request, response, member)
      answer(response, 200, await issueContract(core, call, member, request.params.id, seen))
    })
    .put(async (request, response) => {
      const member = await requireMember(core, request, now())
      const { contractPath } = parseBody(PaperContract, request.body)
      const call = callOf(deps, request, response, member)
      answer(response, 200, await attachContract(core, call, member, request.params.id, contractPath))
    })

  router.post('/api/admin/bookings/:id/contract/signature', async (request, response) => {
    const member = await requireMember(core, request, now())
    const signature = parseBody(ContractSignature, request.body)
    const call = callOf(deps, request, response, member)
    const signing = { signedBy: 'desk', address: request.ip, device: request.get('user-agent') } as const
    answer(response, 200, await signContract(core, call, member, request.params.id, signature, signing))
  })

  return router
}
