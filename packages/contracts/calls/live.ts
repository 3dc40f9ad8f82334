import { LiveChange } from '../live.ts'
import type { Call, Section } from './call.ts'

const section: Section = { name: 'Live', about: 'What others change, as it happens.' }

export const liveCalls: readonly Call[] = [
  {
    id: 'live',
    section,
    method: 'GET',
    path: '/api/admin/live',
    summary: 'Hear what has changed',
    about: `A stream of server-sent events that never ends by itself. An event \`changed\` names the lists that are answered otherwise than before, never what has changed in them: its \`data\` is the JSON described here, its \`id\` a place to resume from. A comment every fifteen seconds says that the line is alive.

With \`Last-Event-ID\` (browsers send it by themselves) whatever was missed is told in one event that names all lists.`,
    service: 'query',
    access: 'member',
    answers: {
      200: {
        about: 'Events, as they happen.',
        content: [{ type: 'text/event-stream', schema: LiveChange }],
        headers: [],
      },
    },
    example: {},
  },
]
