import { describe, expect, it } from 'vitest'
import { telephoneLink } from './telephone.ts'

describe('a link of a telephone', () => {
  it.each([
    ['01170496000', 'tel:01170496000'],
    ['0117 496 0000', 'tel:01174960000'],
    ['(0117) 496–0000', 'tel:01174960000'],
    ['+44.117.496.0000', 'tel:+441174960000'],
    ['(+44) 117 496 0000', 'tel:+441174960000'],
    ['0044 117 496 0000', 'tel:00441174960000'],
    ['Tel.: 0117 496 0000', 'tel:01174960000'],
    ['999', 'tel:999'],
  ])('has the digits of %s, and its plus', (written, link) => expect(telephoneLink(written)).toBe(link))

  it.each([
    ['+44 (0)117 496-0000', 'tel:+441174960000'],
    ['(+44) (0)117 496 0000', 'tel:+441174960000'],
    ['0044 (0)117 496 0000', 'tel:00441174960000'],
    ['(0)117 496 0000', 'tel:01174960000'],
  ])('leaves the nought of %s out behind the code of a country, and nowhere else', (written, link) =>
    expect(telephoneLink(written)).toBe(link),
  )

  it.each([
    ['+44 (0)20 7946-0123 ext. 5', 'tel:+442079460123;ext=5'],
    ['0117 496 0000 x12', 'tel:01174960000;ext=12'],
    ['0117 496 0000, extension 12', 'tel:01174960000;ext=12'],
    ['0117 496 0000;ext=12', 'tel:01174960000;ext=12'],
    ['0117 496 0000 #12', 'tel:01174960000;ext=12'],
  ])('dials the extension of %s after the number, and not as the end of it', (written, link) =>
    expect(telephoneLink(written)).toBe(link),
  )

  it.each([
    '',
    ' ',
    'abc',
    '+',
    '5',
    'ext. 5',
    '0800 FLOWERS',
    '0117 496 0000 or 0117 496 0001',
    '0117 4960000/1',
    '1'.repeat(18),
  ])('is not made of what cannot be dialled, or is no one number: "%s"', (written) =>
    expect(telephoneLink(written)).toBeUndefined(),
  )
})
