import { describe, expect, test } from 'vitest'
import { Slug } from '../ids.ts'
import { given } from '../testing/given.ts'
import { harbour } from '../testing/rental.ts'
import { businessDecider } from './decider.ts'
import type { BusinessEvent } from './events.ts'
import type { SaveSettings, Settings } from './settings.ts'

const businessId = harbour
const onboarded = {
  type: 'BusinessOnboarded',
  data: {
    businessId,
    name: 'Harbour Hire',
    slug: Slug.parse('harbour-hire'),
    currency: 'GBP',
    timeZone: 'Europe/London',
  },
} as const
const logoPath = '/objects/logos/gull'

const branding = { name: 'Harbour Hire', primaryColor: '#0f6fde', logoPath: null }
const contact = { description: null, contactEmail: null, contactPhone: '0117 496 0000', address: null }
const rules = { turnaroundDays: 1, licenceRetentionDays: 14 }
const chosen: Settings = { ...branding, ...contact, ...rules, terms: 'A full tank.' }
const all: readonly BusinessEvent[] = [
  { type: 'BusinessBrandingChanged', data: { businessId, ...branding } },
  { type: 'BusinessContactChanged', data: { businessId, ...contact } },
  { type: 'BusinessTermsChanged', data: { businessId, version: 1, terms: 'A full tank.' } },
  { type: 'BusinessRentalRulesChanged', data: { businessId, ...rules } },
]
const save = (settings: Settings, seen: number, isOwnLogo = false) =>
  ({ type: 'saveSettings', settings, seen, isOwnLogo }) satisfies { type: 'saveSettings' } & SaveSettings

describe('saving the settings', () => {
  test('writes all that has changed, together', () => {
    given(businessDecider, onboarded)
      .when(save(chosen, 0))
      .thenEmits(...all)
  })

  test.each<[string, Partial<Settings>, BusinessEvent]>([
    [
      'colour',
      { primaryColor: '#aa0000' },
      { type: 'BusinessBrandingChanged', data: { businessId, ...branding, primaryColor: '#aa0000' } },
    ],
    [
      'address',
      { address: '1 Quay Street' },
      { type: 'BusinessContactChanged', data: { businessId, ...contact, address: '1 Quay Street' } },
    ],
    [
      'terms',
      { terms: 'No smoking.' },
      { type: 'BusinessTermsChanged', data: { businessId, version: 2, terms: 'No smoking.' } },
    ],
    ['terms away', { terms: null }, { type: 'BusinessTermsChanged', data: { businessId, version: 2, terms: null } }],
    [
      'retention',
      { licenceRetentionDays: 60 },
      { type: 'BusinessRentalRulesChanged', data: { businessId, ...rules, licenceRetentionDays: 60 } },
    ],
  ])('writes nothing but what has changed: %s', (_what, change, event) => {
    given(businessDecider, onboarded, ...all)
      .when(save({ ...chosen, ...change }, 4))
      .thenEmits(event)
  })

  test('that are so already writes nothing, whichever were seen: sent twice it is no conflict with itself', () => {
    given(businessDecider, onboarded, ...all)
      .when(save(chosen, 4))
      .thenNothing()
    given(businessDecider, onboarded, ...all)
      .when(save(chosen, 0))
      .thenNothing()
  })

  test('by whoever has not seen what others have saved is refused: nothing of theirs is overwritten', () => {
    for (const seen of [0, 3, 5]) {
      given(businessDecider, onboarded, ...all)
        .when(save({ ...chosen, name: 'Harbor' }, seen))
        .thenRefused({ code: 'settings-changed' })
    }
  })

  test('of a business that is not there is refused', () => {
    given(businessDecider).when(save(chosen, 0)).thenRefused({ code: 'not-found' })
  })

  test('takes a logo of its own, keeps the one that it has, and takes it away again', () => {
    const withLogo: Settings = { ...chosen, logoPath }
    const shown: BusinessEvent = { type: 'BusinessBrandingChanged', data: { businessId, ...branding, logoPath } }
    given(businessDecider, onboarded, ...all)
      .when(save(withLogo, 4))
      .thenRefused({ code: 'logo-unknown' })
    given(businessDecider, onboarded, ...all)
      .when(save(withLogo, 4, true))
      .thenEmits(shown)
    given(businessDecider, onboarded, ...all, shown)
      .when(save({ ...withLogo, terms: null }, 5))
      .thenEmits({ type: 'BusinessTermsChanged', data: { businessId, version: 2, terms: null } })
    given(businessDecider, onboarded, ...all, shown)
      .when(save(chosen, 5))
      .thenEmits({ type: 'BusinessBrandingChanged', data: { businessId, ...branding } })
  })

  test('leads to them: version and terms are counted', () => {
    const state = [onboarded, ...all].reduce(businessDecider.evolve, businessDecider.initial())
    expect(state).toMatchObject({ ...chosen, termsVersion: 1, settingsVersion: 4 })
  })
})
