import { expect, it } from 'vitest'
import { aBooking } from '../bookings/testing/booking.ts'
import { attachPaper, signAtDesk } from './actions.ts'

const sha256 = 'a'.repeat(64)
const unsigned = { state: 'unsigned' as const, beingMade: false, sha256, signedBy: null, signedAt: null, versions: [] }
const of = (status: 'approved' | 'rejected') => [aBooking({ id: 'one', status, contract: unsigned })]

it('a signature, or a paper, of a booking that was cancelled meanwhile cannot be tried again', () => {
  const signature = { id: 'one', sealed: 'seal', sha256, signedAt: '2026-12-01T09:00:00.000Z' }
  const paper = { id: 'one', sealed: 'seal' }
  for (const [status, isOver] of [
    ['approved', false],
    ['rejected', true],
  ] as const) {
    expect(signAtDesk.overtaken?.by(of(status), signature)).toBe(isOver)
    expect(attachPaper.overtaken?.by(of(status), paper)).toBe(isOver)
  }
})
