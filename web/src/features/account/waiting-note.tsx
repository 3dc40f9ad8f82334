import { queryOptions, useQuery } from '@tanstack/react-query'
import { waitingOf } from '../../offline/outbox/storage.ts'
import { lastMember } from '../../offline/remembered-member.ts'
import styles from './sign-in-form.module.css'

/** What waits on this device for a member of the business whose session has ended. */
const waitingHere = (slug: string) =>
  queryOptions({
    queryKey: ['device', 'waiting', slug],
    queryFn: async () => {
      const member = await lastMember()
      if (member === undefined || member.business.slug !== slug) return null
      return { email: member.email, count: (await waitingOf(member.id, member.businessId)).length }
    },
    staleTime: 0,
    gcTime: 0,
  })

/** Work that was not sent before the session ended waits for the same person: whose it is, and what to do. */
export function WaitingNote({ slug }: { readonly slug: string }) {
  const { data } = useQuery(waitingHere(slug))
  if (data == null || data.count === 0) return null
  const whose = data.email === null ? 'the same person' : data.email
  return (
    <p className={styles.note} role="status">
      {data.count === 1 ? '1 change is' : `${data.count} changes are`} kept on this device and not sent yet. Sign in as{' '}
      {whose} to send {data.count === 1 ? 'it' : 'them'}.
    </p>
  )
}
