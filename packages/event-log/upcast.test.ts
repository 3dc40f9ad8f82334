import { describe, expect, it } from 'vitest'
import { type Upcasters, upcast } from './upcast.ts'

const chain: Upcasters = {
  Rented: [
    { data: (older) => ({ ...Object(older), currency: 'GBP' }) },
    { personal: (older) => ({ ...Object(older), phone: null }) },
    { data: (older) => ({ ...Object(older), days: 1 }) },
  ],
}

describe('an event of an older shape', () => {
  it('goes through every step from its own version on, in order', () => {
    expect(upcast('data', 'Rented', 1, { id: 7 }, chain)).toEqual({ id: 7, currency: 'GBP', days: 1 })
    expect(upcast('data', 'Rented', 2, { id: 7 }, chain)).toEqual({ id: 7, days: 1 })
    expect(upcast('personal', 'Rented', 1, { name: 'Zoë' }, chain)).toEqual({ name: 'Zoë', phone: null })
  })

  it('is left alone when it has the shape of today or never had another', () => {
    expect(upcast('data', 'Rented', 4, { id: 7 }, chain)).toEqual({ id: 7 })
    expect(upcast('data', 'Returned', 1, { id: 7 }, chain)).toEqual({ id: 7 })
  })

  it('is not changed itself', () => {
    const written = Object.freeze({ id: 7 })
    upcast('data', 'Rented', 1, written, chain)
    expect(written).toEqual({ id: 7 })
  })
})
