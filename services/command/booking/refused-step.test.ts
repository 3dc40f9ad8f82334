import { expect, it } from 'vitest'
import { refusedStep } from './refused-step.ts'

it.each([
  [
    'pending',
    'approved',
    'rejected',
    'Somebody has approved this booking meanwhile. Use Cancel Booking to take that back.',
  ],
  [
    'pending',
    'rejected',
    'approved',
    'Somebody has rejected this booking meanwhile. It takes a new booking to change that.',
  ],
  [
    'approved',
    'rejected',
    'completed',
    'Somebody has cancelled this booking meanwhile. It takes a new booking to change that.',
  ],
  [
    'approved',
    'completed',
    'rejected',
    'Somebody has marked this booking as completed meanwhile. Use Mark as Approved and then Cancel Booking to take that back.',
  ],
  [
    'pending',
    'completed',
    'approved',
    'Somebody has marked this booking as completed meanwhile. Use Mark as Approved to take that back.',
  ],
  ['completed', 'approved', 'pending', 'Somebody has approved this booking meanwhile.'],
] as const)('of who saw %s where it is %s and wanted %s: %s', (seen, from, to, words) => {
  expect(refusedStep({ code: 'transition-not-allowed', seen, from, to })).toBe(words)
})

it('of who saw a request that its renter has taken back says that it was they', () => {
  const refused = { code: 'transition-not-allowed', seen: 'pending', from: 'rejected', to: 'approved' } as const
  expect(refusedStep({ ...refused, withdrawn: true })).toBe(
    'The customer has taken this request back meanwhile. It takes a new booking to change that.',
  )
})

it('of who did not say what they saw names the present and the wanted status', () => {
  expect(refusedStep({ code: 'transition-not-allowed', from: 'rejected', to: 'approved' })).toBe(
    'A booking that is rejected cannot become approved.',
  )
})
