import { describe, expect, it, test } from 'vitest'
import { Slug } from '../ids.ts'
import { given } from '../testing/given.ts'
import { harbour } from '../testing/rental.ts'
import { businessDecider } from './decider.ts'
import type { BusinessEvent } from './events.ts'

const slug = Slug.parse('harbour-hire')
const onboard = { type: 'onboard', businessId: harbour, name: 'Harbour Hire', slug } as const
const onboarded = {
  type: 'BusinessOnboarded',
  data: { businessId: harbour, name: 'Harbour Hire', slug, currency: 'GBP', timeZone: 'Europe/London' },
} as const
const branding = { name: 'Harbour Hire', primaryColor: '#0f6fde', logoPath: null }
const branded = { type: 'BusinessBrandingChanged', data: { businessId: harbour, ...branding } } as const
const contact = {
  description: null,
  contactEmail: 'hello@harbour-hire.example',
  contactPhone: null,
  address: '1 Quay Street',
}
const contacted = { type: 'BusinessContactChanged', data: { businessId: harbour, ...contact } } as const
const letting = {
  type: 'BusinessRentalRulesChanged',
  data: { businessId: harbour, turnaroundDays: 2, licenceRetentionDays: 30 },
} as const
const deactivated = { type: 'BusinessDeactivated', data: { businessId: harbour, reason: 'unpaid' } } as const
const reactivated = { type: 'BusinessReactivated', data: { businessId: harbour } } as const

const folded = (...facts: readonly BusinessEvent[]) => facts.reduce(businessDecider.evolve, businessDecider.initial())

describe('onboarding a business', () => {
  test('makes it a tenant in pounds, in London time unless set', () => {
    given(businessDecider).when(onboard).thenEmits(onboarded)
    given(businessDecider)
      .when({ ...onboard, timeZone: 'Europe/Paris' })
      .thenEmits({ ...onboarded, data: { ...onboarded.data, timeZone: 'Europe/Paris' } })
  })
  test('gives it its branding and contact at once when they are known', () => {
    const { name: _, ...looks } = branding
    given(businessDecider)
      .when({ ...onboard, branding: looks, contact })
      .thenEmits(onboarded, branded, contacted)
  })
  test('happens once', () => given(businessDecider, onboarded).when(onboard).thenRefused({ code: 'already-onboarded' }))
  test.each(['forecourt-files', 'api', 'admin', 'objects'])(
    'is refused with the address %s of the platform itself',
    (text) => {
      const reserved = Slug.parse(text)
      given(businessDecider)
        .when({ ...onboard, slug: reserved })
        .thenRefused({ code: 'slug-reserved', slug: reserved })
    },
  )
  test('is refused in a time zone that does not exist', () =>
    given(businessDecider)
      .when({ ...onboard, timeZone: 'Europe/Atlantis' })
      .thenRefused({ code: 'unknown-time-zone', timeZone: 'Europe/Atlantis' }))
})

test('a new business is active, has a blue colour and no contact', () => {
  expect(folded(onboarded)).toEqual({
    ...onboarded.data,
    primaryColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
    logoPath: null,
    description: null,
    contactEmail: null,
    contactPhone: null,
    address: null,
    turnaroundDays: 0,
    licenceRetentionDays: 30,
    terms: null,
    termsVersion: 0,
    active: true,
    settingsVersion: 0,
    shutOut: [],
    feeds: [],
  })
})

describe('branding and contact', () => {
  test('change', () => {
    given(businessDecider, onboarded).when({ type: 'changeBranding', branding }).thenEmits(branded)
    given(businessDecider, onboarded).when({ type: 'changeContact', contact }).thenEmits(contacted)
    expect(folded(onboarded, branded, contacted)).toMatchObject({ ...branding, ...contact })
  })
  test('that are the same write nothing', () => {
    given(businessDecider, onboarded, branded).when({ type: 'changeBranding', branding }).thenNothing()
    given(businessDecider, onboarded, contacted).when({ type: 'changeContact', contact }).thenNothing()
  })
})

test('the rules of letting change, and nothing else does with them', () => {
  expect(folded(onboarded, branded, letting)).toEqual({
    ...folded(onboarded, branded),
    turnaroundDays: 2,
    settingsVersion: 2,
  })
})

describe('a business', () => {
  test('is deactivated and reactivated, and keeps what it had', () => {
    given(businessDecider, onboarded).when({ type: 'deactivate', reason: 'unpaid' }).thenEmits(deactivated)
    given(businessDecider, onboarded, deactivated).when({ type: 'reactivate' }).thenEmits(reactivated)
    expect(folded(onboarded, branded, deactivated)).toMatchObject({ active: false, ...branding })
    expect(folded(onboarded, branded, deactivated, reactivated)).toEqual(folded(onboarded, branded))
  })
  test('that is so already stays so', () => {
    given(businessDecider, onboarded, deactivated).when({ type: 'deactivate', reason: 'again' }).thenNothing()
    given(businessDecider, onboarded).when({ type: 'reactivate' }).thenNothing()
  })
  it.each([
    { type: 'changeBranding', branding },
    { type: 'changeContact', contact },
    { type: 'deactivate', reason: 'x' },
    { type: 'reactivate' },
  ] as const)('that was never onboarded is not found: $type', (command) =>
    given(businessDecider).when(command).thenRefused({ code: 'not-found' }),
  )
  it.each([branded, contacted, letting, deactivated, reactivated])(
    'that was never onboarded is not made by $type',
    (fact) => expect(folded(fact)).toBeUndefined(),
  )
})
