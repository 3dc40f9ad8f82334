import { expect, test } from 'vitest'
import { type BookingDraft, emptyDraft } from './draft.ts'
import { attemptOf } from './model.ts'
import { isOutdated, priceChange, priceNow, type Told } from './price-change.ts'

const chosen: BookingDraft = { ...emptyDraft, carId: 'fiesta', pickupDate: '2026-12-08', dropoffDate: '2026-12-11' }
const sentFor = (total: string): BookingDraft => ({
  ...chosen,
  attempt: attemptOf(chosen, total, { now: 0, newKey: () => 'key' }),
})
const told: Told = {
  carId: 'fiesta',
  pickupDate: '2026-12-08',
  dropoffDate: '2026-12-11',
  total: '162.00',
  insteadOf: '150.00',
}

test('what was sent at one price and costs another by now has to be agreed to', () => {
  expect(priceNow(sentFor('150.00'), told, '150.00')).toBe('162.00')
  expect(priceNow(sentFor('150.00'), undefined, '162.00')).toBe('162.00')
  expect(priceChange(sentFor('150.00'), '162.00')).toEqual({ was: '150.00', now: '162.00' })
})

test('a price that was agreed to is the price, though the fleet still has the one before', () => {
  expect(priceChange(sentFor('162.00'), priceNow(sentFor('162.00'), told, '150.00'))).toBeUndefined()
})

test('what the fleet says after the server is newer', () => {
  expect(isOutdated(told, sentFor('162.00'), '150.00')).toBe(false)
  expect(isOutdated(told, sentFor('162.00'), '162.00'), 'it has caught up').toBe(true)
  expect(priceNow(sentFor('162.00'), told, '171.00')).toBe('171.00')
})

test('nobody has agreed to anything before the form is sent, or to the price of other days', () => {
  expect(priceChange(chosen, '162.00')).toBeUndefined()
  const longer = { ...sentFor('150.00'), dropoffDate: '2026-12-12' }
  expect(priceNow(longer, told, '216.00')).toBe('216.00')
  expect(priceChange(longer, '216.00')).toBeUndefined()
  const other = { ...sentFor('150.00'), carId: 'golf' }
  expect(priceNow(other, told, '180.00')).toBe('180.00')
  expect(isOutdated(told, other, '180.00'), 'nothing was said of the first one').toBe(false)
  expect(priceChange(other, '180.00')).toBeUndefined()
})

test('a change elsewhere in the form leaves the question standing', () => {
  const changed = { ...sentFor('150.00'), notes: 'A child seat' }
  expect(priceChange(changed, priceNow(changed, told, '150.00'))).toEqual({ was: '150.00', now: '162.00' })
})
