import { describe, expect, it } from 'vitest'
import { complaintsOf, readChange, readReset } from './model.ts'

const GOOD = 'gulls over the quay'

describe('a password of one’s own', () => {
  it('is changed by whoever types the current one, and the new one twice', () => {
    expect(readChange({ current: 'harbour-demo-2026', password: GOOD, again: GOOD })).toEqual({
      read: { currentPassword: 'harbour-demo-2026', newPassword: GOOD },
    })
  })

  it.each([
    ['', GOOD, GOOD, { current: 'Your current password is required' }],
    ['old', 'eleven char', 'eleven char', { password: 'At least 12 characters' }],
    ['old', 'x'.repeat(201), 'x'.repeat(201), { password: 'At most 200 characters' }],
    ['old', 'twelve chars\t', 'twelve chars\t', { password: 'Control characters are not allowed' }],
    ['old', GOOD, `${GOOD} `, { again: 'This is not what you typed above' }],
  ])('%j, then %j and %j is refused in words at the field', (current, password, again, wrong) => {
    expect(readChange({ current, password, again })).toEqual({ wrong })
  })

  it('that the server does not know is said at its field', () => {
    const wrong = complaintsOf([{ path: 'currentPassword', message: 'This is not your password.' }])
    expect(wrong).toEqual({ current: 'This is not your password.' })
  })
})

describe('a password behind a link', () => {
  it('is sent with what stood in the link', () => {
    expect(readReset({ password: GOOD, again: GOOD }, 'a-token')).toEqual({
      read: { token: 'a-token', password: GOOD },
    })
  })

  it('is refused for itself, not for the link: that the server does', () => {
    expect(readReset({ password: 'short', again: GOOD }, 'x'.repeat(201))).toEqual({
      wrong: { password: 'At least 12 characters', again: 'This is not what you typed above' },
    })
    expect(readReset({ password: GOOD, again: GOOD }, 'x'.repeat(201))).toHaveProperty('read')
  })
})
