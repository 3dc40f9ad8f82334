import type { BusinessSettings } from '@forecourt/contracts/settings.ts'
import { describe, expect, it } from 'vitest'
import { complaintsOf, decided, draftOf, leftAfter, onTopOf, readDraft } from './model.ts'

const settings: BusinessSettings = {
  version: 4,
  name: 'Harbour Hire',
  primaryColor: '#0f6fde',
  logoUrl: null,
  description: null,
  contactEmail: 'hello@harbour-hire.example',
  contactPhone: null,
  address: '12 Quay Street\nBristol',
  terms: 'A full tank.',
  termsVersion: 2,
  turnaroundDays: 1,
  licenceRetentionDays: 30,
}
const saved = draftOf(settings)
const begun = (change: Partial<typeof saved>) => ({ typed: { ...saved, ...change }, from: saved })

describe('settings as they are typed', () => {
  it('are those that were answered, as long as nobody types', () => {
    expect(readDraft(saved, settings)).toEqual({ settings })
  })

  it('are sent with the version of those that were seen', () => {
    expect(readDraft(saved, { version: 9, termsVersion: 3 })).toMatchObject({ settings: { version: 9 } })
  })

  it('are nothing where nothing is typed', () => {
    expect(readDraft({ ...saved, contactEmail: ' ', address: '', terms: '\n' }, settings)).toMatchObject({
      settings: { contactEmail: null, address: null, terms: null },
    })
  })

  it.each([
    ['name', ' ', 'Name is required'],
    ['name', 'x'.repeat(101), 'At most 100 characters'],
    ['primaryColor', '#0f6', 'A colour like #0f6fde is expected'],
    ['contactEmail', 'hello@harbour', 'Invalid email address'],
    ['contactPhone', '1'.repeat(51), 'At most 50 characters'],
    ['description', 'x'.repeat(2001), 'At most 2000 characters'],
    ['address', 'x'.repeat(301), 'At most 300 characters'],
    ['terms', 'x'.repeat(18_001), 'At most 18000 characters'],
    ['turnaroundDays', '4', 'From 0 to 3 days can be kept free after each hire.'],
    ['licenceRetentionDays', '', 'Licences can be kept from 1 to 365 days.'],
    ['licenceRetentionDays', '30.5', 'Licences can be kept from 1 to 365 days.'],
    ['licenceRetentionDays', '-1', 'Licences can be kept from 1 to 365 days.'],
  ] as const)('are refused at the field: %s', (field, typed, sentence) => {
    expect(readDraft({ ...saved, [field]: typed }, settings)).toEqual({ wrong: { [field]: sentence } })
  })

  it('take the server’s sentences to their fields, and no others', () => {
    expect(
      complaintsOf([
        { path: 'logoUrl', message: 'Only a logo that you uploaded can be shown.' },
        { path: 'slug', message: 'What is that?' },
      ]),
    ).toEqual({ logoUrl: 'Only a logo that you uploaded can be shown.' })
  })
})

describe('settings that somebody else has saved meanwhile', () => {
  const theirs = { ...saved, name: 'Harbour & Sons', terms: 'No smoking.' }

  it('are shown in the fields that were left alone', () => {
    expect(onTopOf(theirs, begun({ address: 'The quay' }))).toMatchObject({
      draft: { ...theirs, address: 'The quay' },
      overtaken: [],
      changed: ['address'],
    })
  })

  it('have overtaken a field that both have changed', () => {
    expect(onTopOf(theirs, begun({ name: 'Harbour & Daughters' })).overtaken).toEqual(['name'])
  })

  it('overtake nothing where both have typed the same', () => {
    expect(onTopOf(theirs, begun({ name: 'Harbour & Sons' }))).toMatchObject({ overtaken: [], changed: [] })
  })

  it('give way when mine are kept, and are taken with what I typed elsewhere', () => {
    const mine = begun({ name: 'Harbour & Daughters', terms: 'Smoke outside.', address: 'The quay' })
    const named = decided(mine, theirs, 'name', 'mine')
    expect(onTopOf(theirs, named)).toMatchObject({ overtaken: ['terms'], draft: { name: 'Harbour & Daughters' } })
    const all = decided(named, theirs, 'terms', 'theirs')
    expect(onTopOf(theirs, all)).toMatchObject({
      overtaken: [],
      changed: ['name', 'address'],
      draft: { ...theirs, name: 'Harbour & Daughters', address: 'The quay' },
    })
  })
})

describe('when settings have been saved', () => {
  it('nothing is left of what was sent, as the server has written it', () => {
    const sent = { ...saved, name: ' Harbour  ' }
    expect(leftAfter(sent, sent, { ...saved, name: 'Harbour' })).toBeUndefined()
  })

  it('what was typed meanwhile is left', () => {
    const sent = { ...saved, name: 'Harbour' }
    const left = leftAfter(sent, { ...sent, terms: 'No smoking.' }, sent)
    expect(left).toEqual({ typed: { ...sent, terms: 'No smoking.' }, from: sent })
  })
})
