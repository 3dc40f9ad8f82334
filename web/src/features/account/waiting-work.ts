import { queryOptions, useQuery } from '@tanstack/react-query'
import { waitingOf } from '../../offline/outbox/storage.ts'
import { lastMember } from '../../offline/remembered-member.ts'

/** What somebody did on this device and is not sent yet: whose it is, and how much. */
export interface WaitingWork {
  readonly email: string | null
  readonly count: number
}

const waitingHere = (slug: string) =>
  queryOptions({
    queryKey: ['device', 'waiting', slug],
    queryFn: async (): Promise<WaitingWork | null> => {
      const member = await lastMember()
      if (member === undefined || member.business.slug !== slug) return null
      const { length: count } = await waitingOf(member.id, member.businessId)
      return count === 0 ? null : { email: member.email, count }
    },
    staleTime: 0,
    gcTime: 0,
  })

/** What waits on this device for a member of the business whose session has ended; null when nothing does. */
export const useWaitingWork = (slug: string): WaitingWork | null => useQuery(waitingHere(slug)).data ?? null
