import { BookingReference as Sent } from '@forecourt/contracts/booking.ts'
import { BookingReference } from '@forecourt/domain/booking-reference.ts'
import { expect, it } from 'vitest'

const alphabet = ['', '0', '9', 'A', 'Z', 'a', 'z', '-', '_', ' ', '\n', 'Ä']
const lengths = [0, 1, 5, 6, 7, 13, 19, 20, 21, 32, 33]
const texts = ['BR-', 'br-', '#BR-', ''].flatMap((head) =>
  lengths.flatMap((length) => alphabet.map((last) => head + '7'.repeat(length) + last)),
)

const accepted = (schema: { safeParse(text: string): { success: boolean } }) =>
  texts.filter((text) => schema.safeParse(text).success)

it('a reference that may be sent is one that may be booked, and no other is', () => {
  expect(accepted(BookingReference)).toEqual(accepted(Sent))
  expect(accepted(Sent)).not.toHaveLength(0)
})
