import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { aBooking } from '../bookings/testing/booking.ts'
import { ofToday } from './api.ts'
import { todayAtTheDesk } from './model.ts'

afterEach(() => vi.unstubAllGlobals())

test('a hire that begins today is in today’s block, though 500 bookings were made since', async () => {
  const asked: string[] = []
  const longAgo = aBooking({ id: 'spring', status: 'approved', pickupDate: '2026-11-21', dropoffDate: '2026-11-25' })
  const undecided = aBooking({ id: 'undecided', status: 'pending' })
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json(path.includes('status=approved') ? [longAgo] : [undecided])
  })
  const found = await new QueryClient().fetchQuery(ofToday('2026-11-21'))
  expect(asked).toEqual([
    '/api/admin/bookings?status=approved&from=2026-08-23&to=2026-11-22&limit=1000',
    '/api/admin/bookings?status=pending&limit=1000',
  ])
  expect(todayAtTheDesk(found, '2026-11-21')).toMatchObject({
    pickUps: [{ id: 'spring' }],
    waiting: [{ id: 'undecided' }],
  })
})
