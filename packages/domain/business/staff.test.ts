import { describe, expect, test } from 'vitest'
import { Slug, UserId } from '../ids.ts'
import { given } from '../testing/given.ts'
import { harbour } from '../testing/rental.ts'
import { businessDecider } from './decider.ts'

const [ada, ben, cleo] = ['a', 'b', 'c'].map((letter) =>
  UserId.parse(`${letter.repeat(8)}-5555-4555-8555-555555555555`),
)
if (ada === undefined || ben === undefined || cleo === undefined) throw new Error('there are three of them')
const slug = Slug.parse('harbour-hire')
const onboarded = {
  type: 'BusinessOnboarded',
  data: { businessId: harbour, name: 'Harbour Hire', slug, currency: 'GBP', timeZone: 'Europe/London' },
} as const
const out = (userId: UserId) => ({ type: 'BusinessMemberDeactivated', data: { businessId: harbour, userId } }) as const
const back = (userId: UserId) => ({ type: 'BusinessMemberReactivated', data: { businessId: harbour, userId } }) as const
const shutOut = (userId: UserId, by: UserId, ...members: UserId[]) =>
  ({ type: 'deactivateMember', userId, by, members }) as const

describe('somebody of the staff', () => {
  test('is shut out and let in again; that is so already stays so', () => {
    given(businessDecider, onboarded)
      .when(shutOut(ben, ada, ada, ben))
      .thenEmits(out(ben))
    given(businessDecider, onboarded, out(ben))
      .when(shutOut(ben, ada, ada))
      .thenNothing()
    given(businessDecider, onboarded, out(ben)).when({ type: 'reactivateMember', userId: ben }).thenEmits(back(ben))
    given(businessDecider, onboarded).when({ type: 'reactivateMember', userId: ben }).thenNothing()
    const state = [onboarded, out(ben), out(cleo), back(ben)].reduce(businessDecider.evolve, businessDecider.initial())
    expect(state?.shutOut).toEqual([cleo])
  })

  test('never shuts themselves out', () =>
    given(businessDecider, onboarded)
      .when(shutOut(ada, ada, ada, ben))
      .thenRefused({ code: 'own-account' }))

  test('who is the last to be let in stays: of two who shut each other out at once, one succeeds', () => {
    given(businessDecider, onboarded, out(ben))
      .when(shutOut(ada, ben, ada, ben))
      .thenRefused({ code: 'last-member' })
    given(businessDecider, onboarded, out(ben))
      .when(shutOut(ada, ben, ada, ben, cleo))
      .thenEmits(out(ada))
    given(businessDecider, onboarded).when(shutOut(ben, ada)).thenRefused({ code: 'last-member' })
  })

  test('of no business is not found', () => {
    given(businessDecider)
      .when(shutOut(ben, ada, ada))
      .thenRefused({ code: 'not-found' })
    given(businessDecider).when({ type: 'reactivateMember', userId: ben }).thenRefused({ code: 'not-found' })
  })
})
