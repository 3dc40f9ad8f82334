import type { StaffMember } from '@forecourt/contracts/staff.ts'
import { describe, expect, it } from 'vitest'
import { changedInWords, isAsAsked, nameOf, readColleague, waysWith } from './model.ts'

const member = (id: string, change: Partial<StaffMember> = {}): StaffMember => ({
  id,
  email: `${id}@harbour-hire.example`,
  firstName: null,
  lastName: null,
  status: 'active',
  createdAt: '2026-11-21T09:00:00.000Z',
  ...change,
})

describe('somebody of the staff', () => {
  it('is called by name, or by their address', () => {
    expect(nameOf(member('robin', { firstName: 'Robin', lastName: 'Desk' }))).toBe('Robin Desk')
    expect(nameOf(member('robin', { lastName: 'Desk' }))).toBe('Desk')
    expect(nameOf(member('robin'))).toBe('robin@harbour-hire.example')
    expect(nameOf(member('robin', { email: null }))).toBe('Somebody who was erased')
  })

  it('does not deactivate themselves, and is told why', () => {
    const ways = waysWith(member('me'), [member('me'), member('robin')], 'me')
    expect(ways).toEqual({
      link: undefined,
      status: undefined,
      note: 'You cannot deactivate yourself. A colleague can.',
    })
  })

  it('is told so when nobody else can sign in: not who was invited, nor who was shut out', () => {
    const staff = [member('me'), member('robin', { status: 'invited' }), member('alex', { status: 'deactivated' })]
    expect(waysWith(member('me'), staff, 'me').note).toMatch(/^Nobody but you can sign in/)
  })

  it.each([
    ['active', 'reset', 'deactivate'],
    ['invited', 'invite again', 'deactivate'],
    ['deactivated', undefined, 'let in'],
  ] as const)('who is %s is mailed a link for: %s; and can be: %s', (status, link, change) => {
    expect(waysWith(member('robin', { status }), [], 'me')).toEqual({ link, status: change, note: undefined })
  })

  it('who is let in again can sign in, or is invited still when they have chosen no password', () => {
    const robin = member('robin', { firstName: 'Robin', status: 'deactivated' })
    expect(changedInWords(robin, 'active')).toEqual(['Robin can sign in again'])
    expect(changedInWords(robin, 'invited')).toEqual(['Robin is invited still', '“Invite again” mails them a new link'])
    expect(changedInWords(robin, 'deactivated')).toEqual(['Robin is deactivated'])
  })

  it.each([
    ['deactivated', 'deactivated', true],
    ['active', 'active', true],
    ['active', 'invited', true],
    ['deactivated', 'active', false],
    ['deactivated', 'invited', false],
    ['active', 'deactivated', false],
  ] as const)('who was to be %s and is %s is as was asked: %s', (asked, status, isSo) => {
    expect(isAsAsked(member('robin', { status }), asked)).toBe(isSo)
  })

  it('who was erased is left alone', () => {
    const erased = member('robin', { email: null, status: 'deactivated' })
    expect(waysWith(erased, [], 'me')).toEqual({ link: undefined, status: undefined, note: undefined })
  })
})

describe('an invitation', () => {
  it('needs an address, and no name', () => {
    expect(readColleague({ email: ' robin@harbour-hire.example ', firstName: '', lastName: 'Desk' })).toEqual({
      read: { email: 'robin@harbour-hire.example', firstName: null, lastName: 'Desk' },
    })
    expect(readColleague({ email: 'robin', firstName: '', lastName: '' })).toEqual({
      wrong: { email: 'Invalid email address' },
    })
  })
})
