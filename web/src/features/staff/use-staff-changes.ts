import type { StaffMember } from '@forecourt/contracts/staff.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { inWords, mayPass, NoAnswer } from '../../lib/api.ts'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { mailPasswordLink, setStaffStatus, staff } from './api.ts'
import { changedInWords, isAsAsked, nameOf, type StatusAsked } from './model.ts'

/** Somebody who asks for the same link again so soon, because no answer came, means the same mail; in milliseconds. */
const SAME_MAIL = 5 * 60_000

interface Trouble {
  readonly id: string
  readonly why: string
  /** What they were to be; undefined for a mail, of which their row shows nothing. */
  readonly asked: StatusAsked | undefined
}

/**
 * Changes to those who are there already, one at a time; what the server refuses is said beside whom it is about.
 * @param all the staff as they are shown
 */
export function useStaffChanges(all: readonly StaffMember[] = []) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const [trouble, setTrouble] = useState<Trouble>()
  // It was done and only its answer was lost, as their row shows by now. For good: whatever they become later is no trouble.
  const isOver = all.some((member) => member.id === trouble?.id && isAsAsked(member, trouble.asked))
  if (isOver) setTrouble(undefined)

  /** A mail that may be on its way, though nobody has said so. */
  const inDoubt = useRef<{ readonly to: string; readonly key: string; readonly at: number }>(undefined)

  /** @param send gives what is said when it is done */
  async function change(
    member: StaffMember,
    send: () => Promise<readonly [string, string?]>,
    asked?: StatusAsked,
  ): Promise<void> {
    if (busy !== undefined) return
    setBusy(member.id)
    setTrouble(undefined)
    try {
      toast(...(await send()))
    } catch (error) {
      const why = inWords(error, 'Please try again.')
      const isKnown = !(error instanceof NoAnswer)
      failureToast(`${nameOf(member)} ${isKnown ? 'was not' : 'may or may not have been'} changed`, why)
      setTrouble({ id: member.id, why, asked })
    } finally {
      setBusy(undefined)
      await queries.invalidateQueries({ queryKey: staff().queryKey })
    }
  }

  /** With the key of a mail that may be on its way to them already: then it is not mailed twice. */
  async function mailOnce({ id }: StaffMember): Promise<void> {
    const before = inDoubt.current
    const isSame = before?.to === id && Date.now() - before.at < SAME_MAIL
    const mail = isSame ? before : { to: id, key: crypto.randomUUID(), at: Date.now() }
    inDoubt.current = mail
    try {
      await mailPasswordLink(id, mail.key)
      inDoubt.current = undefined
    } catch (error) {
      if (!mayPass(error)) inDoubt.current = undefined
      throw error
    }
  }

  return {
    /** Id of whom the server is asked about. */
    busy,
    trouble,
    setStatus: (member: StaffMember, status: StatusAsked) =>
      change(
        member,
        async () => changedInWords(member, (await setStaffStatus(member.id, status, crypto.randomUUID())).status),
        status,
      ),
    mailLink: (member: StaffMember) =>
      change(member, async () => {
        await mailOnce(member)
        return [`A link to choose a password is on its way to ${member.email ?? nameOf(member)}`]
      }),
  }
}
