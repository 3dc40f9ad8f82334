import type { Call } from '@forecourt/contracts/calls/call.ts'
import { Nothing } from '@forecourt/contracts/calls/nothing.ts'
import { safeParse } from 'zod/v4/core'
import type { Asked } from './ask.ts'
import { bodyOf, requestOf } from './requests.ts'

/** A request that is to be refused, and with which status. */
export interface Hostile {
  readonly what: string
  readonly asked: Asked
  readonly expected: readonly number[]
}

interface Given {
  /** Of the thing that the call is about. */
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Names of all columns that are stored anywhere. */
  readonly columns: readonly string[]
}

const CONTROL = ['\0', '\u0007', '\u001b[31m', '\r\nBcc: x@evil.example', '\u007f', '\u0085']
/** Half of a surrogate pair can be written in JSON; an address cannot hold it. */
const UNWRITABLE = [...CONTROL, '\ud800']
const VALUES: readonly unknown[] = [null, true, -1, 1e308, '', ' ', [], {}, ['x'], { $ne: null }, 'x'.repeat(6000)]
/** Keys of queries that no call takes, or that another one takes. */
const UNKNOWN = [
  'businessId',
  'business_id',
  'tenant',
  'id',
  'status',
  'is_admin',
  '__proto__',
  'constructor',
  'w[]',
  '$where',
]
const LARGE = 65_537

/** Everything that SECURITY rules 1, 8, 14 and 15 say a call refuses, made from its row of the table. */
export function hostileInputs(call: Call, given: Given): Hostile[] {
  const good = requestOf(call, given.id, given.fields)
  return [
    ...hostileQueries(call, good),
    ...(call.service === 'command' ? [...hostileEnvelopes(call, good), ...hostileBodies(call, good, given)] : []),
  ]
}

/** Unknown and repeated keys, control characters, and what the call's own schema does not take. */
function hostileQueries(call: Call, good: Asked): Hostile[] {
  const [path = '', search = ''] = good.path.split('?')
  const valid = Object.fromEntries(new URLSearchParams(search))
  const withQuery = (what: string, query: string): Hostile => ({
    what: `query ${what}`,
    asked: { ...good, path: `${path}?${query}` },
    expected: [400],
  })
  const known = Object.keys(call.query?._zod.def.shape ?? {})
  const changed = known.flatMap((name) =>
    [...CONTROL, '', 'x'.repeat(300), '[object Object]', '-1', '1e3'].map((value) => ({ ...valid, [name]: value })),
  )
  return [
    ...UNKNOWN.filter((name) => !known.includes(name)).map((name) =>
      withQuery(name, textOf({ ...valid, [name]: '1' })),
    ),
    ...known.flatMap((name) => {
      const twice = new URLSearchParams(valid)
      twice.append(name, valid[name] ?? '1')
      if (valid[name] === undefined) twice.append(name, '1')
      return [
        withQuery(`${name} twice`, twice.toString()),
        withQuery(`${name}[]`, textOf({ ...valid, [`${name}[]`]: '1' })),
        withQuery(`${name}[$ne]`, textOf({ ...valid, [`${name}[$ne]`]: '1' })),
      ]
    }),
    ...changed
      .filter((query) => !safeParse(call.query ?? Nothing, query).success)
      .map((query) => withQuery(JSON.stringify(query).slice(0, 80), textOf(query))),
  ]
}

const textOf = (query: Record<string, string>) => new URLSearchParams(query).toString()

/** What is wrong with a request before its body is looked at. */
function hostileEnvelopes(call: Call, good: Asked): Hostile[] {
  const body = good.body ?? '{}'
  const withHeaders = (what: string, headers: Record<string, string>, status: number): Hostile => ({
    what,
    asked: { ...good, body, headers: { ...good.headers, ...headers } },
    expected: [status],
  })
  const withBody = (what: string, text: string, status: number): Hostile => ({
    what,
    asked: { ...good, body: text },
    expected: [status],
  })
  return [
    withHeaders('from another site', { 'sec-fetch-site': 'cross-site' }, 403),
    withHeaders('from a sister site', { 'sec-fetch-site': 'same-site' }, 403),
    withHeaders('as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415),
    withHeaders('as text', { 'content-type': 'text/plain' }, 415),
    withHeaders('in UTF-7', { 'content-type': 'application/json; charset=utf-7' }, 415),
    withHeaders('compressed', { 'content-encoding': 'gzip' }, 415),
    withHeaders('a key that is none', { 'idempotency-key': 'again' }, 400),
    withBody('half a body', body.slice(0, -1), 400),
    withBody('not an object', '"x"', 422),
    withBody('too large', JSON.stringify({ x: 'x'.repeat(LARGE) }), 413),
    withBody('a list', `[${body}]`, 422),
    withBody('deep', `${'{"x":'.repeat(5000)}1${'}'.repeat(5000)}`, 422),
  ].filter(({ what }) => what !== 'a list' || call.body !== undefined)
}

/** Unknown keys, stored columns' names, `__proto__`, control characters, wrong types. */
function hostileBodies(call: Call, good: Asked, { id, fields, columns }: Given): Hostile[] {
  const valid = bodyOf(call, id, fields)
  const withText = (what: string, body: string): Hostile => ({ what, asked: { ...good, body }, expected: [422] })
  const extra = [...new Set([...columns, ...columns.map(camelCase), 'constructor', 'prototype', 'toString', 'valueOf'])]
  const changed = [
    ...extra.map((name): [string, object] => [`with ${name}`, { ...valid, [name]: 'canary' }]),
    ...Object.keys(valid).flatMap((name): [string, object][] => [
      [`without ${name}`, Object.fromEntries(Object.entries(valid).filter(([other]) => other !== name))],
      ...VALUES.map((value): [string, object] => [
        `${name}: ${JSON.stringify(value).slice(0, 20)}`,
        { ...valid, [name]: value },
      ]),
      ...UNWRITABLE.map((text): [string, object] => [
        `${name} with ${JSON.stringify(text)}`,
        { ...valid, [name]: `${String(valid[name])}${text}` },
      ]),
    ]),
  ]
  const inside = JSON.stringify(valid).slice(1)
  const proto = `{"__proto__":{"status":"approved","isAdmin":true}${inside === '}' ? '' : ','}${inside}`
  return [
    withText('__proto__', proto),
    withText(
      'constructor.prototype',
      proto.replace('"__proto__":', '"constructor":{"prototype":').replace('true}', 'true}}'),
    ),
    ...changed
      .filter(([, body]) => !safeParse(call.body ?? Nothing, body).success)
      .map(([what, body]) => withText(what, JSON.stringify(body))),
  ]
}

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
