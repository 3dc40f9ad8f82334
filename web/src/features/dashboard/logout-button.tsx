import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePending } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
import { late } from '../../ui/late.tsx'
import { useLateDialog } from '../../ui/late-dialog.ts'
import type { Place } from '../account/typed-here.ts'

const question = () => import('../account/logout-question.tsx')
const LogoutQuestion = late(async () => (await question()).LogoutQuestion)

/** Logs out; with work that was not sent, or typed and not saved, it asks first: logging out leaves nothing on the device. */
export function LogoutButton({ user, onLogout }: { readonly user: CurrentUser; readonly onLogout: () => void }) {
  const queries = useQueryClient()
  const unsent = usePending().length
  const [typed, setTyped] = useState<readonly Place[]>()
  const whenThere = useLateDialog(LogoutQuestion)
  const leave = async () => {
    const { typedHere } = await question()
    const found = await typedHere(queries, user)
    if (unsent === 0 && found.length === 0) onLogout()
    else setTyped(found)
  }
  return (
    <>
      <Button variant="quiet" onPress={() => whenThere(() => void leave())}>
        Logout
      </Button>
      {typed !== undefined && <LogoutQuestion typed={typed} onBack={() => setTyped(undefined)} onConfirm={onLogout} />}
    </>
  )
}
