import { expect, test } from 'vitest'
import { type BookingDraft, emptyDraft } from './draft.ts'
import { attemptOf } from './model.ts'
import { priceChange } from './price-change.ts'

const chosen: BookingDraft = { ...emptyDraft, carId: 'fiesta', pickupDate: '2026-12-08', dropoffDate: '2026-12-11' }
const sentFor = (total: string): BookingDraft => ({
  ...chosen,
  attempt: attemptOf(chosen, total, { now: 0, newKey: () => 'key' }),
})
const told = { carId: 'fiesta', pickupDate: '2026-12-08', dropoffDate: '2026-12-11', total: '162.00' }

test('what was sent at one price and costs another by now has to be agreed to', () => {
  expect(priceChange(sentFor('150.00'), told, '150.00')).toEqual({ was: '150.00', now: '162.00' })
  expect(priceChange(sentFor('150.00'), undefined, '162.00')).toEqual({ was: '150.00', now: '162.00' })
})

test('a price that was agreed to is the price', () => {
  expect(priceChange(sentFor('162.00'), told, '150.00')).toBeUndefined()
})

test('nobody has agreed to anything before the form is sent, or to the price of other days', () => {
  expect(priceChange(chosen, undefined, '162.00')).toBeUndefined()
  expect(priceChange({ ...sentFor('150.00'), dropoffDate: '2026-12-12' }, told, '216.00')).toBeUndefined()
  expect(priceChange({ ...sentFor('150.00'), carId: 'golf' }, told, '180.00')).toBeUndefined()
})

test('a change elsewhere in the form leaves the question standing', () => {
  expect(priceChange({ ...sentFor('150.00'), notes: 'A child seat' }, told, '150.00')).toEqual({
    was: '150.00',
    now: '162.00',
  })
})
