import { StaffInvitation, StaffStatusChange } from '@forecourt/contracts/staff.ts'
import { UserId } from '@forecourt/domain/ids.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import type { Member } from '@forecourt/kit/session.ts'
import { type Request, Router } from 'express'
import { answer } from '../answer.ts'
import type { CommandDeps } from '../app.ts'
import { callOf, Nothing } from '../call-of.ts'
import { addStaff } from './add-staff.ts'
import { forgiveSignIns } from './forgive-sign-ins.ts'
import { requireMember } from './sessions.ts'
import { deactivateStaff, mailPasswordLink, reactivateStaff } from './staff.ts'

/** The calls about the staff of the member's own business. */
export function staffRoutes(deps: CommandDeps): Router {
  const { core, pool, limits, now } = deps
  const router = Router({ caseSensitive: true })

  router.post('/api/admin/staff', async (request, response) => {
    const member = await requireMember(core, request, now())
    const { email, firstName, lastName } = parseBody(StaffInvitation, request.body)
    const call = callOf(deps, request, response, member)
    await limits.linkOf(member.businessId)
    const added = await addStaff(core, pool, call, {
      businessId: member.businessId,
      email,
      firstName: firstName ?? undefined,
      lastName: lastName ?? undefined,
    })
    answer(response, 201, added.ok ? { ...added, answer: { id: added.answer.userId, status: 'invited' } } : added)
  })

  router.put('/api/admin/staff/:id/status', async (request, response) => {
    const member = await requireMember(core, request, now())
    const { status } = parseBody(StaffStatusChange, request.body)
    const call = callOf(deps, request, response, member)
    const change = status === 'active' ? reactivateStaff : deactivateStaff
    const changed = await change(core, pool, call, colleagueIn(request, member))
    // Only whom this has let in: else whoever holds a session would guess passwords without an end.
    const isLetInByThis = status === 'active' && changed.ok && !changed.replayed && changed.position !== undefined
    if (isLetInByThis) await forgiveSignIns(deps, UserId.parse(changed.answer.id))
    answer(response, 200, changed)
  })

  router.post('/api/admin/staff/:id/password-link', async (request, response) => {
    const member = await requireMember(core, request, now())
    parseBody(Nothing, request.body)
    const call = callOf(deps, request, response, member)
    await limits.linkOf(member.businessId)
    answer(response, 200, await mailPasswordLink(core, pool, call, colleagueIn(request, member)))
  })

  return router
}

const colleagueIn = ({ params: { id } }: Request, { userId, businessId }: Member) => ({
  businessId,
  by: userId,
  userId: typeof id === 'string' ? id : '',
})
