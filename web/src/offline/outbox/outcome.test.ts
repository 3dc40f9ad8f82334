import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ApiError, NoAnswer } from '../../lib/api.ts'
import { CannotBeSent, outcomeOf } from './outcome.ts'

const problem = (status: number) =>
  new ApiError(
    status,
    JSON.stringify({
      type: 'about:blank',
      title: 'Conflict',
      status,
      detail: 'Taken',
      message: 'Taken',
      code: 'dates-unavailable',
    }),
    '',
  )

describe('what came of sending', () => {
  it('404 says that it is gone: "Not found" would tell nobody what to do', () =>
    expect(outcomeOf(problem(404))).toEqual({
      kind: 'refused',
      reason: 'What it is about is no longer there: it was removed meanwhile.',
    }))
  it.each([403, 409, 422])('%i needs a person, with the reason of the server', (status) =>
    expect(outcomeOf(problem(status))).toEqual({ kind: 'refused', reason: 'Taken' }),
  )
  it.each([408, 425, 429, 500, 502, 503, 504])('%i is tried again', (status) =>
    expect(outcomeOf(new ApiError(status, '<h1>Busy</h1>', ''))).toEqual({ kind: 'unanswered' }),
  )
  it('401 waits for the same person to sign in', () =>
    expect(outcomeOf(new ApiError(401, '', 'Unauthorized'))).toEqual({ kind: 'signed-out' }))
  it('an answer that was lost, cut off or not understood is asked for again', () =>
    expect(outcomeOf(new NoAnswer(new TypeError('Failed to fetch')))).toEqual({ kind: 'unanswered' }))
  it.each([400, 403, 404, 409])(
    '%i that is not in the service’s own words is no answer of it: it is tried again',
    (status) =>
      expect(outcomeOf(new ApiError(status, '<h1>Sign in to the Wi-Fi</h1>', ''))).toEqual({ kind: 'unanswered' }),
  )
  it.each([
    ['cannot be opened any more', new DOMException('The operation failed', 'OperationError')],
    ['another version of the app has written', z.safeParse(z.string(), 1).error],
  ])('what is kept and %s needs a person: no server answers that', (_, error) =>
    expect(outcomeOf(error)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('cannot be read') }),
  )
  it('an upload that was given up is tried again', () =>
    expect(outcomeOf(new DOMException('The upload was cancelled', 'AbortError'))).toEqual({ kind: 'unanswered' }))
  it('what is too large is so whoever says it', () =>
    expect(outcomeOf(new ApiError(413, '<h1>Request Entity Too Large</h1>', ''))).toEqual({
      kind: 'refused',
      reason: 'The server refused it.',
    }))
})

it('a refusal that was put into better words leads to what is in the way, and it is kept with the action', () => {
  const ways = [{ words: 'Open booking #BR-1', address: '?tab=bookings&booking=one' }]
  expect(outcomeOf(new CannotBeSent('Taken', ways))).toEqual({ kind: 'refused', reason: 'Taken', ways })
  expect(outcomeOf(new CannotBeSent('Too late'))).toEqual({ kind: 'refused', reason: 'Too late' })
})
