import { plainWords } from '@forecourt/contracts/plain-words.ts'
import { type $ZodType, type output, safeParse } from 'zod/v4/core'
import { type FieldError, Problem } from './problem.ts'

const IN_WORDS = { error: plainWords }

/** What bodies were found to be: who counts a call looks at the same body as who answers it. */
const found = new WeakMap<object, { readonly schema: $ZodType; readonly data: unknown }>()

/**
 * Parses a JSON body (SECURITY rule 8), once for each schema in a row: it must not be changed in between. Well-formed JSON
 * that is not what the call takes is 422, with the specification's sentence for each field.
 * @throws {Problem} 422 `invalid`
 */
export function parseBody<Schema extends $ZodType>(schema: Schema, body: unknown): output<Schema> {
  const key = typeof body === 'object' && body !== null ? body : undefined
  const before = key && found.get(key)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what this very schema gave
  if (before?.schema === schema) return before.data as output<Schema>
  const errors = forbiddenKeys(body)
  if (errors.length === 0) {
    const result = safeParse(schema, body === undefined ? {} : body, IN_WORDS)
    if (result.success) {
      if (key !== undefined) found.set(key, { schema, data: result.data })
      return result.data
    }
    errors.push(...result.error.issues.flatMap(fieldErrors))
  }
  throw new Problem(422, 'invalid', errors[0]?.message ?? 'The body is not valid', { errors: oneEach(errors) })
}

/**
 * Parses the query of an address: each key at most once, none that the schema does not know, single values only.
 * @param url path and query, such as `request.originalUrl`
 * @throws {Problem} 400 `invalid-query`
 */
export function parseQuery<Schema extends $ZodType>(schema: Schema, url: string): output<Schema> {
  const given = new Map<string, string>()
  const errors: FieldError[] = []
  for (const [key, value] of searchOf(url)) {
    if (given.has(key)) errors.push({ path: key, message: 'May be given once only' })
    given.set(key, value)
  }
  if (errors.length === 0) {
    const query = Object.fromEntries(given)
    errors.push(...forbiddenKeys(query))
    const result = safeParse(schema, query, IN_WORDS)
    if (result.success && errors.length === 0) return result.data
    if (!result.success) errors.push(...result.error.issues.flatMap(fieldErrors))
  }
  throw new Problem(400, 'invalid-query', errors[0]?.message ?? 'The query is not valid', { errors: oneEach(errors) })
}

/** The query of a path: a fragment, which nobody should send, is not part of it. */
function searchOf(url: string): URLSearchParams {
  const [address = ''] = url.split('#', 1)
  const at = address.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : address.slice(at))
}

/** Nothing that our calls take is nested deeper. */
const DEEPEST = 8

/**
 * `__proto__` is an own key after JSON.parse, and a schema library may look away: no body has any use for it. Walks with
 * a list of its own, because a body of 64 kB can be nested deeper than the call stack.
 */
function forbiddenKeys(body: unknown): FieldError[] {
  const waiting: { value: unknown; path: readonly string[] }[] = [{ value: body, path: [] }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.path.length === DEEPEST) return [{ path: '', message: 'The body is nested too deeply' }]
    for (const [key, value] of Object.entries(next.value)) {
      const path = [...next.path, key]
      if (key === '__proto__') return [{ path: path.join('.'), message: 'Unknown field' }]
      waiting.push({ value, path })
    }
  }
  return []
}

interface Issue {
  readonly code?: string
  readonly path: readonly PropertyKey[]
  readonly message: string
}

function fieldErrors(issue: Issue): FieldError[] {
  if (issue.code === 'unrecognized_keys' && 'keys' in issue && Array.isArray(issue.keys)) {
    return issue.keys.map((key) => ({ path: [...issue.path, key].map(String).join('.'), message: 'Unknown field' }))
  }
  return [{ path: issue.path.map(String).join('.'), message: issue.message }]
}

/** The first complaint about each field: a person can mend one thing at a time. */
function oneEach(errors: readonly FieldError[]): FieldError[] {
  return [...new Map(errors.toReversed().map((error) => [error.path, error])).values()].toReversed()
}
