import { CarPerformance, Stats } from '@forecourt/contracts/figures.ts'
import { queryOptions } from '@tanstack/react-query'
import { get } from '../../lib/api.ts'
import { keptForMember } from '../../offline/query-copy.ts'
import type { Month } from './model.ts'

/** The figures of a month. */
export const stats = ({ year, month }: Month) =>
  queryOptions({
    queryKey: ['admin', 'figures', 'stats', year, month],
    queryFn: ({ signal }) => get(Stats, `/api/admin/stats?year=${year}&month=${month}`, signal),
    ...keptForMember,
  })

/** What each vehicle has brought in. */
export const carPerformance = () =>
  queryOptions({
    queryKey: ['admin', 'figures', 'performance'],
    queryFn: ({ signal }) => get(CarPerformance, '/api/admin/car-performance', signal),
    ...keptForMember,
  })
