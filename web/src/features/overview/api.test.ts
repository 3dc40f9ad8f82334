import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { aBooking } from '../bookings/testing/booking.ts'
import { ofToday } from './api.ts'
import { todayAtTheDesk } from './model.ts'

afterEach(() => vi.unstubAllGlobals())

test('what is to be done today is in its block, though 500 bookings were made since it was booked', async () => {
  const asked: string[] = []
  const longAgo = aBooking({ id: 'spring', status: 'approved', pickupDate: '2026-11-21', dropoffDate: '2026-11-25' })
  const inSummer = aBooking({
    id: 'summer',
    status: 'approved',
    pickupDate: '2027-07-01',
    dropoffDate: '2027-07-03',
    cancellationAskedAt: '2026-11-20T10:00:00.000Z',
  })
  // It begins today as well, and so is in two of the answers.
  const soon = aBooking({
    ...inSummer,
    id: 'soon',
    pickupDate: '2026-11-21',
    cancellationAskedAt: '2026-11-20T11:00:00.000Z',
  })
  const undecided = aBooking({ id: 'undecided', status: 'pending' })
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (path.includes('cancellation=asked')) return Response.json([inSummer, soon])
    return Response.json(path.includes('status=approved') ? [longAgo, soon] : [undecided])
  })
  const found = await new QueryClient().fetchQuery(ofToday('2026-11-21'))
  expect(asked).toEqual([
    '/api/admin/bookings?status=approved&from=2026-08-23&to=2026-11-22&limit=1000',
    '/api/admin/bookings?status=pending&limit=1000',
    '/api/admin/bookings?cancellation=asked&limit=1000',
  ])
  expect(todayAtTheDesk(found, '2026-11-21')).toMatchObject({
    pickUps: [{ id: 'spring' }, { id: 'soon' }],
    cancellations: [{ id: 'summer' }, { id: 'soon' }],
    waiting: [{ id: 'undecided' }],
  })
})
