import type { StaffMember } from '@forecourt/contracts/staff.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inWords } from '../../lib/api.ts'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { mailPasswordLink, setStaffStatus, staff } from './api.ts'
import { nameOf } from './model.ts'

/** Changes to those who are there already, one at a time; what the server refuses is said beside whom it is about. */
export function useStaffChanges() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const [trouble, setTrouble] = useState<{ readonly id: string; readonly why: string }>()

  async function change(member: StaffMember, send: () => Promise<unknown>, done: string): Promise<void> {
    if (busy !== undefined) return
    setBusy(member.id)
    setTrouble(undefined)
    try {
      await send()
      toast(done)
    } catch (error) {
      const why = inWords(error, 'Please try again.')
      failureToast(`${nameOf(member)} was not changed`, why)
      setTrouble({ id: member.id, why })
    } finally {
      setBusy(undefined)
      await queries.invalidateQueries({ queryKey: staff().queryKey })
    }
  }

  return {
    /** Id of whom the server is asked about. */
    busy,
    trouble,
    setStatus: (member: StaffMember, status: 'active' | 'deactivated') =>
      change(
        member,
        () => setStaffStatus(member.id, status, crypto.randomUUID()),
        status === 'active' ? `${nameOf(member)} can sign in again` : `${nameOf(member)} is deactivated`,
      ),
    mailLink: (member: StaffMember) =>
      change(
        member,
        () => mailPasswordLink(member.id, crypto.randomUUID()),
        `A link to choose a password is on its way to ${member.email ?? nameOf(member)}`,
      ),
  }
}
