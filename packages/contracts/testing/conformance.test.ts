import { describe, expect, it } from 'vitest'
import { type Exchange, faultsOf } from './conformance.ts'

const problem = (status: number, code: string, more: object = {}) => ({
  type: `urn:forecourt:problem:${code}`,
  title: 'Not Found',
  status,
  detail: 'Not found',
  message: 'Not found',
  code,
  ...more,
})
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const PROBLEM_TYPE = { 'content-type': 'application/problem+json; charset=utf-8' }

function exchange(
  body: unknown,
  change: Partial<Exchange> & { readonly type?: Record<string, string> } = {},
): Exchange {
  const { type = JSON_TYPE, ...rest } = change
  return {
    method: 'POST',
    path: '/api/objects/upload',
    status: 200,
    headers: new Headers(type),
    text: JSON.stringify(body),
    ...rest,
  }
}

describe('an answer is as promised when', () => {
  it.each([
    ['its body is what the schema says', exchange({ uploadURL: 'http://localhost/x' })],
    [
      'it refuses with a code of the call',
      exchange(problem(413, 'file-too-large'), { status: 413, type: PROBLEM_TYPE }),
    ],
    [
      'it refuses an address that is no call',
      exchange(problem(404, 'not-found'), { path: '/api/nothing', status: 404, type: PROBLEM_TYPE }),
    ],
    [
      'it says that nothing has changed',
      exchange(undefined, {
        method: 'GET',
        path: '/api/cars?businessSlug=x',
        status: 304,
        headers: new Headers({ etag: '"2_x_1"' }),
        text: '',
      }),
    ],
  ])('%s', (_what, given) => {
    expect(faultsOf(given)).toEqual([])
  })
})

describe('an answer is at fault when', () => {
  it.each([
    ['its body lacks a member', exchange({}), 'body at /uploadURL: invalid_type'],
    ['its body has a member more', exchange({ uploadURL: 'x', secret: 'y' }), 'body at /: unrecognized_keys secret'],
    ['its body is no JSON', exchange(undefined, { text: '<html>' }), 'not JSON'],
    ['its status is not listed', exchange({ uploadURL: 'x' }, { status: 201 }), 'has no such answer'],
    [
      'its content type is another',
      exchange({ uploadURL: 'x' }, { type: { 'content-type': 'text/html' } }),
      'text/html',
    ],
    ['it comes from an address that is no call', exchange({}, { path: '/api/secret' }), 'no call'],
    ['a header is not announced', exchange({ uploadURL: 'x' }, { type: { ...JSON_TYPE, link: '<x>' } }), 'Link'],
    [
      'a header is malformed',
      exchange([], {
        method: 'GET',
        path: '/api/cars?businessSlug=x',
        headers: new Headers({ ...JSON_TYPE, etag: 'bare' }),
      }),
      'ETag is bare',
    ],
    ['it fails', exchange(problem(500, 'internal'), { status: 500, type: PROBLEM_TYPE }), 'no such status is promised'],
    [
      'it refuses with a code of another call',
      exchange(problem(422, 'price-too-high'), { status: 422, type: PROBLEM_TYPE }),
      'price-too-high is not promised',
    ],
    [
      'a problem tells more than problems do',
      exchange(problem(413, 'too-large', { stack: 'at x' }), { status: 413, type: PROBLEM_TYPE }),
      'not a problem',
    ],
    [
      'a problem is sent as plain JSON',
      exchange(problem(413, 'too-large'), { status: 413 }),
      'the content type is application/json',
    ],
    [
      'it asks to come again and does not say when',
      exchange(problem(503, 'unavailable'), { status: 503, type: PROBLEM_TYPE }),
      'Retry-After is missing',
    ],
  ])('%s', (_what, given, fault) => {
    expect(faultsOf(given).join('\n')).toContain(fault)
  })
})
