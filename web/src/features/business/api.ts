import { AdminBusiness, PublicBusiness } from '@forecourt/contracts/business.ts'
import { queryOptions } from '@tanstack/react-query'
import { get } from '../../lib/api.ts'
import { keptForMember, keptPublicly } from '../../offline/query-copy.ts'

/** A business as anybody sees it: name and colour for portal and sign-in. */
export const publicBusiness = (slug: string) =>
  queryOptions({
    queryKey: ['business', slug],
    queryFn: ({ signal }) => get(PublicBusiness, `/api/business/${encodeURIComponent(slug)}`, signal),
    ...keptPublicly(slug),
  })

/** The signed-in member's own business. */
export const ownBusiness = () =>
  queryOptions({
    queryKey: ['admin', 'business'],
    queryFn: ({ signal }) => get(AdminBusiness, '/api/admin/business', signal),
    ...keptForMember,
  })
