import { expect, it } from 'vitest'
import { decideBooking } from '../bookings/actions.ts'
import { attachPaper, signAtDesk } from '../contracts/actions.ts'
import { bookWalkIn } from '../manual-booking/actions.ts'
import { lostWith } from './dropping.ts'

it.each([signAtDesk, attachPaper, bookWalkIn])(
  'what is kept on the device for “$name” is not deleted with it before somebody was asked',
  ({ name, forget }) => {
    expect(forget).toBeDefined()
    expect(lostWith(name)).toMatch(/deleted from this device/)
  },
)

it('what a tap does again is dropped without a question', () => {
  expect(lostWith(decideBooking.name)).toBeUndefined()
})
