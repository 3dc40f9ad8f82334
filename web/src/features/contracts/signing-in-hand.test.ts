import { afterEach, expect, it, vi } from 'vitest'
import { leaveSigning, noteSigning, signingInHand } from './signing-in-hand.ts'

const signing = { way: 'typed', name: 'Ada', strokes: [], hasAgreed: true } as const
afterEach(() => {
  noteSigning('one', undefined)
  vi.useRealTimers()
})

it('whoever turns the tablet while a renter signs loses nothing', () => {
  vi.useFakeTimers()
  noteSigning('one', { ...signing, strokes: [] })
  vi.advanceTimersByTime(60_000)
  leaveSigning()
  expect(signingInHand('one')).toEqual(signing)
  expect(signingInHand('another')).toBeUndefined()
})

it('whoever comes back later begins anew', () => {
  vi.useFakeTimers()
  noteSigning('one', { ...signing, strokes: [] })
  leaveSigning()
  vi.advanceTimersByTime(5_000)
  expect(signingInHand('one')).toBeUndefined()
})

it('what was signed or given up is not in hand any more', () => {
  noteSigning('one', { ...signing, strokes: [] })
  noteSigning('one', undefined)
  expect(signingInHand('one')).toBeUndefined()
})
