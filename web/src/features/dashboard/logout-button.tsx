import { useState } from 'react'
import { usePending } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
import { late } from '../../ui/late.tsx'
import { useLateDialog } from '../../ui/late-dialog.ts'

const ConfirmDialog = late(async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog)

/** Logs out; with work that was not sent yet it asks first, because logging out leaves nothing on the device. */
export function LogoutButton({ onLogout }: { readonly onLogout: () => void }) {
  const pending = usePending()
  const unsent = pending.length
  // What was sent once, or is on its way, may have arrived though nobody has said so.
  const may = pending.some(({ attempts, state }) => attempts > 0 || state === 'sending')
  const who = unsent === 1 ? 'One change' : `${unsent} changes`
  const have = may ? 'may not have' : unsent === 1 ? 'has not' : 'have not'
  const [asking, setAsking] = useState(false)
  const whenThere = useLateDialog(ConfirmDialog)
  return (
    <>
      <Button variant="quiet" onPress={unsent === 0 ? onLogout : () => whenThere(() => setAsking(true))}>
        Logout
      </Button>
      {asking && (
        <ConfirmDialog
          title="Changes not sent yet"
          question={`${who} ${have} reached the server. Logging out drops ${unsent === 1 ? 'it' : 'them'}.`}
          confirm="Log out and drop"
          back="Stay"
          onBack={() => setAsking(false)}
          onConfirm={onLogout}
        />
      )}
    </>
  )
}
