import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { answerBy } from './answer.ts'

const Fleet = z.array(z.strictObject({ id: z.string(), paint: z.strictObject({ colour: z.string() }) }))
const golf = { id: '1', paint: { colour: 'blue' } }

describe('an answer', () => {
  it('of a newer server is taken for what this app knows of it', () => {
    const newer = [golf, { ...golf, wheels: 4, paint: { colour: 'red', gloss: true } }]
    expect(answerBy(Fleet, newer)).toEqual([golf, { id: '1', paint: { colour: 'red' } }])
  })

  it.each([
    ['lacks something', [{ id: '1' }]],
    ['has something else in its place', [{ ...golf, id: 1 }]],
    ['says more and lacks something', [{ id: '1', wheels: 4 }]],
    ['is not even a list', 'Welcome to the Wi-Fi'],
    ['is nothing', null],
  ])('that %s is none', (_what, answer) => {
    expect(() => answerBy(Fleet, answer)).toThrow(z.core.$ZodError)
  })
})
