import { CalendarFeedRequest } from '@forecourt/contracts/calendar-feed.ts'
import { BusinessSettings } from '@forecourt/contracts/settings.ts'
import { parseBody } from '@forecourt/kit/parse.ts'
import { Router } from 'express'
import { requireMember } from '../account/sessions.ts'
import { answer } from '../answer.ts'
import type { CommandDeps } from '../app.ts'
import { callOf, Nothing } from '../call-of.ts'
import { openCalendarFeed, revokeCalendarFeed } from './calendar-feeds.ts'
import { saveBusinessSettings } from './settings.ts'

/** What staff choose for their own business, and the calendars that they let others follow. */
export function businessRoutes(deps: CommandDeps): Router {
  const { core, now, publicUrl } = deps
  const router = Router({ caseSensitive: true })

  router.put('/api/admin/business/settings', async (request, response) => {
    const member = await requireMember(core, request, now())
    const settings = parseBody(BusinessSettings, request.body)
    const call = callOf(deps, request, response, member)
    answer(response, 200, await saveBusinessSettings(core, call, member.businessId, settings))
  })

  router.post('/api/admin/calendar-feeds', async (request, response) => {
    const member = await requireMember(core, request, now())
    const asked = parseBody(CalendarFeedRequest, request.body)
    const call = callOf(deps, request, response, member)
    answer(response, 201, await openCalendarFeed(core, call, member.businessId, publicUrl, asked))
  })

  router.delete('/api/admin/calendar-feeds/:id', async (request, response) => {
    const member = await requireMember(core, request, now())
    parseBody(Nothing, request.body)
    const call = callOf(deps, request, response, member)
    answer(response, 200, await revokeCalendarFeed(core, call, member.businessId, request.params.id))
  })

  return router
}
