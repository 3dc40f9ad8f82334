import { expect, it } from 'vitest'
import { bind } from '../../offline/outbox/action.ts'
import { aBooking } from '../bookings/testing/booking.ts'
import { attachPaper, issueAnew, signAtDesk } from './actions.ts'

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

/** Whether a contract that was to be made anew would be refused again, with this one there. */
const isOver = (change: Partial<typeof unsigned> | { readonly state: 'signed' | 'uploaded' }, from?: object) =>
  bind(issueAnew, { id: 'one', ...from }).isOvertaken(() => [
    aBooking({ id: 'one', status: 'approved', contract: { ...unsigned, ...change } }),
  ])

it('a contract that was to be made anew is tried again while the one that was seen holds, and not once it is signed, or another', () => {
  const seen = { from: { state: 'unsigned', sha256 } as const }
  expect(isOver({}, seen)).toBe(false)
  expect(isOver({ state: 'signed' }, seen)).toBe(true)
  expect(isOver({ sha256: 'b'.repeat(64) }, seen)).toBe(true)
  expect(isOver({ state: 'uploaded' }, { from: { state: 'uploaded', sha256: null } })).toBe(false)
  expect(isOver({ state: 'signed' }), 'kept before contracts were told apart').toBe(false)
})
