import { Fleet } from '@forecourt/contracts/fleet.ts'
import { queryOptions } from '@tanstack/react-query'
import { get } from '../../lib/api.ts'
import { keptPublicly } from '../../offline/query-copy.ts'

/** The vehicles that a business's portal shows. */
export const fleet = (slug: string) =>
  queryOptions({
    queryKey: ['fleet', slug],
    queryFn: ({ signal }) => get(Fleet, `/api/cars?businessSlug=${encodeURIComponent(slug)}`, signal),
    ...keptPublicly(slug),
  })
