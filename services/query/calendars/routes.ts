import type { LinkTries } from '@forecourt/kit/booking-bearer.ts'
import { readCalendarToken } from '@forecourt/kit/calendar-link.ts'
import type { LookupKey } from '@forecourt/kit/object-path.ts'
import { parseQuery } from '@forecourt/kit/parse.ts'
import { type RequestHandler, Router } from 'express'
import { z } from 'zod'
import type { Answering } from '../reading/answering.ts'
import { readCalendar } from './calendar.ts'
import { readCalendarFeeds } from './feeds.ts'

export interface CalendarDeps {
  readonly answering: Pick<Answering, 'toMember' | 'toVisitor'>
  readonly lookupKey: LookupKey
  readonly publicUrl: string
  readonly tries: LinkTries
}

const NoQuery = z.strictObject({})
const nothing = (url: string) => parseQuery(NoQuery, url)

/** Calendars of the schedule: staff see their links, and whoever has a link reads what it opens. */
export function calendarRoutes({ answering, lookupKey, publicUrl, tries }: CalendarDeps): Router {
  const router = Router({ caseSensitive: true })
  const feeds = readCalendarFeeds(lookupKey, publicUrl)
  router
    .route('/api/admin/calendar-feeds')
    .get((request, response) => answering.toMember(feeds, nothing, request, response))

  router.use('/api/calendar', secretAddress)
  router.get('/api/calendar/:token.ics', async (request, response) => {
    nothing(request.originalUrl)
    const link = readCalendarToken(lookupKey, request.params.token)
    const { businessId, feedId } = await tries.proven(request.ip, link)
    await answering.toVisitor(readCalendar, { feedId }, { by: 'business', businessId }, request, response)
  })
  return router
}

/** The address lets in whoever has it: it is handed on to nobody, and found by no search. */
const secretAddress: RequestHandler = (_request, response, next) => {
  response
    .set('Cache-Control', 'private, no-cache')
    .set('Referrer-Policy', 'no-referrer')
    .set('X-Robots-Tag', 'noindex, nofollow')
  next()
}
