import { describe, expect, test } from 'vitest'
import { approve, DIARY, type Stay } from './diary.ts'

describe('the diary of the landing page', () => {
  test('refuses a stay that wants a day which is given, and names the day and who has it', () => {
    expect(approve(DIARY, 'Rhys Doyle')).toMatchObject({ day: 10, wanted: 'Rhys Doyle', has: { name: 'Priya Sharma' } })
  })

  test('approves a stay whose days are free', () => {
    expect(approve(DIARY, 'Elsie Lund')).toContainEqual(
      expect.objectContaining({ name: 'Elsie Lund', isApproved: true }),
    )
  })

  test('the day of the return is free for the next one', () => {
    const next: Stay = { name: 'Leo Hart', from: 11, to: 12, isApproved: false }
    expect(approve([...DIARY, next], 'Leo Hart')).toContainEqual({ ...next, isApproved: true })
  })
})
