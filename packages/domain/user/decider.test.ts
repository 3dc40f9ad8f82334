import { describe, expect, it, test } from 'vitest'
import { UserId } from '../ids.ts'
import { Instant } from '../instant.ts'
import { given } from '../testing/given.ts'
import { harbour } from '../testing/rental.ts'
import { userDecider } from './decider.ts'

const userId = UserId.parse('55555555-5555-4555-8555-555555555555')
const profile = { email: 'staff@harbour-hire.example', firstName: null, lastName: null, profileImageUrl: null }
const registered = {
  type: 'UserRegistered',
  data: { userId, businessId: harbour, role: 'admin', isAdmin: false },
} as const
const deactivated = { type: 'UserDeactivated', data: { userId, reason: 'left' } } as const
const reactivated = { type: 'UserReactivated', data: { userId } } as const

describe('registering', () => {
  test('makes somebody an admin of their business, and no operator, unless said so', () => {
    given(userDecider)
      .when({ type: 'register', userId, businessId: harbour, profile })
      .thenEmits({ ...registered, personal: profile })
    given(userDecider)
      .when({ type: 'register', userId, businessId: null, role: 'operator', isAdmin: true, profile })
      .thenEmits({
        type: 'UserRegistered',
        data: { userId, businessId: null, role: 'operator', isAdmin: true },
        personal: profile,
      })
  })
  test('happens once', () =>
    given(userDecider, registered)
      .when({ type: 'register', userId, businessId: harbour, profile })
      .thenRefused({ code: 'already-registered' }))
})

describe('a link to choose a password', () => {
  const link = { passwordVersion: 2, goodUntil: Instant.parse('2026-11-21T10:00:00.000Z') }
  const invited = { type: 'UserInvited', data: { userId, ...link } } as const
  const changed = { type: 'UserPasswordChanged', data: { userId } } as const

  test('comes with the account of somebody who is to choose their own', () =>
    given(userDecider)
      .when({ type: 'register', userId, businessId: harbour, profile, invitation: link })
      .thenEmits({ ...registered, personal: profile }, invited))
  test('is an invitation until they have one, and a reset from then on', () => {
    const reset = { ...invited, type: 'UserPasswordResetRequested' } as const
    given(userDecider, registered, invited).when({ type: 'sendPasswordLink', link }).thenEmits(invited)
    given(userDecider, registered, invited, changed).when({ type: 'sendPasswordLink', link }).thenEmits(reset)
    given(userDecider, registered).when({ type: 'sendPasswordLink', link }).thenEmits(reset)
  })
  test('is not sent to somebody who is shut out, or nobody', () => {
    given(userDecider, registered, deactivated)
      .when({ type: 'sendPasswordLink', link })
      .thenRefused({ code: 'user-inactive' })
    given(userDecider).when({ type: 'sendPasswordLink', link }).thenRefused({ code: 'not-found' })
  })
})

test('profile and password change; neither is seen by the rules', () => {
  given(userDecider, registered)
    .when({ type: 'changeProfile', profile })
    .thenEmits({ type: 'UserProfileChanged', data: { userId }, personal: profile })
  given(userDecider, registered)
    .when({ type: 'changePassword' })
    .thenEmits({ type: 'UserPasswordChanged', data: { userId } })
})

describe('signing in', () => {
  const signIn = { type: 'signIn', sessionRef: 'a-hash' } as const
  const signedIn = { type: 'UserSignedIn', data: { userId, sessionRef: 'a-hash' } } as const

  test('is on record', () => given(userDecider, registered).when(signIn).thenEmits(signedIn))
  test('is refused to a user who was deactivated', () =>
    given(userDecider, registered, deactivated).when(signIn).thenRefused({ code: 'user-inactive' }))
  test('is open again to one who was reactivated', () =>
    given(userDecider, registered, deactivated, reactivated).when(signIn).thenEmits(signedIn))
})

describe('a user', () => {
  test('is deactivated and reactivated', () => {
    given(userDecider, registered).when({ type: 'deactivate', reason: 'left' }).thenEmits(deactivated)
    given(userDecider, registered, deactivated).when({ type: 'reactivate' }).thenEmits(reactivated)
  })
  test('who is out already is shut out once more where that is asked for', () => {
    const again = { type: 'deactivate', reason: 'left', evenIfOut: true } as const
    given(userDecider, registered, deactivated).when(again).thenEmits(deactivated)
  })
  test('who was shut out once more since it was decided to let them in stays out', () => {
    const letIn = { type: 'reactivate', timesShutOut: 1 } as const
    given(userDecider, registered, deactivated).when(letIn).thenEmits(reactivated)
    given(userDecider, registered, deactivated, deactivated).when(letIn).thenNothing()
  })
  test('that is so already stays so', () => {
    given(userDecider, registered, deactivated).when({ type: 'deactivate', reason: 'again' }).thenNothing()
    given(userDecider, registered).when({ type: 'reactivate' }).thenNothing()
  })
  it.each([
    { type: 'changeProfile', profile },
    { type: 'changePassword' },
    { type: 'deactivate', reason: 'x' },
    { type: 'reactivate' },
    { type: 'signIn', sessionRef: 'x' },
  ] as const)('who was never registered is not found: $type', (command) =>
    given(userDecider).when(command).thenRefused({ code: 'not-found' }),
  )
  test('who was never registered is not made by a later fact', () =>
    expect(userDecider.evolve(undefined, deactivated)).toBeUndefined())
})
