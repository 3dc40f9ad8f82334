import { LiveChange } from '../live.ts'
import type { Call, Section } from './call.ts'

const section: Section = { name: 'Live', about: 'What changes while somebody looks at it.' }

export const liveCalls: readonly Call[] = [
  {
    id: 'live',
    section,
    method: 'GET',
    path: '/api/admin/live',
    summary: 'Hear which lists have changed',
    about: `A stream of server-sent events that stays open. \`changed\` names the lists that are answered otherwise than before (its \`data\` is the JSON described here), never what is in them: ask their calls again. Lists are \`bookings\`, \`cars\`, \`customers\`, \`figures\` (stats and car performance), \`business\` and \`user\`.

Send the last event's id as \`Last-Event-ID\` when the connection breaks: if anything has changed meanwhile, the first event names all lists. Without changes there is a comment every 15 seconds. The stream ends within seconds when the session does, and does not keep it alive.`,
    service: 'query',
    access: 'member',
    answers: {
      200: {
        about: 'The events, as they happen.',
        content: [{ type: 'text/event-stream', schema: LiveChange }],
        headers: [],
      },
    },
    refusals: { 429: ['too-many-requests'] },
    example: {},
  },
]
