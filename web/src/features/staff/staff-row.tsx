import type { StaffMember } from '@forecourt/contracts/staff.ts'
import { Button } from '../../ui/button.tsx'
import { nameOf, statusWords, waysWith } from './model.ts'
import styles from './staff-page.module.css'

/** Somebody of the staff, and what can be done with their account. */
export function StaffRow({
  member,
  staff,
  ownId,
  isDisabled,
  trouble,
  onDeactivate,
  onLetIn,
  onMailLink,
}: {
  readonly member: StaffMember
  readonly staff: readonly StaffMember[]
  /** Whoever is signed in. */
  readonly ownId: string
  readonly isDisabled: boolean
  /** Why the last change was refused. */
  readonly trouble: string | undefined
  readonly onDeactivate: () => void
  readonly onLetIn: () => void
  readonly onMailLink: () => void
}) {
  const name = nameOf(member)
  const { link, status, note } = waysWith(member, staff, ownId)
  return (
    <li className={styles.member}>
      <div className={styles.who}>
        <strong>
          {name}
          {member.id === ownId && ' (you)'}
        </strong>
        {member.email !== null && member.email !== name && <span>{member.email}</span>}
      </div>
      <span className={styles.badge} data-status={member.status}>
        {statusWords[member.status]}
      </span>
      <div className={styles.ways}>
        {link !== undefined && (
          <Button
            isDisabled={isDisabled}
            aria-label={`${link === 'reset' ? 'Mail a password link to' : 'Invite again:'} ${name}`}
            onPress={onMailLink}
          >
            {link === 'reset' ? 'Mail a password link' : 'Invite again'}
          </Button>
        )}
        {status === 'deactivate' && (
          <Button variant="danger" isDisabled={isDisabled} aria-label={`Deactivate ${name}`} onPress={onDeactivate}>
            Deactivate
          </Button>
        )}
        {status === 'let in' && (
          <Button isDisabled={isDisabled} aria-label={`Let in again: ${name}`} onPress={onLetIn}>
            Let in again
          </Button>
        )}
        {note !== undefined && <p className={styles.quiet}>{note}</p>}
      </div>
      {trouble !== undefined && (
        <p role="alert" className={styles.trouble}>
          {trouble}
        </p>
      )}
    </li>
  )
}
