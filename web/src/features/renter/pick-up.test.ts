import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PickUp } from './pick-up.tsx'
import { aRenterBooking } from './testing/renter-booking.ts'

const pickUpWith = (phone: string) => {
  const booking = aRenterBooking()
  return renderToStaticMarkup(
    createElement(PickUp, { booking: { ...booking, business: { ...booking.business, phone } } }),
  )
}

it.each([
  ['+44 (0)20 7946-0123 ext. 5', '<a href="tel:+442079460123;ext=5">Call +44 (0)20 7946-0123 ext. 5</a>'],
  ['abc', '<span>abc</span>'],
])('the telephone %s is a link of the renter’s page that dials it, or none', (written, shown) =>
  expect(pickUpWith(written)).toContain(shown),
)
