import { STATUS_CODES } from 'node:http'
import type { Access, Answer, Call, Content } from '@forecourt/contracts/calls/call.ts'
import { HEADERS, type HeaderName } from '@forecourt/contracts/calls/headers.ts'
import { NO_CALL, REFUSALS, type RefusalCode, refusalsOf } from '@forecourt/contracts/calls/refusals.ts'
import { CALLS } from '@forecourt/contracts/calls.ts'
import { BOOKING_TOKEN_HEADER } from '@forecourt/contracts/renter-booking.ts'
import { exampleOf, problemExample } from './examples.ts'
import { guideOf, SECTIONS } from './guide.ts'
import { parametersOf } from './parameters.ts'
import { PROBLEM, refTo, SCHEMAS } from './schemas.ts'

/** Raise it with every change that a client can see. */
export const API_VERSION = '1.0.0'

type Json = Readonly<Record<string, unknown>>

/** What each kind of access asks for. */
const SECURITY: Readonly<Record<Access, readonly Json[]>> = {
  anyone: [],
  member: [{ session: [] }],
  link: [{ link: [] }],
}

/**
 * The OpenAPI 3.1 document, made from the table of calls.
 * @param cookie name of the session cookie, which depends on the public address
 */
export function openApiDocument(cookie: string): Json {
  const guide = guideOf(cookie).map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n'))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Forecourt',
      version: API_VERSION,
      summary: 'Vehicle rental for many businesses: portal and desk.',
      description: guide.join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The origin that this document comes from.' }],
    tags: SECTIONS.map(({ name, about }) => ({ name, description: about })),
    paths: pathsOf(CALLS),
    components: {
      schemas: SCHEMAS,
      headers: Object.fromEntries(Object.entries(HEADERS).map(([name, header]) => [name, headerOf(header)])),
      examples: problemExamples(),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie, description: 'Set by `POST /api/auth/login`.' },
        link: {
          type: 'apiKey',
          in: 'header',
          name: BOOKING_TOKEN_HEADER,
          description: 'The token in the link that renters are mailed: it opens one booking, and nothing else.',
        },
      },
    },
  }
}

function pathsOf(calls: readonly Call[]): Json {
  const paths = Map.groupBy(calls, ({ path }) => path)
  return Object.fromEntries(
    [...paths].map(([path, some]) => [
      path,
      Object.fromEntries(some.map((call) => [call.method.toLowerCase(), operationOf(call)])),
    ]),
  )
}

function operationOf(call: Call): Json {
  const parameters = parametersOf(call)
  return {
    operationId: call.id,
    tags: [call.section.name],
    summary: call.summary,
    ...(call.about === undefined ? {} : { description: call.about }),
    // Said of each call, because a document-wide rule is easily overlooked.
    security: SECURITY[call.access],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(call.body === undefined
      ? {}
      : {
          requestBody: {
            required: call.mayBeBare !== true,
            content: { 'application/json': { schema: refTo(call.body), example: call.example.body ?? {} } },
          },
        }),
    responses: {
      ...Object.fromEntries(Object.entries(call.answers).map(([status, answer]) => [status, responseOf(answer)])),
      ...Object.fromEntries(
        Object.entries(refusalsOf(call)).map(([status, codes]) => [status, refusalOf(Number(status), codes)]),
      ),
    },
  }
}

function responseOf({ about, content, headers }: Answer): Json {
  return {
    description: about,
    ...(headers.length === 0 ? {} : { headers: headerRefs(headers) }),
    ...(content.length === 0 ? {} : { content: Object.fromEntries(content.map(mediaTypeOf)) }),
  }
}

function mediaTypeOf({ type, schema }: Content): [type: string, media: Json] {
  // Events are text around their data: a schema of the body would be a schema of that text.
  if (schema === undefined) return [type, {}]
  const ref = refTo(schema)
  if (type === 'text/event-stream') {
    const data = JSON.stringify(exampleOf(ref))
    return [
      type,
      { schema: { type: 'string', contentSchema: ref }, example: `event: changed\nid: 41\ndata: ${data}\n\n` },
    ]
  }
  return [type, { schema: ref, example: exampleOf(ref) }]
}

function refusalOf(status: number, codes: readonly RefusalCode[]): Json {
  const title = STATUS_CODES[status] ?? ''
  const headers: readonly HeaderName[] = status === 429 || status === 503 ? ['Retry-After'] : []
  return {
    description: [title, ...codes.map((code) => `- \`${code}\`: ${REFUSALS[code]}`)].join('\n'),
    ...(headers.length === 0 ? {} : { headers: headerRefs(headers) }),
    content: {
      'application/problem+json': {
        schema: { allOf: [PROBLEM, { type: 'object', properties: { code: { enum: codes } } }] },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

/** One for each code: a code has one status, wherever it is answered. */
function problemExamples(): Json {
  const everywhere = [NO_CALL, ...CALLS.map(refusalsOf)].flatMap((refusals) => Object.entries(refusals))
  return Object.fromEntries(
    everywhere.flatMap(([status, codes]) =>
      codes.map((code) => [code, { summary: REFUSALS[code], value: problemExample(Number(status), code) }]),
    ),
  )
}

function headerOf({ about, pattern, example }: (typeof HEADERS)[HeaderName]): Json {
  return { description: about, schema: { type: 'string', pattern: pattern.source }, example }
}

function headerRefs(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
