import { describe, expect, it } from 'vitest'
import { type Actions, added, answered } from '../../offline/outbox/queue.ts'
import { noteDueDates } from './actions.ts'
import { againInForm, refusedDueDates } from './refused-due-dates.ts'

const from = { mot: null, service: null, insurance: '2027-01-31', tax: null }
const typed = { ...from, mot: '2027-03-31' }
const args = { carId: 'fiesta', carName: 'Ford Fiesta', dueDates: typed, from }
const waiting: Actions = added([], {
  id: 'one',
  subject: noteDueDates.subject(args),
  name: noteDueDates.name,
  args,
  label: 'Save due dates of Ford Fiesta',
  createdAt: 0,
  heldUntil: 0,
})
const refused = answered(waiting, 'one', { kind: 'refused', reason: 'Somebody has changed them' }, 0, 0)

describe('due dates that were refused', () => {
  it('stand in the form again, with why, on top of what others have saved of the other dates', () => {
    const saved = { ...from, tax: '2027-06-30' }
    const again = refusedDueDates(refused, 'fiesta', saved)
    expect(again).toEqual({ ids: ['one'], refusal: 'Somebody has changed them', typed, from })
    expect(again && againInForm(saved, again)).toMatchObject({
      draft: { ...typed, tax: '2027-06-30' },
      overtaken: [],
    })
  })

  it('stand beside the same date that a colleague has saved, for the person to choose', () => {
    const saved = { ...from, mot: '2027-02-28' }
    expect(againInForm(saved, { typed, from })).toMatchObject({ draft: typed, overtaken: ['mot'] })
  })

  it('do so of their own vehicle, and not while they wait to be sent', () => {
    expect(refusedDueDates(refused, 'fabia', from)).toBeUndefined()
    expect(refusedDueDates(waiting, 'fiesta', from)).toBeUndefined()
  })
})
