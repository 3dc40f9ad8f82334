import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { Nothing } from './calls/nothing.ts'
import { ANYWHERE, NO_CALL, REFUSALS, refusalsOf } from './calls/refusals.ts'
import { CALLS, callOf } from './calls.ts'
import { plainWords } from './plain-words.ts'

const named = CALLS.map((call) => [`${call.method} ${call.path}`, call] as const)

/** The example's address, without its query. */
function addressOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => params[name] ?? '')
}

describe.each(named)('%s', (_name, call) => {
  it('has an example that its own schemas take', () => {
    const { params = {}, query = {}, body } = call.example
    expect(Object.keys(params)).toEqual(Object.keys(call.params ?? {}))
    expect(safeParse(call.query ?? Nothing, query)).toMatchObject({ success: true })
    expect(safeParse(call.body ?? Nothing, body ?? {})).toMatchObject({ success: true })
    expect(body !== undefined || call.body === undefined || call.mayBeBare === true).toBe(true)
  })

  it('says what each part of its path is, and is found by its address alone', () => {
    expect([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(call.params ?? {}))
    expect(callOf(call.method, addressOf(call.path, call.example.params))).toBe(call)
  })

  it('is for members when it is below /api/admin', () => {
    expect(call.path.startsWith('/api/admin') && call.access !== 'member').toBe(false)
  })

  it('is read by the query service and changed by the command service', () => {
    expect(call.service).toBe(call.method === 'GET' ? 'query' : 'command')
  })
})

/** Values of every kind: of each field all but one are wrong. */
const ANYTHING = [undefined, null, 7, -1.5, true, '', 'x', 'x'.repeat(10_000), [], ['x'], {}, { x: 1 }]

describe.each(named)('%s', (_name, call) => {
  it('says what is wrong in words, never in those of the validator', () => {
    for (const [schema, example] of [
      [call.body, call.example.body],
      [call.query, call.example.query],
    ] as const) {
      if (schema === undefined) continue
      for (const value of wrongs(example ?? {}, fieldsOf(schema))) {
        for (const { path, message } of safeParse(schema, value, { error: plainWords }).error?.issues ?? []) {
          expect(message, `${path.join('.')} of ${JSON.stringify(value)?.slice(0, 80)}`).toMatch(/^(?!Invalid input)\S/)
        }
      }
    }
  })
})

/** The example with each of its fields, one after the other, replaced by anything; and anything in place of it all. */
function wrongs(example: unknown, fields: readonly string[]): unknown[] {
  const whole = typeof example === 'object' && example !== null ? example : {}
  return [...ANYTHING, ...fields.flatMap((field) => ANYTHING.map((value) => ({ ...whole, [field]: value })))]
}

const fieldsOf = (schema: $ZodType): string[] => {
  const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  return [...Object.keys(properties), 'unknownField']
}

describe('the table of calls', () => {
  it('has each call and each id once', () => {
    expect(new Set(named.map(([name]) => name)).size).toBe(CALLS.length)
    expect(new Set(CALLS.map(({ id }) => id)).size).toBe(CALLS.length)
  })

  it('uses every code of a refusal that there is', () => {
    const used = new Set([ANYWHERE, NO_CALL, ...CALLS.map(refusalsOf)].flatMap((all) => Object.values(all).flat()))
    expect(Object.keys(REFUSALS).filter((code) => ![...used].some((one) => one === code))).toEqual([])
  })
})
