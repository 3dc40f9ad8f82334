import type { CurrentUser } from '@forecourt/contracts/account.ts'
import type { StaffMember } from '@forecourt/contracts/staff.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOnline } from '../../offline/use-online.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailedToLoad } from '../../ui/failed-to-load.tsx'
import { Loading } from '../../ui/loading.tsx'
import { AddColleague } from './add-colleague.tsx'
import { staff } from './api.ts'
import { nameOf } from './model.ts'
import styles from './staff-page.module.css'
import { StaffRow } from './staff-row.tsx'
import { useStaffChanges } from './use-staff-changes.ts'

/** Those who sign in to the business. Only the server knows who is let in, so nothing here waits for a network. */
export function StaffPage({ user }: { readonly user: CurrentUser }) {
  const { data, error, refetch } = useQuery(staff())
  const isOnline = useOnline()
  const { busy, trouble, setStatus, mailLink } = useStaffChanges(data)
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<StaffMember>()
  return (
    <section className={styles.page} aria-labelledby="staff-heading">
      <div className={styles.head}>
        <h1 id="staff-heading">Staff</h1>
        <Button variant="primary" isDisabled={!isOnline} onPress={() => setAdding(true)}>
          Add somebody
        </Button>
      </div>
      <p className={styles.quiet}>Everybody here can sign in to this dashboard and do all that you can.</p>
      {!isOnline && (
        <p role="status" className={styles.note}>
          You are offline. Staff can be added, deactivated and mailed a link when there is a network.
        </p>
      )}
      {data === undefined && error === null && <Loading label="Loading the staff" />}
      {data === undefined && error !== null && (
        <FailedToLoad error={error} otherwise="The staff could not be loaded." onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <ul className={styles.list}>
          {data.map((member) => (
            <StaffRow
              key={member.id}
              member={member}
              staff={data}
              ownId={user.id}
              isDisabled={!isOnline || busy === member.id}
              trouble={trouble?.id === member.id ? trouble.why : undefined}
              onDeactivate={() => setLeaving(member)}
              onLetIn={() => void setStatus(member, 'active')}
              onMailLink={() => void mailLink(member)}
            />
          ))}
        </ul>
      )}
      {isAdding && <AddColleague onClose={() => setAdding(false)} />}
      {leaving !== undefined && (
        <ConfirmDialog
          title={`Deactivate ${nameOf(leaving)}?`}
          question="They are signed out on every device at once and cannot sign in. What they have done stays. You can let them in again."
          confirm="Deactivate"
          back="Keep"
          onBack={() => setLeaving(undefined)}
          onConfirm={() => {
            setLeaving(undefined)
            void setStatus(leaving, 'deactivated')
          }}
        />
      )}
    </section>
  )
}
