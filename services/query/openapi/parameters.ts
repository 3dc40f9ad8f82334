import type { Call } from '@forecourt/contracts/calls/call.ts'
import { refusalsOf } from '@forecourt/contracts/calls/refusals.ts'
import { type Parameter, queryParametersOf } from './schemas.ts'

/** A parameter of a call, as OpenAPI has it. */
export interface OpenApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly example?: unknown
}

const UUID = { type: 'string', format: 'uuid' } as const

/** Says where a call comes from. Without it the `Origin` has to be ours. */
const FETCH_SITE: OpenApiParameter = {
  name: 'Sec-Fetch-Site',
  in: 'header',
  required: false,
  description: 'Where the call comes from: `none` from a program. Without it the `Origin` has to be ours.',
  schema: { type: 'string', enum: ['same-origin', 'none'] },
  example: 'none',
}

const IDEMPOTENCY_KEY: OpenApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A UUID that you make: however often the call is sent with it, it counts once.',
  schema: UUID,
  example: '5b8f3f9e-3f0e-4c4f-8a53-0a4f6b1d2c77',
}

const ACTING_MEMBER: OpenApiParameter = {
  name: 'X-Acting-Member',
  in: 'header',
  required: false,
  description:
    'The id of the member whom you act as: 401 unless the session is theirs. Without it any session will do.',
  schema: UUID,
}

const IF_NONE_MATCH: OpenApiParameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of what you have: 304 while nothing has changed.',
  schema: { type: 'string' },
}

const LOG_POSITION: OpenApiParameter = {
  name: 'X-Log-Position',
  in: 'header',
  required: false,
  description: 'Up to where you have written: the answer holds it, or says `X-Stale`.',
  schema: { type: 'string', pattern: '^\\d{1,19}$' },
}

const UNATTENDED: OpenApiParameter = {
  name: 'X-Unattended',
  in: 'header',
  required: false,
  description: 'Nobody is there: a screen keeps itself up to date. Such a call does not keep its session alive.',
  schema: { type: 'string', enum: ['1'] },
}

const LAST_EVENT_ID: OpenApiParameter = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The `id` of the last event that you have: what was missed is told at once.',
  schema: { type: 'string', maxLength: 100 },
}

/** Everything that a call takes beside its body. */
export function parametersOf(call: Call): OpenApiParameter[] {
  const reads = Object.values(call.answers).flatMap(({ headers }) => headers)
  return [
    ...Object.entries(call.params ?? {}).map(([name, { about }]) => ({
      name,
      in: 'path' as const,
      required: true,
      description: about,
      schema: { type: 'string' },
      example: call.example.params?.[name],
    })),
    ...queryParametersOf(call).map((parameter) => inQuery(parameter, call.example.query?.[parameter.name])),
    ...(call.service === 'command' ? [FETCH_SITE] : []),
    ...(call.idempotent === true ? [IDEMPOTENCY_KEY] : []),
    ...(refusalsOf(call)[401]?.includes('not-signed-in') === true ? [ACTING_MEMBER] : []),
    ...(reads.includes('ETag') ? [IF_NONE_MATCH] : []),
    ...(reads.includes('X-Stale') ? [LOG_POSITION] : []),
    ...(reads.includes('X-Stale') && call.access === 'member' ? [UNATTENDED] : []),
    ...(call.answers[200]?.content.some(({ type }) => type === 'text/event-stream') === true ? [LAST_EVENT_ID] : []),
  ]
}

function inQuery({ name, about, required, schema }: Parameter, example: string | undefined): OpenApiParameter {
  return { name, in: 'query', required, description: about, schema, ...(example === undefined ? {} : { example }) }
}
