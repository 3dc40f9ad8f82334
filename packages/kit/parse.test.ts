import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { parseBody, parseQuery } from './parse.ts'
import { Problem } from './problem.ts'

const Body = z.strictObject({ name: z.string(), child: z.optional(z.strictObject({ age: z.int('A whole number') })) })
const Query = z.strictObject({ limit: z.optional(z.string()), q: z.optional(z.string()) })

function problemOf(parse: () => unknown): Problem {
  try {
    parse()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('a body', () => {
  it('is given back as its schema has it', () => {
    expect(parseBody(Body, { name: 'Ada' })).toEqual({ name: 'Ada' })
  })

  it.each([
    [{ name: 'Ada', extra: 1 }, 'extra', 'Unknown field'],
    [{}, 'name', 'This is required'],
    [{ name: 7 }, 'name', 'A text is expected'],
    [[], '', 'An object is expected'],
    ['text', '', 'An object is expected'],
    [null, '', 'An object is expected'],
    [{ name: 'Ada', child: 'Eve' }, 'child', 'An object is expected'],
    [{ name: 'Ada', child: { age: 1.5 } }, 'child.age', 'A whole number'],
    [{ name: 'Ada', child: { age: 1, extra: 1 } }, 'child.extra', 'Unknown field'],
    [JSON.parse('{"name":"Ada","__proto__":{}}'), '__proto__', 'Unknown field'],
    [JSON.parse('{"name":"Ada","child":{"__proto__":{}}}'), 'child.__proto__', 'Unknown field'],
    [JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`), '', 'The body is nested too deeply'],
  ])('%.60j is 422, naming the field', (body, path, message) => {
    const { status, errors } = problemOf(() => parseBody(Body, body))
    expect([status, errors?.[0]]).toEqual([422, { path, message }])
  })

  it('is looked at once by the same schema, and anew by another one or when it was refused', () => {
    let looks = 0
    const counted = z.strictObject({
      name: z.string().check(
        z.refine((name) => {
          looks += 1
          return name !== ''
        }),
      ),
    })
    const body = { name: 'Ada' }
    expect(parseBody(counted, body)).toBe(parseBody(counted, body))
    expect(looks).toBe(1)
    expect(parseBody(Body, body)).toEqual({ name: 'Ada' })
    expect(parseBody(counted, { name: 'Ada' })).toEqual(body)
    expect(looks).toBe(2)
    const refused = { name: '' }
    for (const _ of [1, 2]) expect(problemOf(() => parseBody(counted, refused)).status).toBe(422)
    expect(looks).toBe(4)
  })

  it('that is missing is as an empty one', () => {
    expect(problemOf(() => parseBody(Body, undefined)).errors?.[0]?.path).toBe('name')
  })
})

describe('a query', () => {
  it('is read from the address', () => {
    expect(parseQuery(Query, '/api/x?limit=5&q=a%20b')).toEqual({ limit: '5', q: 'a b' })
  })

  it.each(['limit=1&limit=2', 'unknown=1', '__proto__=1', 'limit[]=1', 'limit=1&limit='])('?%s is 400', (query) => {
    expect(problemOf(() => parseQuery(Query, `/api/x?${query}`)).status).toBe(400)
  })
})
