import { describe, expect, it, vi } from 'vitest'
import { announcement, hearOtherTabs, newestOf, noteMadeHere, split } from './arrivals.ts'
import { aBooking } from './testing/booking.ts'

const read = aBooking({ id: 'read', createdAt: '2026-11-21T08:00:00Z' })
const arrived = aBooking({ id: 'arrived', createdAt: '2026-11-21T09:00:00Z' })
const walkIn = aBooking({ id: 'walk-in', createdAt: '2026-11-21T09:30:00Z', channel: 'desk', reference: 'BR-WALKIN' })
const own = { ...walkIn, id: 'own', reference: 'BR-BOOKEDHERE' }

describe('a request that arrives while staff look at the list', () => {
  it('is announced and does not move what they read', () => {
    expect(split([arrived, read], newestOf([read]))).toEqual({ shown: [read], arrived: [arrived] })
  })
  it('stays announced after somebody else has decided about it', () => {
    const decided = { ...arrived, status: 'approved' } as const
    expect(split([decided, read], newestOf([read])).arrived).toEqual([decided])
  })
  it('is in the list once they have asked for it', () => {
    const all = [arrived, read]
    expect(split(all, newestOf(all))).toEqual({ shown: all, arrived: [] })
  })
  it('is in the list when somebody has opened it, by its address, say', () => {
    expect(split([arrived, read], newestOf([read]), 'arrived')).toEqual({ shown: [arrived, read], arrived: [] })
  })
  it('is announced in an empty list, too', () => expect(split([arrived], newestOf([])).arrived).toEqual([arrived]))
  it('is in the list at once before anybody has looked', () =>
    expect(split([arrived], undefined).shown).toEqual([arrived]))
})

it('what a colleague has booked at a desk is announced, too, and moves nothing', () => {
  expect(split([walkIn, read], newestOf([read]))).toEqual({ shown: [read], arrived: [walkIn] })
})

it('what was booked here is in the list at once', () => {
  noteMadeHere(own.reference)
  expect(split([own, read], newestOf([read]))).toEqual({ shown: [own, read], arrived: [] })
})

it('what the same person books in another tab is in the list at once, too, and no colleague’s', async () => {
  const elsewhere = { ...walkIn, id: 'elsewhere', reference: 'BR-OTHERTAB' }
  // Another tab has the same code, and a memory of its own.
  vi.resetModules()
  const other = await import('./arrivals.ts')
  const stop = hearOtherTabs()
  other.noteMadeHere(elsewhere.reference)
  await vi.waitFor(
    () => expect(split([elsewhere, read], newestOf([read]))).toEqual({ shown: [elsewhere, read], arrived: [] }),
    30_000,
  )
  stop()
})

it.each([
  ['1 new request', [arrived]],
  ['3 new requests', [arrived, arrived, arrived]],
  ['1 new booking', [walkIn]],
  ['2 new bookings', [arrived, walkIn]],
])('"%s"', (words, bookings) => expect(announcement(bookings)).toBe(words))
