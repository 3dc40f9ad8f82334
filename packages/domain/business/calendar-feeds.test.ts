import { describe, it } from 'vitest'
import { FeedId, Slug } from '../ids.ts'
import { given } from '../testing/given.ts'
import { harbour, vehicleId } from '../testing/rental.ts'
import { businessDecider } from './decider.ts'

const first = FeedId.parse('11111111-1111-4111-8111-111111111111')
const second = FeedId.parse('22222222-2222-4222-8222-222222222222')
const onboarded = {
  type: 'BusinessOnboarded',
  data: {
    businessId: harbour,
    name: 'Harbour Hire',
    slug: Slug.parse('harbour-hire'),
    currency: 'GBP',
    timeZone: 'Europe/London',
  },
} as const
const opened = { type: 'CalendarFeedOpened', data: { businessId: harbour, feedId: first, vehicleId: null } } as const
const revoked = { type: 'CalendarFeedRevoked', data: { businessId: harbour, feedId: first } } as const
const open = { type: 'openFeed', feedId: second, vehicleId: null } as const
const revoke = { type: 'revokeFeed', feedId: first } as const

describe('a calendar’s link', () => {
  it('is one for the business, and one for each vehicle', () => {
    given(businessDecider, onboarded)
      .when({ ...open, feedId: first })
      .thenEmits(opened)
    given(businessDecider, onboarded, opened).when(open).thenNothing()
    given(businessDecider, onboarded, opened)
      .when({ ...open, vehicleId })
      .thenEmits({ ...opened, data: { ...opened.data, feedId: second, vehicleId } })
  })
  it('is revoked once, and another one can be made', () => {
    given(businessDecider, onboarded, opened).when(revoke).thenEmits(revoked)
    given(businessDecider, onboarded, opened, revoked).when(revoke).thenNothing()
    given(businessDecider, onboarded, opened, revoked)
      .when(open)
      .thenEmits({ ...opened, data: { ...opened.data, feedId: second } })
  })
  it('that never was is not found, nor is one of a business that is not there', () => {
    given(businessDecider, onboarded).when(revoke).thenRefused({ code: 'not-found' })
    given(businessDecider).when(open).thenRefused({ code: 'not-found' })
  })
  it('is no matter of the settings: whoever saves them has seen all there is', () =>
    given(businessDecider, onboarded, opened)
      .when({
        type: 'saveSettings',
        seen: 0,
        isOwnLogo: false,
        settings: {
          name: 'Harbour',
          primaryColor: '#2563eb',
          logoPath: null,
          description: null,
          contactEmail: null,
          contactPhone: null,
          address: null,
          terms: null,
          turnaroundDays: 0,
          licenceRetentionDays: 30,
        },
      })
      .thenEmits({
        type: 'BusinessBrandingChanged',
        data: { businessId: harbour, name: 'Harbour', primaryColor: '#2563eb', logoPath: null },
      }))
})
