import { describe, expect, it } from 'vitest'
import { canBeRemovedFromView, changeTo, customerName, listed, matching, steps, withChange } from './model.ts'
import { aBooking } from './testing/booking.ts'

const booking = aBooking()
const other = { ...booking, id: 'other' }

it('a decision tells the server which status the person saw', () => {
  expect(changeTo({ from: 'pending', to: 'approved' })).toEqual({ status: 'approved', from: 'pending' })
})

describe('the steps that staff may take (specification section 4)', () => {
  it.each([
    ['pending', ['Approve', 'Reject']],
    ['approved', ['Mark as Completed']],
    ['completed', ['Mark as Approved']],
    ['rejected', []],
  ] as const)('%s: %j', (status, labels) => expect(steps[status].map(({ label }) => label)).toEqual(labels))
})

describe('the list', () => {
  it('omits bookings hidden from the bookings page, not those hidden from recent', () => {
    const hidden = { ...booking, hiddenFromBookingsPage: true }
    const notRecent = { ...other, hiddenFromRecent: true }
    expect(listed([hidden, notRecent])).toEqual([notRecent])
  })

  it('shows a decision at once and leaves the other rows as they are', () => {
    const [first, second] = withChange([booking, other], 'one', { status: 'approved' })
    expect(first?.status).toBe('approved')
    expect(second).toBe(other)
  })

  it('names an erased customer so', () => {
    const erased = { ...booking, customerName: null, customer: { ...booking.customer, name: null } }
    expect(customerName(erased)).toBe('Erased customer')
  })
})

describe('the search', () => {
  const found = aBooking({ car: { name: 'Ford Fiesta', licensePlate: 'HB24 FST' } })
  it.each(['byron', 'ADA@', '#BR-1765', 'br-1765', 'fiesta', 'hb24 fst', 'hb24fst', '  Ada '])(
    '"%s" finds it',
    (text) => expect(matching([found], text)).toEqual([found]),
  )
  it.each(['byron ada', 'fiesta  byron', 'ada #br-1765', 'hb24 ada'])(
    '"%s" finds it: each word, in any order',
    (text) => expect(matching([found], text)).toEqual([found]),
  )
  it.each(['skoda', 'Škoda', 'S\u030ckoda', 'SKODA zoe', 'Zoë'])(
    '"%s" finds Zoë’s Škoda: accents are not needed',
    (text) => {
      const accented = aBooking({
        customerName: 'Zoe\u0308 Müller',
        car: { name: 'Škoda Octavia', licensePlate: null },
      })
      expect(matching([found, accented], text)).toEqual([accented])
    },
  )
  it.each(["o'brien", 'o\u2019brien', 'o\u2018brien', 'O\u02bcBRIEN'])(
    '"%s" finds O’Brien and O\'Brien: every apostrophe is the same',
    (text) => {
      const typed = aBooking({ customerName: "Una O'Brien" })
      const curly = aBooking({ customerName: 'Una O\u2019Brien' })
      expect(matching([typed, found, curly], text)).toEqual([typed, curly])
    },
  )
  it.each(['babbage', 'hb25', '07700', 'ada babbage', 'adabyron'])('"%s" does not', (text) =>
    expect(matching([found], text)).toEqual([]),
  )
})

it.each([
  ['pending', false],
  ['approved', false],
  ['completed', true],
  ['rejected', true],
] as const)('a %s booking can be removed from view: %s', (status, can) =>
  expect(canBeRemovedFromView({ status })).toBe(can),
)
