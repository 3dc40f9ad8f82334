import { describe, expect, it, test } from 'vitest'
import { dueSoon, dueWords, papersQuestion } from './due.ts'

const TODAY = '2026-11-21'
const none = { mot: null, service: null, insurance: null, tax: null }

test.each([
  ['mot', '2026-12-08', 'MOT ends Tue 8 Dec'],
  ['mot', '2026-11-21', 'MOT ends today'],
  ['insurance', '2026-11-03', 'Insurance ran out Tue 3 Nov'],
  ['tax', '2027-01-05', 'Tax ends 5 January 2027'],
  ['service', '2026-12-08', 'Service due Tue 8 Dec'],
  ['service', '2026-11-21', 'Service due today'],
  ['service', '2025-11-03', 'Service was due 3 November 2025'],
] as const)('%s on %s: "%s"', (paper, date, words) => expect(dueWords(paper, date, TODAY)).toBe(words))

describe('what is due within 30 days', () => {
  it.each([
    ['2026-12-21', 1],
    ['2026-12-22', 0],
    ['2026-11-21', 1],
    ['2019-01-01', 1],
  ])('a date of %s: %i', (mot, count) => expect(dueSoon({ ...none, mot }, TODAY)).toHaveLength(count))
  it('the earliest comes first, and says whether it is past', () =>
    expect(
      dueSoon({ ...none, mot: '2026-12-01', tax: '2026-11-20' }, TODAY).map(({ paper, isPast }) => [paper, isPast]),
    ).toEqual([
      ['tax', true],
      ['mot', false],
    ]))
  it('nothing that nobody has noted down', () => expect(dueSoon(none, TODAY)).toEqual([]))
})

describe('before a hire is approved', () => {
  const hire = { carId: 'fiesta', dropoffDate: '2026-12-10' }
  const asked = (dueDates: object) =>
    papersQuestion(hire, [{ id: 'fiesta', name: 'Ford Fiesta', dueDates: { ...none, ...dueDates } }])

  it('staff are asked when the MOT ends before the vehicle is back', () =>
    expect(asked({ mot: '2026-12-09' })).toBe(
      'The hire of Ford Fiesta is over on 10 December 2026, but its MOT ends on 9 December 2026. Approve it all the same?',
    ))
  it('and about the insurance with it', () =>
    expect(asked({ mot: '2026-12-09', insurance: '2026-12-01' })).toContain(
      'its MOT ends on 9 December 2026, and its insurance ends on 1 December 2026.',
    ))
  it.each([{ mot: '2026-12-10' }, { service: '2026-12-01' }, { tax: '2026-12-01' }, {}])(
    'nobody is asked with %j',
    (dueDates) => expect(asked(dueDates)).toBeUndefined(),
  )
  it('nobody is asked about a vehicle that this device does not know', () =>
    expect(papersQuestion(hire, [])).toBeUndefined())
})
