import { queryOptions, useQuery } from '@tanstack/react-query'
import { waitingOf } from '../../offline/outbox/storage.ts'
import { lastMember, leftMembers } from '../../offline/remembered-member.ts'

/** What somebody did on this device and is not sent yet: whose it is, and how much. */
export interface WaitingWork {
  readonly memberId: string
  readonly email: string | null
  /** They were the last one here: most likely it is they who sign in. */
  readonly isLast: boolean
  readonly count: number
}

const waitingHere = (slug: string) =>
  queryOptions({
    queryKey: ['device', 'waiting', slug],
    queryFn: async (): Promise<readonly WaitingWork[]> => {
      const [last, left] = await Promise.all([lastMember(), leftMembers()])
      // A version before kept the last one alone.
      const members = new Map([...left, ...(last === undefined ? [] : [last])].map((member) => [member.id, member]))
      const work = await Promise.all(
        [...members.values()]
          .filter(({ business }) => business.slug === slug)
          .map(async ({ id: memberId, businessId, email }) => ({
            memberId,
            email,
            isLast: memberId === last?.id,
            count: (await waitingOf(memberId, businessId)).length,
          })),
      )
      return work.filter(({ count }) => count > 0)
    },
    staleTime: 0,
    gcTime: 0,
  })

/** What waits on this device for each member of the business whose session has ended, the latest last. */
export const useWaitingWork = (slug: string): readonly WaitingWork[] => useQuery(waitingHere(slug)).data ?? NONE

const NONE: readonly WaitingWork[] = []
