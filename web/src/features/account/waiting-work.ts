import { queryOptions, useQuery } from '@tanstack/react-query'
import { recovered } from '../../offline/outbox/queue.ts'
import { waitingOf } from '../../offline/outbox/storage.ts'
import { lastMember, leftMembers } from '../../offline/remembered-member.ts'

/** What somebody did on this device and the server has not taken: whose it is, and how much. */
export interface WaitingWork {
  readonly memberId: string
  readonly email: string | null
  /** They were the last one here: most likely it is they who sign in. */
  readonly isLast: boolean
  readonly waiting: number
  /** What the server has refused, or is too old to be sent by itself: signing in sends nothing of that. */
  readonly refused: number
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
          .map(async ({ id: memberId, businessId, email }) => {
            const kept = recovered(await waitingOf(memberId, businessId), Date.now())
            const refused = kept.filter(({ state }) => state === 'refused').length
            return { memberId, email, isLast: memberId === last?.id, waiting: kept.length - refused, refused }
          }),
      )
      return work.filter(({ waiting, refused }) => waiting + refused > 0)
    },
    staleTime: 0,
    gcTime: 0,
  })

/** What waits on this device for each member of the business whose session has ended, the latest last. */
export const useWaitingWork = (slug: string): readonly WaitingWork[] => useQuery(waitingHere(slug)).data ?? NONE

const NONE: readonly WaitingWork[] = []
