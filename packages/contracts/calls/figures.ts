import { CarPerformance, Stats, StatsQuery } from '../figures.ts'
import { type Call, rows, type Section } from './call.ts'

const section: Section = { name: 'Figures', about: 'How a business is doing.' }

export const figureCalls: readonly Call[] = [
  {
    id: 'stats',
    section,
    method: 'GET',
    path: '/api/admin/stats',
    summary: 'The figures of a month',
    about: `Revenue: what approved and completed bookings cost that are picked up in the month. Active bookings: approved ones that hold at least one of its days. Utilisation: days for which vehicles are booked (approved or completed) ÷ (vehicles in the fleet × days of the month), in whole percent (halves rounded up); a day with two bookings counts once, and a vehicle that has left the fleet counts in neither. Customers: all that are not erased.`,
    service: 'query',
    access: 'member',
    query: StatsQuery,
    answers: rows('The figures.', Stats),
    example: { query: { year: '2026', month: '11' } },
  },
  {
    id: 'carPerformance',
    section,
    method: 'GET',
    path: '/api/admin/car-performance',
    summary: 'What each vehicle brings in',
    about:
      'Over approved and completed bookings of all time. Up to three vehicles with the most revenue, of those with a booking at all; and of all others up to three with the least. Ties by name. Vehicles that have left the fleet are in neither.',
    service: 'query',
    access: 'member',
    answers: rows('Both lists.', CarPerformance),
    example: {},
  },
]
