import { CalendarFeed, CalendarFeedRequest, CalendarFeedRevoked, CalendarFeeds } from '../calendar-feed.ts'
import { type Call, json, rows, type Section } from './call.ts'
import { CALENDAR_TOKEN, FEED, VEHICLE } from './examples.ts'

const section: Section = {
  name: 'Calendars',
  about:
    'The schedule of a business, or of one vehicle, for calendar programs (iCalendar, RFC 5545). Whoever has the address of a calendar reads it, so it says no more of renters than their initials; it can be revoked.',
}
const WROTE = ['X-Log-Position', 'Set-Cookie'] as const

export const calendarFeedCalls: readonly Call[] = [
  {
    id: 'listCalendarFeeds',
    section,
    method: 'GET',
    path: '/api/admin/calendar-feeds',
    summary: 'The calendars of your business whose addresses work',
    service: 'query',
    access: 'member',
    answers: rows('The calendars, that of the whole fleet in front.', CalendarFeeds),
    example: {},
  },
  {
    id: 'openCalendarFeed',
    section,
    method: 'POST',
    path: '/api/admin/calendar-feeds',
    summary: 'Make a calendar',
    about:
      'One for the whole fleet (`carId` null) and one for each vehicle: what is there already is answered as it is.',
    service: 'command',
    access: 'member',
    body: CalendarFeedRequest,
    idempotent: true,
    answers: { 201: json('The calendar.', CalendarFeed, WROTE) },
    refusals: { 404: ['not-found'] },
    example: { body: { carId: VEHICLE } },
  },
  {
    id: 'revokeCalendarFeed',
    section,
    method: 'DELETE',
    path: '/api/admin/calendar-feeds/{id}',
    summary: 'Revoke a calendar',
    about: 'Its address leads nowhere from then on. Another one can be made.',
    service: 'command',
    access: 'member',
    params: { id: { names: 'calendar-feed', about: 'Id of the calendar.' } },
    idempotent: true,
    answers: { 200: json('It is revoked.', CalendarFeedRevoked, WROTE) },
    example: { params: { id: FEED } },
  },
  {
    id: 'calendar',
    section,
    method: 'GET',
    path: '/api/calendar/{token}.ics',
    summary: 'A calendar',
    about:
      'Bookings and maintenance as whole days, which no time zone moves, from three months back: requests are `TENTATIVE`, and what does not take place is not in it. The `UID` of an entry is always the same. Whatever is wrong with the address (revoked, rubbish, of a business that was closed) is one answer.',
    service: 'query',
    access: 'anyone',
    params: { token: { names: 'calendar-link', about: 'The secret part of the address.' } },
    answers: {
      200: {
        about: 'The calendar.',
        content: [{ type: 'text/calendar' }],
        headers: ['ETag', 'X-Stale', 'Content-Disposition'],
      },
      304: { about: 'You have it already: `If-None-Match` names it.', content: [], headers: ['ETag', 'X-Stale'] },
    },
    refusals: { 429: ['too-many-requests'] },
    example: { params: { token: CALENDAR_TOKEN } },
  },
]
