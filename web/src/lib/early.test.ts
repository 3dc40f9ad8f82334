import { afterEach, expect, test, vi } from 'vitest'
import { dropEarlyAnswers, earlyAnswer } from './early.ts'

const FLEET = '/api/cars?businessSlug=harbour-hire'

function asked(at: number): Promise<Response> {
  const answer = Promise.resolve(new Response('[]'))
  vi.stubGlobal('window', { early: { answers: new Map([[FLEET, answer]]), at } })
  return answer
}

afterEach(() => vi.unstubAllGlobals())

test('what was asked for before the code was there is given out once', () => {
  const answer = asked(performance.now())
  expect(earlyAnswer(FLEET)).toBe(answer)
  expect(earlyAnswer(FLEET)).toBeUndefined()
})

test('what was asked for long ago is asked for again', () => {
  void asked(performance.now() - 30_000)
  expect(earlyAnswer(FLEET)).toBeUndefined()
})

test('what was asked for before a change is asked for again', () => {
  void asked(performance.now())
  dropEarlyAnswers()
  expect(earlyAnswer(FLEET)).toBeUndefined()
})
