import * as z from 'zod/mini'
import { safeParse } from 'zod/v4/core'
import type { Answer, Call } from '../calls/call.ts'
import { HEADERS, type HeaderName } from '../calls/headers.ts'
import { NO_CALL, type Refusals, refusalsOf } from '../calls/refusals.ts'
import { callOf } from '../calls.ts'
import { ProblemBody } from '../problem.ts'

/** A request and what came back, as a caller of the API sees it. */
export interface Exchange {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  /** Which service was asked, when there is no gateway that sends each call to the right one. */
  readonly service?: Call['service']
  /** Undefined when nobody has read the body. */
  readonly text: string | undefined
}

/**
 * What is wrong with an answer by the table of calls, in words; empty when it is as promised: a status that the call has,
 * the content type that goes with it, a body that its schema takes without a member more, headers that are announced.
 */
export function faultsOf(exchange: Exchange): string[] {
  const { method, path, status, service } = exchange
  const meant = callOf(method, path.split('?', 1)[0] ?? '')
  const call = service === undefined || meant?.service === service ? meant : undefined
  const faults =
    status >= 400
      ? faultsOfProblem(exchange, call === undefined ? NO_CALL : refusalsOf(call))
      : call === undefined
        ? ['no call of the table has this method and path, and yet it was answered']
        : faultsOfSuccess(exchange, call)
  return faults.map((fault) => `${method} ${path} → ${status}: ${fault}`)
}

function faultsOfSuccess(exchange: Exchange, call: Call): string[] {
  const answer = call.answers[exchange.status]
  if (answer === undefined) return [`${call.id} has no such answer`]
  return [...faultsOfContent(exchange, answer), ...faultsOfHeaders(exchange, answer.headers)]
}

const JSON_TYPES: readonly string[] = ['application/json', 'application/manifest+json']

function faultsOfContent({ method, headers, text }: Exchange, { content }: Answer): string[] {
  if (content.length === 0) return text === undefined || text === '' ? [] : ['a body where none is promised']
  const type = mediaType(headers)
  const promised = content.find((one) => one.type === type)
  if (promised === undefined) return [`the content type is ${type}`]
  if (method === 'HEAD') return text === undefined || text === '' ? [] : ['a body for HEAD']
  if (!JSON_TYPES.includes(type) || promised.schema === undefined || text === undefined) return []
  return faultsOfJson(promised.schema, text)
}

/** Parsed strictly: what no schema knows is a fault, and so is a body that its schema would have changed. */
const Problem = z.strictObject(ProblemBody.shape)

function faultsOfProblem({ method, status, headers, text }: Exchange, refusals: Refusals): string[] {
  const faults: string[] = []
  const codes: readonly string[] = refusals[status] ?? []
  if (codes.length === 0) faults.push('no such status is promised')
  if (mediaType(headers) !== 'application/problem+json') faults.push(`the content type is ${mediaType(headers)}`)
  if ((status === 429 || status === 503) && !headers.has('Retry-After')) faults.push('Retry-After is missing')
  if (status === 405 && !headers.has('Allow')) faults.push('Allow is missing')
  faults.push(...faultsOfHeaders({ headers }, ['Retry-After', 'Set-Cookie', 'X-Stale']))
  if (method === 'HEAD' || text === undefined) return text ? [...faults, 'a body for HEAD'] : faults
  const body = safeParse(Problem, parsed(text))
  if (!body.success) return [...faults, `not a problem: ${text.slice(0, 300)}`]
  if (body.data.status !== status) faults.push(`the body says ${body.data.status}`)
  if (body.data.message !== body.data.detail) faults.push('message and detail differ')
  if (!codes.includes(body.data.code)) faults.push(`the code ${body.data.code} is not promised`)
  return faults
}

function faultsOfHeaders({ headers }: Pick<Exchange, 'headers'>, promised: readonly HeaderName[]): string[] {
  return Object.entries(HEADERS).flatMap(([name, { pattern }]) => {
    const values = name === 'Set-Cookie' ? headers.getSetCookie() : [headers.get(name) ?? []].flat()
    if (values.length > 0 && !promised.some((one) => one === name)) return [`${name} is not promised`]
    return values.filter((value) => !pattern.test(value)).map((value) => `${name} is ${value}`)
  })
}

function faultsOfJson(schema: NonNullable<Answer['content'][number]['schema']>, text: string): string[] {
  const body = parsed(text)
  if (body === undefined) return [`not JSON: ${text.slice(0, 300)}`]
  const result = safeParse(schema, body)
  if (result.success) return []
  return result.error.issues.slice(0, 5).map((issue) => {
    const keys = issue.code === 'unrecognized_keys' ? ` ${issue.keys.join(', ')}` : ''
    return `body at /${issue.path.map(String).join('/')}: ${issue.code}${keys}`
  })
}

function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
