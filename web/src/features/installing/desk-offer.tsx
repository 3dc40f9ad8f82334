import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { late } from '../../ui/late.tsx'
import { useLateDialog } from '../../ui/late-dialog.ts'
import styles from './desk-offer.module.css'
import { install, useWayToInstall } from './installability.ts'

const InstallSteps = late(async () => (await import('./install-steps.tsx')).InstallSteps)

/** Installs the desk, from its header; a sign without its word on a telephone. Absent where it is installed already. */
export function DeskOffer({ business }: { readonly business: string }) {
  const way = useWayToInstall()
  if (way === 'none') return null
  return way === 'dialog' ? <InstallButton onPress={() => void install()} /> : <ByHand business={business} />
}

/** Where the browser has no dialog for it, one of ours says how. */
function ByHand({ business }: { readonly business: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const whenThere = useLateDialog(InstallSteps)
  return (
    <>
      <InstallButton onPress={() => whenThere(() => setIsOpen(true))} />
      {isOpen && <InstallSteps business={business} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function InstallButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <Button variant="quiet" className={styles.install ?? ''} aria-label="Install" onPress={onPress}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d="M10 3v9m-4-4 4 4 4-4M4 16.5h12" fill="none" stroke="currentColor" strokeWidth="1.6" />
      </svg>
      <span>Install</span>
    </Button>
  )
}
